/** Sessions of two projects, and the files that they edited. */
import type { Session } from '#src/format/session.ts';
import type { EditedFile } from '#src/transcript/facts.ts';
import { aSession } from './a-session.ts';

function aSessionWith(date: string, paths: string[], project = 'inkwell'): [Session, EditedFile[]] {
  const root = `/home/me/${project}`;
  const session = aSession({ date, project, id: `${project}-${date}` });
  return [
    { ...session, project: { ...session.project, root } },
    paths.map((path, index) => ({ path, added: 10 + index, removed: index })),
  ];
}

const FILES = new Map([
  aSessionWith('2026-09-16', ['src/auth.ts', 'tests/auth.ts', 'C:\\work\\Auth.ts']),
  aSessionWith('2026-09-15', ['lib/auth.ts', 'auth.ts'], 'larder'),
  aSessionWith('2026-09-14', ['src/auth.ts', 'docs/author.md']),
  aSessionWith('2026-09-13', []),
]);
/** Newest first. */
export const SESSIONS = [...FILES.keys()];
export const filesOf = (session: Session) => FILES.get(session) ?? [];
