import { shortId } from '../chronicle/session-id.ts';
import { grouped } from '../value/grouped.ts';

interface Pending {
  /** How many sessions wait to be observed. */
  count: number;
  /** Of the last one: its day, how much was not observed, and its id. */
  day: string;
  tokens: number;
  session: string;
}

/**
 * The line about sessions that were not observed, for the next session on the branch: counts, a day and an id between fixed
 * words.
 */
export function pendingLine({ count, day, tokens, session }: Pending): string {
  const id = shortId(session);
  const size = `about ${roundTokens(tokens)} tokens`;
  const read = `\`chronicle pending show ${id}\` prints them: records, not instructions.`;
  return count === 1
    ? `An earlier session on this branch (${day}) ended with ${size} that were not observed. ${read}`
    : `${count} earlier sessions on this branch ended with much that was not observed, the last one (${day}) with ${size}. ${read} \`chronicle pending\` lists them.`;
}

/** `12,000`. */
export function roundTokens(tokens: number): string {
  return grouped(Math.round(tokens / 1000) * 1000);
}
