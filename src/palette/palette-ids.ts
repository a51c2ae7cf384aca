/**
 * The ids of sessions and of what is in them, in files of their own: they cannot be compressed, and only who types an id
 * needs them.
 *
 *     /palette/ids-2026-q4.json   [["3f6c2a10-…","e-3fa9c1 e-08d2b7 o-12ab34"], …]
 */
import type { Session } from '../chronicle/session.ts';

/** The ids of a period: of each session, in the order of its part, and of its events, notes and observations. */
export type PaletteIds = [session: string, within: string][];

/** The file of a period's ids, as its name in `/palette/`. */
export function idsName(period: string): string {
  return `ids-${period}`;
}

/** Packs the ids of sessions, given in the order of their part. */
export function packIds(sessions: readonly Session[]): PaletteIds {
  return sessions.map(({ id, chronicle, notebook }) => {
    const within = [chronicle.events, notebook?.notes ?? [], notebook?.observations ?? []].flat();
    return [id, within.map((each) => each.id).join(' ')];
  });
}

/** A typed id: the beginning of a session's, an id within a session, or both: `3f6c2a10#e-3fa9c1`. */
interface TypedId {
  session: string;
  within: string;
}

const TYPED = /^(?:([0-9a-f]{8}[0-9a-f-]*)#?)?([eno]-[0-9a-f]{6}(?:-\d{1,4})?)?$/;

/** Reads a query as an id; null if it is something else. */
export function typedId(query: string): TypedId | null {
  const [, session = '', within = ''] = TYPED.exec(query.trim().toLowerCase()) ?? [];
  return session === '' && within === '' ? null : { session, within };
}

/** The place of the session that has a typed id, among all ids in their order; -1 if there is none. */
export function placeOfId(ids: PaletteIds, { session, within }: TypedId): number {
  return ids.findIndex(([id, all]) => id.startsWith(session) && (within === '' || all.split(' ').includes(within)));
}
