import type { Chronicle } from '#src/chronicle/chronicle.ts';
import { loggedEvents } from '#src/chronicle/logged-events.ts';

/** Whether a post can be made of a session: not of candidates and a machine's summary alone, which `export` refuses. */
export function hasStory(chronicle: Pick<Chronicle, 'events' | 'summary'>): boolean {
  const { kind, lead, narrative } = chronicle.summary;
  return loggedEvents(chronicle).length > 0 || narrative !== null || (kind !== 'machine' && lead.trim() !== '');
}
