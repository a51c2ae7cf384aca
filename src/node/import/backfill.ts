/**
 * Makes chronicles for sessions without one, from Claude Code's transcripts and its prompt history:
 *
 *     read every transcript -> plan -> write the chronicles, oldest first
 *
 * A run that is stopped leaves only complete files, and the next run continues from there.
 */
import { existsSync } from 'node:fs';
import type { LedgerLine } from '#src/memory/ledger/ledger.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { type ReadConfig, readConfig } from '../config.ts';
import { exclusively } from '../store/exclusive.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { layoutIn, type World } from '../world.ts';
import { ChronicleWriter } from './chronicle-writer.ts';
import { Failures } from './failures.ts';
import { planBackfill } from './plan-backfill.ts';
import { readHistory } from './read-history.ts';
import type { Progress, Transcripts } from './read-transcript.ts';
import { readTranscripts } from './read-transcript.ts';
import { wordCleaner } from './safe-words.ts';
import type { PlannedSession } from './unfiled-sessions.ts';
import { missingLines, writeLines } from './write-ledger.ts';

/** How many chronicles are written in parallel: Node has four threads for that. */
const AT_ONCE = 8;

export interface BackfillOptions {
  /** Which sessions to backfill. The others are only counted. */
  isSelected: (session: PlannedSession) => boolean;
  isDryRun: boolean;
  /** `write` is called with the number of chronicles written, before the first and after every few. */
  progress: Progress & { write: (count: number, of: number) => void };
}

/** The result of a run. */
export interface BackfillResult {
  /** Every session found, oldest first. */
  sessions: PlannedSession[];
  /** The chronicles that were written, or would be in a dry run. */
  filled: { session: PlannedSession; path: string | null }[];
  /** How many lines were added to the ledgers of memory, or would be. */
  ledgerLines: number;
  transcripts: Omit<Transcripts, 'sessions' | 'ids' | 'worktrees'>;
  /** How many prompts in the history do not name a session. */
  unnamedPrompts: number;
  /** The projects whose chronicles or ledger could not be written. */
  failures: Failures;
}

/** Makes the missing chronicles. Refuses (CHRONICLE_BUSY) while another run is active. A dry run writes nothing. */
export async function backfill(world: World, options: BackfillOptions): Promise<BackfillResult> {
  const layout = layoutIn(world);
  if (!existsSync(layout.config)) throw noConfig(layout);
  if (options.isDryRun) return run(world, layout, options);
  privateDirectory(layout.cache, layout.config);
  return exclusively(`${layout.cache}/backfill.lock`, 'Another backfill', () => run(world, layout, options));
}

function noConfig({ config }: Layout): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_CONFIG',
    `${config} does not exist. Run Claude Code once, or set CLAUDE_CONFIG_DIR if its files are elsewhere. Nothing was changed.`,
  );
}

async function run(
  world: World,
  layout: Layout,
  { isSelected, isDryRun, progress }: BackfillOptions,
): Promise<BackfillResult> {
  const { config } = usableConfig(layout);
  const transcripts = readTranscripts(layout, progress, world.now().getTime());
  const failed = (path: string, error: unknown) => transcripts.unreadable.push({ path, error });
  const history = readHistory(layout, failed);
  const sessions = planBackfill({ layout, world, config, transcripts, history: history.sessions }).map((session) =>
    !isSelected(session) ? { ...session, skipped: 'is not among those asked for' as const, outgrown: null } : session,
  );
  const chosen = sessions.filter(({ skipped }) => skipped === null);
  const remembered = sessions.filter((session) => isRemembered(session) && isSelected(session));
  const failures = new Failures();
  const lines = missingLines(layout, remembered, failures);
  const { taskPattern } = config;
  const filled = isDryRun
    ? chosen.map((session) => ({ session, path: null }))
    : await write(chosen, { layout, taskPattern, progress, failures });
  const { sessions: _, ids: __, worktrees: ___, ...rest } = transcripts;
  return {
    sessions,
    filled,
    ledgerLines: isDryRun ? countOf(lines) : enter(layout, lines, failures),
    transcripts: rest,
    unnamedPrompts: history.unnamed,
    failures,
  };
}

/** The settings. Refuses (CHRONICLE_BAD_CONFIG) if the excluded directories cannot be read. */
function usableConfig(layout: Layout): ReadConfig {
  const read = readConfig(layout);
  if (read.isExcludeLost)
    throw new ChronicleError(
      'CHRONICLE_BAD_CONFIG',
      `${read.problem} Until then, the excluded directories are unknown. Nothing was changed.`,
    );
  return read;
}

interface Writing {
  layout: Layout;
  taskPattern: RegExp | undefined;
  progress: BackfillOptions['progress'];
  failures: Failures;
}

/** Writes the chronicles. Skips a session that cannot be written, or that a hook has recorded meanwhile. */
async function write(
  sessions: readonly PlannedSession[],
  { layout, taskPattern, progress, failures }: Writing,
): Promise<BackfillResult['filled']> {
  const writer = new ChronicleWriter({ layout, clean: await wordCleaner(), taskPattern });
  const filled: BackfillResult['filled'] = [];
  const failed = (session: PlannedSession, error: unknown) => {
    failures.addSession(session.filing.directory, error);
    session.skipped = 'could not be written';
  };
  for (let begin = 0; begin < sessions.length; begin += AT_ONCE) {
    progress.write(filled.length, sessions.length);
    const batch = sessions.slice(begin, begin + AT_ONCE);
    const prepared = await Promise.all(
      batch.map((session) => writer.prepare(session).catch((error) => failed(session, error))),
    );
    // In order, since the sessions of one day are numbered.
    for (const chronicle of prepared) {
      if (!chronicle) continue;
      const { session } = chronicle;
      try {
        const path = writer.place(chronicle);
        if (path === null) session.skipped = 'has a chronicle';
        else filled.push({ session, path });
      } catch (error) {
        failed(session, error);
      }
    }
  }
  if (sessions.length > 0) progress.write(filled.length, sessions.length);
  writer.end();
  return filled;
}

/** Whether a session's memory changes go into the ledger: also if it has a chronicle, but not if it is forgotten or excluded. */
function isRemembered({ skipped }: PlannedSession): boolean {
  return skipped !== 'was forgotten' && skipped !== 'lies in an excluded directory';
}

function enter(layout: Layout, lines: ReadonlyMap<string, readonly LedgerLine[]>, failures: Failures): number {
  let count = 0;
  for (const [directory, own] of lines) {
    try {
      count += writeLines(layout, directory, own);
    } catch (error) {
      failures.addLedger(directory, error);
    }
  }
  return count;
}

function countOf(lines: ReadonlyMap<string, readonly LedgerLine[]>): number {
  return [...lines.values()].reduce((sum, { length }) => sum + length, 0);
}
