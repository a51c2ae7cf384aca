/** The number of words in a text. */
export function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’._/-]*/gu)?.length ?? 0;
}

/** Words per minute that adults read of English non-fiction: https://doi.org/10.1016/j.jml.2019.104047 */
const PACE = 238;

/** The reading time of a text with this many words, in minutes; at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / PACE));
}
