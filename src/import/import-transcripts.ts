/**
 * Imports what Claude Code's transcripts and its prompt history show: chronicles for sessions without one, and facts for all.
 *
 *     survey every transcript -> plan -> read one session after the other, and write it
 *
 * A run that is stopped leaves only complete files, and the next run continues from there.
 */
import { causeOf } from '#src/lib/chronicle-error.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { chronicleDirectory, factsPath, type Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { LARGEST_FILE } from '#src/lib/read-file.ts';
import { counted } from '#src/lib/text/day.ts';
import { openChronicleDirectory } from '#src/record/where.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { KnownFacts, stampsOf } from '#src/transcript/facts-file.ts';
import type { Found } from '#src/transcript/found.ts';
import { safeWords } from '#src/transcript/safe-words.ts';
import { withSubagents } from '#src/transcript/transcript-files.ts';
import { chronicleOf } from './chronicle-of.ts';
import { factsOf, type Reader, readSafely, tooLarge, updateFactsOf, usableSettings } from './facts-reader.ts';
import { ImportRun, isDiskFull, type NewFiles, runAlone, TRANSCRIPTS } from './import-run.ts';
import { type PlannedSession, planSessions } from './plan-sessions.ts';
import { readHistory } from './prompt-history.ts';
import { type Progress, readTranscripts, type Transcripts } from './survey.ts';

export interface ImportOptions {
  /** Which sessions to import. The others are only counted. */
  isSelected(session: PlannedSession): boolean;
  isDryRun: boolean;
  /** `records` is called with the number of sessions written, before the first and after each. */
  progress: Progress & { records(unit: 'session', count: number, of: number): void };
}

/** What was added for one session, or would be in a dry run. */
export interface Imported {
  session: PlannedSession;
  /** Its chronicle; null in a dry run if it has none yet. */
  path: string | null;
  /** The events that were found; null in a dry run, which does not look for any. */
  found: readonly Found[] | null;
  /** What is wrong with a file of ours, in a sentence; null if nothing is. */
  problem: string | null;
}

/** The result of a run. */
export interface ImportResult extends Pick<Transcripts, 'files' | 'leftOut' | 'unreadable'> {
  /** The id of the run, for `import undo`; null if nothing was written. */
  id: string | null;
  /** Every session found, oldest first. */
  sessions: PlannedSession[];
  /** The sessions that got a chronicle, and those that had one and got facts. */
  filled: Imported[];
  completed: Imported[];
  /** What could not be written, by project, and what is wrong with files of ours, in sentences. */
  problems: string[];
}

/** Adds what is missing. Refuses (CHRONICLE_BUSY) while another run is active. A dry run writes nothing. */
export async function importTranscripts(env: Env, options: ImportOptions): Promise<ImportResult> {
  const paths = pathsIn(env);
  return runAlone(env, paths, options.isDryRun, async () => {
    const { config } = usableSettings(paths);
    const transcripts = readTranscripts(paths, options.progress, env.now().getTime());
    const { files, leftOut, unreadable } = transcripts;
    const history = readHistory(paths, (path, error) => unreadable.push({ path, error }));
    const sessions = planSessions({ paths, env, config, transcripts, history });
    for (const session of sessions) if (!options.isSelected(session)) session.skipped = 'is not among those asked for';
    const chosen = sessions.filter(({ skipped }) => skipped === null);
    const { id, done, problems } = options.isDryRun
      ? { id: null, done: chosen.map(unread), problems: [] }
      : await writeSessions({ env, paths, config }, chosen, options.progress);
    return {
      ...{ id, sessions, files, leftOut, unreadable },
      filled: done.filter(({ session }) => session.chronicle === null),
      completed: done.filter(({ session }) => session.chronicle !== null),
      problems: [...problems, ...[...sessions, ...done].flatMap(({ problem }) => problem ?? [])],
    };
  });
}

function unread(session: PlannedSession): Imported {
  return { session, path: session.chronicle, found: null, problem: null };
}

