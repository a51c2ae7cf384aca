/**
 * Tokens of vendors without a rule of their own: long words in which lower-case letters, capitals and digits alternate at
 * random, as in nothing that people write.
 *
 *     tr_prod_8sKx2Qm9ZtB4vLw7Yc1R    a token
 *     useSyncExternalStoreWithSelector, 3f6c0a12b4d5e6f7, en-US-x-twain2-2024    not tokens
 */
import type { Fragment } from './finding.ts';
import type { Match } from './match.ts';
import { isExampleToken } from './secret-value.ts';

// Parts of paths and links, package digests and inline images are skipped.
const WORD = /(?<![\w+/=.@#~%-]|base64,)[A-Za-z0-9](?:[\w.-]|:(?=[A-Z])){18,400}[A-Za-z0-9](?![\w+/=@(~]|-\w)/g;
/** The shortest part of a word that is checked. */
const SHORTEST = 16;
/** The beginning of a public SSH key. */
const PUBLIC_KEY = /^AAAA(?:[BC]3NzaC1|E2VjZHNh)/;
/** File names that a bundler made: `index-4f9bB2kQ9xLm3ZpT.js`. */
const FILE =
  /\.(?:[cm]?[jt]sx?|css|map|html?|json|wasm|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|mp4|pdf|txt|gz|zip)$/i;
/** The share of neighbouring characters of different sorts: about 0.6 in random text, 0.3 in names. */
const CHANGES = 0.4;

/** Finds words that look like tokens. This is a guess, so the owner may keep them. */
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
