/**
 * Tokens of vendors that no rule knows: long words without a blank in which letters, capitals and digits follow one
 * another as by chance. People and programmers do not write so.
 *
 *     tr_prod_8sKx2Qm9ZtB4vLw7Yc1R    is one
 *     useSyncExternalStoreWithSelector, 3f6c0a12b4d5e6f7, en-US-x-twain2-2024    are none
 */
import type { Fragment } from './finding.ts';
import type { Match } from './match.ts';
import { isExampleToken } from './secret-value.ts';

// A part of a path, a link, a digest of a package or a picture in a text is not looked at.
const WORD = /(?<![\w+/=.@#~%-]|base64,)[A-Za-z0-9](?:[\w.-]|:(?=[A-Z])){18,400}[A-Za-z0-9](?![\w+/=@(~]|-\w)/g;
/** A piece of a word that is long enough to judge. */
const SHORTEST = 16;
/** How the public half of an SSH key begins. */
const PUBLIC_KEY = /^AAAA(?:[BC]3NzaC1|E2VjZHNh)/;
/** A bundler's name of a file: `index-4f9bB2kQ9xLm3ZpT.js`. */
const FILE =
  /\.(?:[cm]?[jt]sx?|css|map|html?|json|wasm|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|mp4|pdf|txt|gz|zip)$/i;
/** Of neighbours in a random text of letters, capitals and digits, six in ten are of different sorts; in names, three. */
const CHANGES = 0.4;

/** Finds words that look like tokens. That they are is not sure, so the owner may keep them. */
export function randomDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    word.split(/[_.:-]/).some(isRandom) && !isExampleToken(word) && !PUBLIC_KEY.test(word) && !FILE.test(word)
      ? [
          {
            start: index,
            end: index + word.length,
            kind: 'possible token',
            class: 'must' as const,
            mayKeep: true,
            replacement: '[redacted: possible token]',
          },
        ]
      : [],
  );
}

function isRandom(piece: string): boolean {
  if (piece.length < SHORTEST || /^[0-9a-f]+$/i.test(piece) || !/\d[^\d]+\d/.test(piece)) return false;
  const sorts = [...piece].map(sortOf);
  const changes = sorts.filter((sort, i) => i > 0 && sort !== sorts[i - 1]).length;
  return changes / (piece.length - 1) >= CHANGES && new Set(piece).size >= 10;
}

function sortOf(character: string): number {
  if (character >= 'a') return 0;
  return character >= 'A' ? 1 : 2;
}