/** Writes what is missing. Skips a session that cannot be written, or that a hook has recorded meanwhile. */
async function writeSessions(
  reader: Reader,
  sessions: readonly PlannedSession[],
  progress: ImportOptions['progress'],
): Promise<{ id: string | null; done: Imported[]; problems: string[] }> {
  const { env, paths } = reader;
  const from = `${paths.projects}/*/*.jsonl`;
  const run = new ImportRun(paths, { kind: TRANSCRIPTS, from, at: env.now().toISOString() }, false);
  const known = new KnownFacts();
  const done: Imported[] = [];
  const failed: { session: PlannedSession; error: unknown }[] = [];
  const tell = () => progress.records('session', done.length, sessions.length);
  if (sessions.length > 0) {
    privateDirectory(paths.imports, paths.config);
    tell();
  }
  try {
    for (const session of sessions) {
      try {
        const imported =
          session.chronicle === null
            ? await fill(reader, session, run)
            : await complete(reader, session, session.chronicle, known);
        if (imported) done.push(imported);
      } catch (error) {
        // What cannot be read or named fails alone.
        if (isDiskFull(error)) throw error;
        session.skipped = 'could not be written';
        failed.push({ session, error });
      }
      tell();
    }
    run.end(env.now().toISOString());
  } finally {
    run.flush();
  }
  return { id: run.id, done, problems: failuresOf(paths, failed) };
}

/** Writes the chronicle and facts of a session that has neither. Null if a hook was faster. */
async function fill(reader: Reader, session: PlannedSession, run: ImportRun): Promise<Imported | null> {
  const { env, paths, config } = reader;
  const { found, id, began, cwd, branch, filing } = session;
  const fromHistory = config.facts.prompts ? session.firstPrompt : '';
  const words = [fromHistory, branch ?? ''];
  const reading =
    found && (await readSafely(reader, withSubagents(paths, id, found.files), { id, project: cwd, began, words }));
  const safe = reading?.safe ?? (await safeWords(words));
  const read = reading?.facts;
  const { nameOf, text } = chronicleOf(
    {
      ...session,
      branch: branch && safe(branch),
      firstPrompt: read ? (read.prompts[0]?.text ?? '') : safe(fromHistory),
      prompts: read?.head.prompts ?? session.prompts,
    },
    config.taskPattern,
  );
  const directory = openChronicleDirectory(paths, filing.directory);
  const path = run.free((n) => `${directory}/${nameOf(n)}`);
  const facts = reading && factsOf(env, reading, stampsOf(found?.files ?? []));
  const bytes = facts && asBytes(serializeFacts(facts));
  const isKept = bytes !== null && bytes.length <= LARGEST_FILE;
  const files: NewFiles['files'] = [
    { path, bytes: asBytes(text) },
    ...(isKept ? [{ path: factsPath(path), bytes }] : []),
  ];
  if (run.write({ session: id, files, keys: [] }))
    return { session, path, found: facts?.found ?? [], problem: facts && !isKept ? tooLarge(id) : null };
  session.skipped = 'has a chronicle';
  return null;
}

/** Reads the transcripts of a session with a chronicle. Null if there is nothing to read. */
async function complete(
  reader: Reader,
  session: PlannedSession,
  chronicle: string,
  known: KnownFacts,
): Promise<Imported | null> {
  const { id, found, began } = session;
  const transcripts = withSubagents(reader.paths, id, found?.files ?? []);
  const target = { sessionId: id, chronicle, transcripts, began, known };
  const { skipped, problem, found: events } = await updateFactsOf(reader, target);
  if (skipped === null) return { session, path: chronicle, found: events, problem };
  Object.assign(session, { skipped, problem });
  return null;
}

/** A sentence for each project of which something could not be written, with the first error: it is mostly the same for all. */
function failuresOf(paths: Paths, failed: readonly { session: PlannedSession; error: unknown }[]): string[] {
  const byProject = Map.groupBy(failed, ({ session }) => session.filing.directory);
  return [...byProject].map(([directory, all]) => {
    const count = `${counted(all.length, 'session')} ${all.length === 1 ? 'was' : 'were'} not written.`;
    return `${chronicleDirectory(paths, directory)}: ${count} ${causeOf(all[0]?.error)}`;
  });
}
