/**
 * Imports what Claude Code's transcripts and its prompt history show: chronicles for sessions without one, and facts for all.
 *
 *     survey every transcript -> plan -> read one session after the other, and write it
 *
 * A run that is stopped leaves only complete files, and the next run continues from there.
 */
import type { LedgerLine } from '#src/memory/history.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { Found } from '#src/transcript/found.ts';
import { type Progress, readTranscripts, type Transcripts } from '#src/transcript/survey.ts';
import type { Config } from '../lib/config.ts';
import { KnownFacts } from './write-facts.ts';
import { layoutIn, type World } from '../lib/world.ts';
import { ChronicleWriter, type Written } from './chronicle-writer.ts';
import { Failures } from './import-failures.ts';
import { usableSettings } from './harvest-session.ts';
import { Harvester } from './harvester.ts';
import { isSessionRunning } from './is-session-running.ts';
import { planSessions } from './plan-sessions.ts';
import { readHistory } from './read-history.ts';
import { withSubagents } from './session-transcripts.ts';
import { importLock, requireConfig } from './import-lock.ts';
import { ImportRecord, TRANSCRIPTS } from './import-record.ts';
import type { PlannedSession } from './unfiled-sessions.ts';
import { missingLines, writeLines } from './write-ledger.ts';

/** How many chronicles are written in parallel: Node has four threads for that. */
const AT_ONCE = 8;

export interface ImportOptions {
  /** Which sessions to import. The others are only counted. */
  isSelected: (session: PlannedSession) => boolean;
  isDryRun: boolean;
  /** `write` is called with the number of chronicles written, before the first and after every few. */
  progress: Progress & { write: (count: number, of: number) => void };
}

/** What was added for one session, or would be in a dry run. */
export interface Imported extends Pick<Written, 'leftOut' | 'problem'> {
  session: PlannedSession;
  /** Its chronicle; null in a dry run if it has none yet. */
  path: string | null;
  /** The events that were found; null in a dry run, which does not look for any. */
  found: readonly Found[] | null;
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
  failures: Failures;
  /** What is wrong with files of ours, in sentences. */
  problems: string[];
}

/** Adds what is missing. Refuses (CHRONICLE_BUSY) while another run is active. A dry run writes nothing. */
export async function importTranscripts(world: World, options: ImportOptions): Promise<ImportResult> {
  const layout = layoutIn(world);
  requireConfig(world, layout);
  return importLock(layout, options.isDryRun, () => run(world, layout, options));
}

async function run(
  world: World,
  layout: Layout,
  { isSelected, isDryRun, progress }: ImportOptions,
): Promise<ImportResult> {
  const { config } = usableSettings(layout);
  const transcripts = readTranscripts(layout, progress, world.now().getTime());
  const failed = (path: string, error: unknown) => transcripts.unreadable.push({ path, error });
  const history = readHistory(layout, failed);
  const sessions = planSessions({ layout, world, config, transcripts, history: history.sessions }).map((session) =>
    isSelected(session) ? session : { ...session, skipped: 'is not among those asked for' as const },
  );
  const remembered = sessions.filter((session) => isRemembered(session) && isSelected(session));
  const failures = new Failures();
  const lines = missingLines(layout, remembered, failures);
  const chosen = sessions.filter(({ skipped }) => skipped === null);
  const from = `${layout.projects}/*/*.jsonl`;
  const record = new ImportRecord(layout, { kind: TRANSCRIPTS, from, at: world.now().toISOString() });
  const writing = { world, layout, config, progress, failures, record };
  const done = isDryRun ? chosen.map(unread) : await write(chosen, writing).finally(() => record.flush());
  const ledgerLines = isDryRun ? countOf(lines) : enter(lines, writing);
  record.end(world.now().toISOString());
  const { sessions: _, ids: __, worktrees: ___, ...rest } = transcripts;
  return {
    id: record.isBegun ? record.id : null,
    sessions,
    filled: done.filter(({ session }) => session.chronicle === null),
    completed: done.filter(({ session }) => session.chronicle !== null),
    ledgerLines,
    transcripts: rest,
    unnamedPrompts: history.unnamed,
    failures,
    problems: [...sessions, ...done].flatMap(({ problem }) => problem ?? []),
  };
}

function unread(session: PlannedSession): Imported {
  return { session, path: session.chronicle, found: null, leftOut: {}, problem: null };
}

interface Writing {
  world: World;
  layout: Layout;
  config: Config;
  progress: ImportOptions['progress'];
  failures: Failures;
  record: ImportRecord;
}

/** Writes what is missing. Skips a session that cannot be written, or that a hook has recorded meanwhile. */
async function write(
  sessions: readonly PlannedSession[],
  { world, layout, config, progress, failures, record }: Writing,
): Promise<Imported[]> {
  const harvester = new Harvester(world, layout, config.facts);
  const writer = new ChronicleWriter({ layout, harvester, config, record });
  const done: Imported[] = [];
  const failed = (session: PlannedSession, error: unknown) => {
    failures.addSession(session.filing.directory, error);
    session.skipped = 'could not be written';
  };
  const created = sessions.filter(({ chronicle }) => chronicle === null);
  for (let begin = 0; begin < created.length; begin += AT_ONCE) {
    progress.write(done.length, sessions.length);
    const batch = created.slice(begin, begin + AT_ONCE);
    const prepared = await Promise.all(
      batch.map((session) => writer.prepare(session).catch((error) => failed(session, error))),
    );
    const ready = prepared.filter((chronicle) => chronicle !== undefined);
    writer.begin(ready);
    // In order, since the sessions of one day are numbered.
    for (const chronicle of ready) {
      const { session } = chronicle;
      try {
        const written = writer.place(chronicle);
        if (written === null) session.skipped = 'has a chronicle';
        else {
          done.push({ session, ...written });
          record.finish(session.id);
        }
      } catch (error) {
        failed(session, error);
      }
    }
  }
  writer.end();
  const known = new KnownFacts();
  for (const session of sessions) {
    const { id, found, began, chronicle } = session;
    if (chronicle === null || found === null) continue;
    progress.write(done.length, sessions.length);
    try {
      const transcripts = withSubagents(layout, id, found.files);
      const isRunning = isSessionRunning(world, layout, id);
      const target = { sessionId: id, chronicle, transcripts, began, isRunning, known };
      const { skipped, ...rest } = await harvester.harvest(target);
      if (skipped === null) {
        done.push({ session, path: chronicle, ...rest });
        record.finish(id);
      } else Object.assign(session, { skipped, problem: rest.problem });
    } catch (error) {
      failed(session, error);
    }
  }
  if (sessions.length > 0) progress.write(done.length, sessions.length);
  return done;
}

/** Whether a session's memory changes go into the ledger: also if it has a chronicle, but not if it is forgotten or excluded. */
function isRemembered({ skipped }: PlannedSession): boolean {
  return skipped !== 'was forgotten' && skipped !== 'lies in an excluded directory';
}

function enter(
  lines: ReadonlyMap<string, readonly LedgerLine[]>,
  { layout, failures, record }: Pick<Writing, 'layout' | 'failures' | 'record'>,
): number {
  let count = 0;
  for (const [directory, own] of lines) {
    try {
      count += writeLines(layout, directory, own, record);
    } catch (error) {
      failures.addLedger(directory, error);
    }
  }
  return count;
}

function countOf(lines: ReadonlyMap<string, readonly LedgerLine[]>): number {
  return [...lines.values()].reduce((sum, { length }) => sum + length, 0);
}
