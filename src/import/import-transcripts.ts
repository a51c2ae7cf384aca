/**
 * Imports what Claude Code's transcripts and its prompt history show: chronicles for sessions without one, and facts for all.
 *
 *     survey every transcript -> plan -> read one session after the other, and write it
 *
 * A run that is stopped leaves only complete files, and the next run continues from there.
 */
import type { LedgerLine } from '#src/memory/history.ts';
import type { Config } from '#src/lib/config.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { factsPath, type Paths } from '#src/lib/paths.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { openChronicleDirectory } from '#src/record/where.ts';
import { chronicleOf } from './chronicle-of.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { KnownFacts, stampsOf } from '#src/transcript/facts-file.ts';
import type { Found } from '#src/transcript/found.ts';
import { usableSettings } from './harvest-session.ts';
import { type Harvested, Harvester, tooLarge } from './harvester.ts';
import { importLock, requireConfig } from './import-lock.ts';
import { ImportRecord, TRANSCRIPTS } from './import-record.ts';
import { isSessionRunning } from './is-session-running.ts';
import { FilePlacer, type NewFiles } from './place-files.ts';
import { type PlannedSession, planSessions } from './plan-sessions.ts';
import { readHistory } from './prompt-history.ts';
import { type Progress, readTranscripts, type Transcripts } from './survey.ts';
import { withSubagents } from '#src/transcript/transcript-files.ts';
import { missingLines, writeLines } from './memory-lines.ts';
import { LARGEST_FILE } from '../lib/read-file.ts';

export interface ImportOptions {
  /** Which sessions to import. The others are only counted. */
  isSelected: (session: PlannedSession) => boolean;
  isDryRun: boolean;
  /** `write` is called with the number of sessions written, before the first and after every few. */
  progress: Progress & { write: (count: number, of: number) => void };
}

/** What was added for one session, or would be in a dry run. */
export interface Imported extends Pick<Harvested, 'leftOut' | 'problem'> {
  session: PlannedSession;
  /** Its chronicle; null in a dry run if it has none yet. */
  path: string | null;
  /** The events that were found; null in a dry run, which does not look for any. */
  found: readonly Found[] | null;
}

/** What failed in one project: the cause is mostly the same for all its chronicles. */
export interface Failure {
  /** Claude Code's directory name of the project. */
  directory: string;
  /** How many sessions were skipped. */
  sessions: number;
  /** Whether the memory changes could not be added to the ledger. */
  isLedger: boolean;
  /** The first error. */
  error: unknown;
}

/** The result of a run. */
export interface ImportResult {
  /** The id of the run, for `import undo`; null if nothing was written. */
  id: string | null;
  /** Every session found, oldest first. */
  sessions: PlannedSession[];
  /** The sessions that got a chronicle. */
  filled: Imported[];
  /** The sessions that had a chronicle, and got facts. */
  completed: Imported[];
  /** How many lines were added to the ledgers of memory, or would be. */
  ledgerLines: number;
  transcripts: Omit<Transcripts, 'sessions' | 'ids' | 'worktrees'>;
  /** How many prompts in the history do not name a session. */
  unnamedPrompts: number;
  /** The projects whose chronicles or ledger could not be written. */
  failures: Failure[];
  /** What is wrong with files of ours, in sentences. */
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
  imported: Omit<Imported, 'found'> & { found: readonly Found[] };
}

class TranscriptImport {
  readonly #env: Env;
  readonly #paths: Paths;
  readonly #options: ImportOptions;
  readonly #config: Config;
  readonly #harvester: Harvester;
  readonly #record: ImportRecord;
  readonly #failures = new Map<string, Failure>();
  readonly #done: Imported[] = [];

  constructor(env: Env, paths: Paths, options: ImportOptions) {
    this.#env = env;
    this.#paths = paths;
    this.#options = options;
    this.#config = usableSettings(paths).config;
    this.#harvester = new Harvester(env, paths, this.#config.facts);
    const from = `${paths.projects}/*/*.jsonl`;
    this.#record = new ImportRecord(paths, { kind: TRANSCRIPTS, from, at: env.now().toISOString() });
  }

