/**
 * Imports what Claude Code's transcripts and its prompt history show: chronicles for sessions without one, and facts for all.
 *
 *     survey every transcript -> plan -> read one session after the other, and write it
 *
 * A run that is stopped leaves only complete files, and the next run continues from there.
 */

import { causeOf } from '#src/lib/chronicle-error.ts';
import type { ReadConfig } from '#src/lib/config.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { chronicleDirectory, factsPath, type Paths } from '#src/lib/paths.ts';
import { LARGEST_FILE } from '#src/lib/read-file.ts';
import { counted } from '#src/lib/text/day.ts';
import { openChronicleDirectory } from '#src/record/where.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { KnownFacts, stampsOf } from '#src/transcript/facts-file.ts';
import type { Found } from '#src/transcript/found.ts';
import { withSubagents } from '#src/transcript/transcript-files.ts';
import { chronicleOf } from './chronicle-of.ts';
import { Harvester, tooLarge, usableSettings } from './harvest-session.ts';
import { importLock, requireConfig } from './import-lock.ts';
import { ImportRecord, TRANSCRIPTS } from './import-record.ts';
import { isSessionRunning } from './is-session-running.ts';
import { addMemoryLines, memoryLines } from './memory-lines.ts';
import { FilePlacer, type NewFiles } from './place-files.ts';
import { type PlannedSession, planSessions } from './plan-sessions.ts';
import { readHistory } from './prompt-history.ts';
import { type Progress, readTranscripts, type Transcripts } from './survey.ts';

export interface ImportOptions {
  /** Which sessions to import. The others are only counted. */
  isSelected(session: PlannedSession): boolean;
  isDryRun: boolean;
  /** `records` is called with the number of sessions written, before the first and after every few. */
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
  /** How many lines were added to the history of memory, or would be. */
  memoryChanges: number;
  /** What could not be written, by project, and what is wrong with files of ours, in sentences. */
  problems: string[];
}

/** Adds what is missing. Refuses (CHRONICLE_BUSY) while another run is active. A dry run writes nothing. */
export async function importTranscripts(env: Env, options: ImportOptions): Promise<ImportResult> {
  const paths = pathsIn(env);
  requireConfig(env, paths);
  return importLock(paths, options.isDryRun, () => new TranscriptImport(env, paths, options).run());
}

/** The files of a session that gets a chronicle. */
interface NewSession extends NewFiles {
  imported: Imported;
}

class TranscriptImport {
  readonly #env: Env;
  readonly #paths: Paths;
  readonly #options: ImportOptions;
  readonly #config: ReadConfig['config'];
  readonly #harvester: Harvester;
  readonly #record: ImportRecord;
  /** By project, how many sessions could not be written, and the first error: it is mostly the same for all. */
  readonly #failures = new Map<string, { sessions: number; error: unknown }>();
  readonly #done: Imported[] = [];
  readonly #problems: string[] = [];

  constructor(env: Env, paths: Paths, options: ImportOptions) {
    this.#env = env;
    this.#paths = paths;
    this.#options = options;
    const settings = usableSettings(paths);
    this.#config = settings.config;
    this.#harvester = new Harvester(env, paths, settings);
    const from = `${paths.projects}/*/*.jsonl`;
    this.#record = new ImportRecord(paths, { kind: TRANSCRIPTS, from, at: env.now().toISOString() });
  }

