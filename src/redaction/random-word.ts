/**
 * Words that nobody writes: lower-case letters, capitals and digits alternate at random, or long hexadecimal parts follow
 * a short prefix.
 *
 *     tr_prod_8sKx2Qm9ZtB4vLw7Yc1R, sgp_4f1c9a2b7d3e8f60_…    tokens
 *     useSyncExternalStoreWithSelector, 3f6c0a12b4d5e6f7, en-US-x-twain2-2024    not tokens
 */

/** The shortest part of a word that is checked. */
const SHORTEST = 16;
/** The share of neighbouring characters of different sorts: about 0.6 in random text, 0.3 in names. */
const CHANGES = 0.4;

/** Whether a part of a word without `_`, `-`, `.` and `:` is random. */
export function isRandom(piece: string): boolean {
  if (piece.length < SHORTEST || /^[0-9a-f]+$/i.test(piece) || !/\d[^\d]+\d/.test(piece)) return false;
  return isMixed(piece);
}

/** Whether sorts of characters alternate as in random text. */
export function isMixed(piece: string): boolean {
  const sorts = [...piece].map(sortOf);
  const changes = sorts.filter((sort, i) => i > 0 && sort !== sorts[i - 1]).length;
  return changes / (piece.length - 1) >= CHANGES && new Set(piece).size >= 10;
}

function sortOf(character: string): number {
  if (character >= 'a') return 0;
  return character >= 'A' ? 1 : 2;
}

const HEX_TOKEN = /^[a-z][a-z0-9]{1,14}(?:_[a-z]{2,8})?_[0-9a-f]{8,64}_[0-9a-f]{16,128}$/i;

/** Whether a word is a prefix and two hexadecimal numbers, of which one alone could be a digest. */
export function isHexToken(word: string): boolean {
  return HEX_TOKEN.test(word) && /\d[^\d]+\d/.test(word);
}
