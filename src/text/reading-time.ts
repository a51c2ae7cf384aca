/** Words a minute that adults read of non-fiction in English: https://doi.org/10.1016/j.jml.2019.104047 */
const PACE = 238;

/** How many minutes a text of so many words takes to read, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / PACE));
}
