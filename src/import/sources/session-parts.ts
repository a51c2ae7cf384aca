/** What a session has, by table: its rows, or their numbers. */
export interface SessionParts<Item> {
  observations: readonly Item[];
  summaries: readonly Item[];
  prompts: readonly Item[];
}

/** A part of a session has no more observations, since a notebook must stay readable. */
const PART = 2000;

/** Splits a session with many observations. The first part has its summaries and prompts. */
export function* partsOf<Item>({
  observations,
  summaries,
  prompts,
}: SessionParts<Item>): Generator<SessionParts<Item> & { part: number }> {
  const parts = Math.max(1, Math.ceil(observations.length / PART));
  for (let part = 1; part <= parts; part++) {
    const own = observations.slice((part - 1) * PART, part * PART);
    yield part === 1
      ? { observations: own, summaries, prompts, part }
      : { observations: own, summaries: [], prompts: [], part };
  }
}