  async run(): Promise<ImportResult> {
    const [env, paths, record] = [this.#env, this.#paths, this.#record];
    const { isSelected, isDryRun, progress } = this.#options;
    const transcripts = readTranscripts(paths, progress, env.now().getTime());
    const history = readHistory(paths, (path, error) => transcripts.unreadable.push({ path, error }));
    const planned = planSessions({ paths, env, config: this.#config, transcripts, history: history.sessions });
    const sessions = planned.map((session) =>
      isSelected(session) ? session : { ...session, skipped: 'is not among those asked for' as const },
    );
    const remembered = sessions.filter((session) => isRemembered(session) && isSelected(session));
    const lines = missingLines(paths, remembered, (directory, error) => this.#fail(directory, error, 'ledger'));
    const chosen = sessions.filter(({ skipped }) => skipped === null);
    if (isDryRun)
      for (const session of chosen)
        this.#done.push({ session, path: session.chronicle, found: null, leftOut: {}, problem: null });
    else await this.#write(chosen).finally(() => record.flush());
    const ledgerLines = isDryRun
      ? [...lines.values()].reduce((sum, { length }) => sum + length, 0)
      : this.#enter(lines);
    record.end(env.now().toISOString());
    const { sessions: _, ids: __, worktrees: ___, ...rest } = transcripts;
    return {
      id: record.isBegun ? record.id : null,
      sessions,
      filled: this.#done.filter(({ session }) => session.chronicle === null),
      completed: this.#done.filter(({ session }) => session.chronicle !== null),
      ledgerLines,
      transcripts: rest,
      unnamedPrompts: history.unnamed,
      failures: [...this.#failures.values()],
      problems: [...sessions, ...this.#done].flatMap(({ problem }) => problem ?? []),
    };
  }

  /** Writes what is missing. Skips a session that cannot be written, or that a hook has recorded meanwhile. */
  async #write(sessions: readonly PlannedSession[]): Promise<void> {
    const progress = () => this.#options.progress.write(this.#done.length, sessions.length);
    const failed = (session: PlannedSession, error: unknown) => {
      this.#fail(session.filing.directory, error, 'session');
      session.skipped = 'could not be written';
    };
    const placer = new FilePlacer<NewSession>({
      paths: this.#paths,
      record: this.#record,
      placed: ({ imported }, how) => {
        if (how === 'placed') this.#done.push(imported);
        else if (how === 'taken') imported.session.skipped = 'has a chronicle';
        else failed(imported.session, how.error);
        progress();
      },
    });
    if (sessions.length > 0) progress();
    for (const session of sessions) {
      if (session.chronicle !== null) continue;
      // What cannot be read or named fails alone; a full disk ends the run.
      const prepared = await this.#prepare(session, placer).catch((error) => failed(session, error));
      if (prepared) await placer.add(prepared);
    }
    await placer.finish();
    const known = new KnownFacts();
    for (const session of sessions) {
      const { id, found, began, chronicle } = session;
      if (chronicle === null || found === null) continue;
      progress();
      try {
        const transcripts = withSubagents(this.#paths, id, found.files);
        const isRunning = isSessionRunning(this.#env, this.#paths, id);
        const target = { sessionId: id, chronicle, transcripts, began, isRunning, known };
        const { skipped, ...rest } = await this.#harvester.harvest(target);
        if (skipped !== null) Object.assign(session, { skipped, problem: rest.problem });
        else {
          this.#done.push({ session, path: chronicle, ...rest });
          this.#record.finish(id);
        }
      } catch (error) {
        failed(session, error);
      }
    }
    if (sessions.length > 0) progress();
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
    const filled = {
      ...session,
      branch: branch && safe(branch),
      firstPrompt: read ? (read.prompts[0]?.text ?? '') : safe(fromHistory),
      prompts: read?.head.prompts ?? session.prompts,
    };
    const { nameOf, text } = chronicleOf(filled, config.taskPattern);
    const directory = openChronicleDirectory(paths, filing.directory);
    const path = placer.free((n) => `${directory}/${nameOf(n)}`);
    const facts = reading && harvester.factsOf(reading, { transcripts: stampsOf(found?.files ?? []), logged: [] });
    const bytes = facts && asBytes(serializeFacts(facts));
    const isKept = bytes !== null && bytes.length <= LARGEST_FILE;
    return {
      session: id,
      files: [{ path, bytes: asBytes(text) }, ...(isKept ? [{ path: factsPath(path), bytes }] : [])],
      keys: [],
      imported: {
        session,
        path,
        found: facts?.found ?? [],
        leftOut: reading?.leftOut ?? {},
        problem: facts && !isKept ? tooLarge(facts) : null,
      },
    };
  }

  #enter(lines: ReadonlyMap<string, readonly LedgerLine[]>): number {
    let count = 0;
    for (const [directory, own] of lines) {
      try {
        count += writeLines(this.#paths, directory, own, this.#record);
      } catch (error) {
        this.#fail(directory, error, 'ledger');
      }
    }
    return count;
  }

  #fail(directory: string, error: unknown, what: 'session' | 'ledger'): void {
    const known = this.#failures.get(directory) ?? { directory, sessions: 0, isLedger: false, error };
    this.#failures.set(directory, known);
    if (what === 'session') known.sessions++;
    else known.isLedger = true;
  }
}

/** Whether a session's memory changes go into the ledger: also if it has a chronicle, but not if it is forgotten or excluded. */
function isRemembered({ skipped }: PlannedSession): boolean {
  return skipped !== 'was forgotten' && skipped !== 'lies in an excluded directory';
}
