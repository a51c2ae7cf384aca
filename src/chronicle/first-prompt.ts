import type { Chronicle } from './chronicle.ts';

/**
 * How backfill and import end the summary of a session without a written one:
 *
 *     Auto-generated: 2 unconfirmed events (…) from 12 prompts of the transcript. Began with: fix the login redirect
 */
export const BEGAN_WITH = 'Began with: ';

/** The first prompt of a session that backfill or import made, as its summary quotes it; empty for any other session. */
export function firstPrompt({ frontMatter, summary }: Chronicle): string {
  if (frontMatter.source === undefined || summary.kind !== 'machine') return '';
  const at = summary.lead.indexOf(BEGAN_WITH);
  return at === -1 ? '' : summary.lead.slice(at + BEGAN_WITH.length).trim();
}
