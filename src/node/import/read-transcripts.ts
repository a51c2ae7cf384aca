import { mergedSession } from '#src/import/read-session.ts';
import { directoryName } from '#src/project/directory-name.ts';
import type { Layout } from '#src/project/paths.ts';
import { compare } from '#src/value/compare.ts';
import { type FoundSession, type Progress, readTranscript, type Transcripts } from './read-transcript.ts';
import { transcriptFiles } from './transcript-files.ts';

/** Reads every transcript once. A file that cannot be read, and a line that is none, is counted and left out. */
export function readTranscripts(layout: Layout, progress: Progress, now: number): Transcripts {
  const { files, subagents, refused, unread, unreadable } = transcriptFiles(layout);
  const leftOut = { broken: 0, torn: 0, tooLong: 0, subagents, refused };
  const found: Transcripts = {
    sessions: [],
    ids: new Set(unread),
    worktrees: new Map(),
    files: files.length,
    bytes: 0,
    leftOut,
    unreadable,
  };
  const sessions = new Map<string, FoundSession>();
  found.bytes = files.reduce((sum, { size }) => sum + size, 0);
  progress.total(found.bytes);
  for (const file of files.toSorted((a, b) => a.bornMs - b.bornMs || compare(a.path, b.path))) {
    try {
      for (const session of readTranscript(file, { ...found, projects: layout.projects, progress, now }))
        gather(sessions, session);
    } catch (error) {
      found.ids.add(file.stem);
      unreadable.push({ path: file.path, error });
    }
  }
  found.sessions = [...sessions.values()];
  return found;
}

/**
 * The transcript that is named after a session tells of it before one that copied it; of several such the one in the
 * folder of the session's own directory, else the earliest.
 */
function gather(sessions: Map<string, FoundSession>, session: FoundSession): void {
  const known = sessions.get(session.id);
  if (!known) {
    sessions.set(session.id, session);
    return;
  }
  const [first, second] = rank(session) > rank(known) ? [session, known] : [known, session];
  const isCopy = first.isNamed && !second.isNamed;
  const writtenMs = isCopy ? first.writtenMs : Math.max(first.writtenMs, second.writtenMs);
  sessions.set(session.id, { ...first, ...mergedSession(first, second), writtenMs });
}

function rank({ isNamed, folder, prompts }: FoundSession): number {
  const isAtHome = prompts.some(({ cwd }) => cwd !== '' && directoryName(cwd) === folder);
  return (isNamed ? 2 : 0) + (isAtHome ? 1 : 0);
}
