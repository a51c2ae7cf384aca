/**
 * Facts are read from a session's records in order, by one collector for each subject. Every collector gets the calls or
 * messages that concern it, each with its moment, and gives its part of the facts at the end:
 *
 *     {"at": 1774360803000, "prompt": 2, "record": "d2ad…"}   under the third prompt
 *
 * Collectors keep short copies of texts and a limited number of each thing, so that a transcript of any size fits in memory.
 */

/** When something happened, under which prompt, and which record says so. */
export interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  /** The index of the prompt; null before the first one. */
  prompt: number | null;
  record: string;
}

/** A time as facts tell it. */
export function timeText(at: number): string {
  return new Date(at).toISOString();
}

/**
 * How many characters a text keeps beyond its limit until secrets are removed: a secret at the limit is only recognised as a
 * whole.
 */
export const SLACK = 400;
