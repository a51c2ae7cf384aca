import { sessionAddress } from '../text/page-address.ts';
import type { SearchRecord } from './record.ts';

/** Where a record stands in the site: its event, the narrative, or for a summary the top of its session's page. */
export function recordAddress({ kind, project, session, event }: SearchRecord): string {
  if (kind === 'event' || kind === 'candidate') return sessionAddress(project, session, event);
  return sessionAddress(project, session, kind === 'narrative' ? 'narrative' : undefined);
}
