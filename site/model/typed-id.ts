/**
 * Ids that somebody pastes into the palette: of a session, of what is in one, of a commit.
 *
 *     typedId('3f6c2a10#e-3fa9c1')  // { session: '3f6c2a10', within: 'e-3fa9c1' }
 */
import { commitAnchor } from '#src/lib/text/page-address.ts';
import type { NamedSession } from './find-names.ts';
import type { IdsFile } from './names.ts';

export interface TypedId {
  /** Six to eight characters of a session's id; empty for what may be in any. */
  session: string;
  /** An event's id, or that of a note or an observation; or at least seven digits of a commit's hash; may be empty. */
  within: string;
}

/** What has a pasted id. */
export interface FoundById {
  session: NamedSession;
  address: string;
}

const SESSION = /^([0-9a-f]{6,8})(?:(?<=[0-9a-f]{8})-[0-9a-f-]*)?(?:#([efno]-[0-9a-f]{6}(?:-\d{1,4})?))?$/;
const WITHIN = /^(?:[efno]-[0-9a-f]{6}(?:-\d{1,4})?|[0-9a-f]{7,64})$/;

/** Reads a text as ids, the likeliest first; none if it is something else. Eight digits can be a session's or a commit's. */
export function typedIds(text: string): TypedId[] {
  const plain = text.trim().toLowerCase();
  const [, session, within = ''] = SESSION.exec(plain) ?? [];
  return [
    ...(session === undefined ? [] : [{ session, within }]),
    ...(WITHIN.test(plain) ? [{ session: '', within: plain }] : []),
  ];
}

/** What has one of the ids; null if nothing has. `idsOf` reads what is in sessions, once something in them is asked for. */
export async function findById(
  typed: readonly TypedId[],
  sessions: readonly NamedSession[],
  idsOf: () => Promise<IdsFile>,
): Promise<FoundById | null> {
  for (const { session: id, within } of typed) {
    const session = id === '' ? undefined : sessions.find((each) => each.id.startsWith(id));
    if (session) return { session, address: within === '' ? session.address : `${session.address}#${within}` };
    if (id !== '') continue;
    for (const [at, ids] of (await idsOf()).entries()) {
      const found = ids.split(' ').find((each) => (within.includes('-') ? each === within : isHash(each, within)));
      const own = sessions[at];
      if (found !== undefined && own) return { session: own, address: `${own.address}#${anchorOf(found)}` };
    }
  }
  return null;
}

/** A hash may be recorded in short, and typed in short. */
function isHash(known: string, typed: string): boolean {
  return known.length >= 7 && !known.includes('-') && (known.startsWith(typed) || typed.startsWith(known));
}

function anchorOf(id: string): string {
  return id.includes('-') ? id : commitAnchor(id);
}