  async run(): Promise<ImportResult> {
    const [env, paths, record] = [this.#env, this.#paths, this.#record];
    const { isSelected, isDryRun, progress } = this.#options;
    const transcripts = readTranscripts(paths, progress, env.now().getTime());
    const { files, leftOut, unreadable } = transcripts;
    const history = readHistory(paths, (path, error) => unreadable.push({ path, error }));
    const sessions = planSessions({ paths, env, config: this.#config, transcripts, history });
    // Memory changes count for sessions with a chronicle, too.
    const lines = memoryLines(
      paths,
      sessions.filter((session) => isSelected(session) && isUsed(session)),
    );
    for (const session of sessions) if (!isSelected(session)) session.skipped = 'is not among those asked for';
    const chosen = sessions.filter(({ skipped }) => skipped === null);
    if (isDryRun)
      this.#done.push(...chosen.map((session) => ({ session, path: session.chronicle, found: null, problem: null })));
    else await this.#write(chosen).finally(() => record.flush());
    const memoryChanges = lines.reduce((sum, [directory, own]) => sum + this.#addMemory(directory, own), 0);
    record.end(env.now().toISOString());
    const failed = [...this.#failures].map(([directory, { sessions: count, error }]) =>
      this.#unwritten(directory, counted(count, 'session'), count === 1, error),
    );
    return {
      id: record.isBegun ? record.id : null,
      ...{ sessions, memoryChanges, files, leftOut, unreadable },
      filled: this.#done.filter(({ session }) => session.chronicle === null),
      completed: this.#done.filter(({ session }) => session.chronicle !== null),
      problems: [...failed, ...this.#problems, ...[...sessions, ...this.#done].flatMap(({ problem }) => problem ?? [])],
    };
  }

  /** Writes what is missing. Skips a session that cannot be written, or that a hook has recorded meanwhile. */
  async #write(sessions: readonly PlannedSession[]): Promise<void> {
    const progress = () => this.#options.progress.records('session', this.#done.length, sessions.length);
    const placer = new FilePlacer<NewSession>({
      paths: this.#paths,
      record: this.#record,
      placed: ({ imported }, how) => {
        if (how === 'placed') this.#done.push(imported);
        else if (how === 'taken') imported.session.skipped = 'has a chronicle';
        else this.#failed(imported.session, how.error);
        progress();
      },
    });
    if (sessions.length > 0) progress();
    for (const session of sessions) {
      if (session.chronicle !== null) continue;
      // What cannot be read or named fails alone; a full disk ends the run.
      const prepared = await this.#prepare(session, placer).catch((error) => this.#failed(session, error));
      if (prepared) await placer.add(prepared);
    }
    await placer.finish();
    const known = new KnownFacts();
    for (const session of sessions) {
      const { id, found, began, chronicle } = session;
      if (chronicle === null || found === null) continue;
      try {
        const transcripts = withSubagents(this.#paths, id, found.files);
        const isRunning = isSessionRunning(this.#env, this.#paths, id);
        const target = { sessionId: id, chronicle, transcripts, began, isRunning, known };
        const { skipped, problem, found: events } = await this.#harvester.harvest(target);
        if (skipped !== null) Object.assign(session, { skipped, problem });
        else this.#done.push({ session, path: chronicle, found: events, problem });
        if (skipped === null) this.#record.finish(id);
      } catch (error) {
        this.#failed(session, error);
      }
      progress();
    }
  }

  /** Reads a session's transcripts into the files of a new chronicle. */
  async #prepare(session: PlannedSession, placer: FilePlacer<NewSession>): Promise<NewSession> {
    const [paths, harvester, config] = [this.#paths, this.#harvester, this.#config];
    const { found, id, began, cwd, branch, filing } = session;
    const fromHistory = config.facts.prompts ? session.firstPrompt : '';
    const words = [fromHistory, branch ?? ''];
    const transcripts = found && withSubagents(paths, id, found.files);
    const reading = transcripts && (await harvester.read(transcripts, { id, project: cwd, began, words }));
    const safe = reading?.safe ?? (await harvester.safeWords(words));
    const read = reading?.harvest.facts;
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
    const path = placer.free((n) => `${directory}/${nameOf(n)}`);
    const facts = reading && harvester.factsOf(reading, { transcripts: stampsOf(found?.files ?? []), logged: [] });
    const bytes = facts && asBytes(serializeFacts(facts));
    const isKept = bytes !== null && bytes.length <= LARGEST_FILE;
    return {
      session: id,
      files: [{ path, bytes: asBytes(text) }, ...(isKept ? [{ path: factsPath(path), bytes }] : [])],
      keys: [],
      imported: { session, path, found: facts?.found ?? [], problem: facts && !isKept ? tooLarge(facts) : null },
    };
  }

  #addMemory(directory: string, lines: Parameters<typeof addMemoryLines>[2]): number {
    try {
      return addMemoryLines(this.#paths, directory, lines, this.#options.isDryRun ? null : this.#record);
    } catch (error) {
      this.#problems.push(this.#unwritten(directory, 'its memory changes', false, error));
      return 0;
    }
  }

  #failed(session: PlannedSession, error: unknown): void {
    const { directory } = session.filing;
    const known = this.#failures.get(directory) ?? { sessions: 0, error };
    known.sessions++;
    this.#failures.set(directory, known);
    session.skipped = 'could not be written';
  }

  #unwritten(directory: string, what: string, isOne: boolean, error: unknown): string {
    const place = chronicleDirectory(this.#paths, directory);
    return `${place}: ${what} ${isOne ? 'was' : 'were'} not written. ${causeOf(error)}`;
  }
}

/** Whether anything of a session is used: neither if it is forgotten nor if it is excluded. */
function isUsed({ skipped }: PlannedSession): boolean {
  return skipped !== 'was forgotten' && skipped !== 'lies in an excluded directory';
}
