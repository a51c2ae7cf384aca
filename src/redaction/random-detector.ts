/** Tokens of vendors without a rule of their own. */
import type { Fragment } from './finding.ts';
import { likely, type Match } from './match.ts';
import { isHexToken, isPrefixedToken, isRandom } from './random-word.ts';
import { isExampleToken } from './secret-value.ts';

// Parts of paths and links, package digests and inline images are skipped.
const WORD = /(?<![\w+/=.@#~%-]|base64,)[A-Za-z0-9](?:[\w.-]|:(?=[A-Z])){18,400}[A-Za-z0-9](?![\w+/=@(~]|-\w)/g;
/** The beginning of a public SSH key. */
const PUBLIC_KEY = /^AAAA(?:[BC]3NzaC1|E2VjZHNh)/;
/** File names that a bundler made: `index-4f9bB2kQ9xLm3ZpT.js`. */
const FILE =
  /\.(?:[cm]?[jt]sx?|css|map|html?|json|wasm|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|mp4|pdf|txt|gz|zip)$/i;
/** Finds words that look like tokens. This is a guess, so the owner may keep them. */
export function randomDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    isToken(word) ? [likely('possible token', whyToken(word), index, index + word.length)] : [],
  );
}

/** Whether a word looks like a token. */
export function isToken(word: string): boolean {
  const isRandomWord = isHexToken(word) || isPrefixedToken(word) || word.split(/[_.:-]/).some(isRandom);
  return isRandomWord && !isExampleToken(word) && !PUBLIC_KEY.test(word) && !FILE.test(word);
}

function whyToken(word: string): string {
  return isPrefixedToken(word)
    ? "has the shape of a vendor's key: a prefix before a long random value"
    : 'has letters and digits in an order that nobody writes';
}
