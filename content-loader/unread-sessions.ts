import { unreadChronicles } from '#src/archive/unread-files.ts';
import { type UnreadSession, unreadSession } from '#src/archive/unread-sessions.ts';
import { READ } from '#src/lib/open-flags.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { memoised } from '#src/lib/memo.ts';
import { type ArchiveSnapshot, currentSnapshot } from './current-archive.ts';

/** Far more than front matter has (bytes). */
const BEGINNING = 16 * 1024;

/** The sessions whose chronicle cannot be read, by path; no list or count of sessions has them. Follows no link. */
export async function unreadSessions(): Promise<UnreadSession[]> {
  return unreadOf(currentSnapshot());
}

const unreadOf = memoised(({ attention, sessions }: ArchiveSnapshot): UnreadSession[] => {
  return unreadChronicles(attention).map((path) =>
    unreadSession(path, readBeginning(path, BEGINNING, READ) ?? '', sessions),
  );
});
