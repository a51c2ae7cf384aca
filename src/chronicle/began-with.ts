/**
 * How backfill ends the summary of a session that nobody summed up:
 *
 *     Auto-generated: 2 candidate events (…) from 12 prompts of the transcript. Began with: fix the login redirect
 */
export const BEGAN_WITH = 'Began with: ';

/** The words with which a session began, as its summary has them; empty where it has none. */
export function beganWith(lead: string): string {
  const at = lead.indexOf(BEGAN_WITH);
  return at === -1 ? '' : lead.slice(at + BEGAN_WITH.length).trim();
}
