import type { Session } from '#src/format/session.ts';
import { narrativeAddress, sessionAddress } from '#src/lib/text/page-address.ts';

/** The page to read what a session tells: its narrative, or without one the session itself. */
export function storyAddress({ project, name, chronicle }: Session): string {
  return (chronicle.summary.narrative ? narrativeAddress : sessionAddress)(project.slug, name);
}
