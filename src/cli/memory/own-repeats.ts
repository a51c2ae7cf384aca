import type { Session } from '#src/format/session.ts';
import type { PromptOf } from '#src/memory/proposed-memory.ts';
import { allRepeats, type ProjectRepeats, type Repeat, RepeatsFinder } from '#src/memory/repeats.ts';
import type { Archive } from '#src/archive/archive.ts';
import { readConfig } from '#src/lib/config.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';

/** What comes back in these sessions of the owner's archive, without what the owner dismissed. */
export function ownRepeats(
  archive: Archive,
  paths: Paths,
  sessions: readonly Session[] = archive.snapshot.sessions,
): ProjectRepeats[] {
  const { dismissed } = readConfig(paths).config;
  const { proposals } = archive.snapshot.memory;
  return new RepeatsFinder().find(sessions, (session) => archive.repeatsOf(session), { dismissed, proposals });
}

/** The request or failure with this id. Refuses an unknown one (CHRONICLE_NOT_FOUND). */
export function repeatNamed(all: readonly ProjectRepeats[], id: string): Repeat {
  const found = allRepeats(all).find((each) => each.id === id);
  if (found) return found;
  throw new ChronicleError(
    'CHRONICLE_NOT_FOUND',
    `Nothing that you keep telling the agent, and nothing that keeps failing, has the id ${id}. chronicle memory list names them. Nothing was changed.`,
  );
}

/** Finds the prompts that a repeat rests on. */
export function promptsIn(archive: Archive, { own }: Repeat): PromptOf {
  return (sessionId, prompt) => {
    const session = own.sessions.get(sessionId);
    return session && archive.factsOf(session)?.prompts[prompt];
  };
}
