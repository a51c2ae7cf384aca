/**
 * Chronicles of the sessions that were before the hooks, made of Claude Code's transcripts and its history of prompts:
 *
 *     read every transcript -> plan -> write one chronicle after the other, the oldest first
 *
 * A run that is stopped has written whole files, and the next one goes on where it was.
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
import { wantedLines, writeLines } from './write-ledger.ts';

/** How many chronicles are on their way to the disk together: Node has four threads for that. */
const AT_ONCE = 8;

export interface BackfillOptions {
  /** Which sessions are asked for; the others are counted. */
  isWanted: (session: PlannedSession) => boolean;
  isDryRun: boolean;
  /** `write` is told how many chronicles are written, before the first and after every few. */
  progress: Progress & { write: (count: number, of: number) => void };
}

/** What a run found and did. */
export interface BackfillResult {
  /** Every session that was found, oldest first. */
  sessions: PlannedSession[];
  /** The chronicles that were written, or would be. */
  filled: { session: PlannedSession; path: string | null }[];
  /** How many lines the ledgers of memory got, or would get. */
  ledgerLines: number;
  transcripts: Omit<Transcripts, 'sessions' | 'ids' | 'worktrees'>;
  /** Prompts of the history that name no session. */
  unnamedPrompts: number;
  /** The projects whose chronicles or ledger could not be written; the others were. */
  failures: Failures;
}

/** Fills in what is missing. Refuses (CHRONICLE_BUSY) while another run is at it; a dry run writes nothing at all. */
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
    `There is no ${config}: Claude Code has not run here yet, or keeps its files elsewhere and CLAUDE_CONFIG_DIR does not say so. Nothing was written.`,
  );
}

async function run(
  world: World,
  layout: Layout,
  { isWanted, isDryRun, progress }: BackfillOptions,
): Promise<BackfillResult> {
  const { config } = usableConfig(layout);
  const transcripts = readTranscripts(layout, progress, world.now().getTime());
  const failed = (path: string, error: unknown) => transcripts.unreadable.push({ path, error });
  const history = readHistory(layout, failed);
  const sessions = planBackfill({ layout, world, config, transcripts, history: history.sessions }).map((session) =>
    !isWanted(session) ? { ...session, skipped: 'is not among those asked for' as const, outgrown: null } : session,
  );
  const chosen = sessions.filter(({ skipped }) => skipped === null);
  const remembered = sessions.filter((session) => isRemembered(session) && isWanted(session));
  const failures = new Failures();
  const lines = wantedLines(layout, remembered, failures);
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

/** Settings that say what is excluded, or none of that; refuses others (CHRONICLE_BAD_CONFIG). */
function usableConfig(layout: Layout): ReadConfig {
  const read = readConfig(layout);
  if (read.isExcludeLost)
    throw new ChronicleError(
      'CHRONICLE_BAD_CONFIG',
      `${read.problem} Until then nobody knows which directories are excluded. Nothing was written.`,
    );
  return read;
}

interface Writing {
  layout: Layout;
  taskPattern: RegExp | undefined;
  progress: BackfillOptions['progress'];
  failures: Failures;
}

/** A session that cannot be written is left out; one that a hook has written meanwhile is none to fill in. */
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
    // In their order, for sessions of one day are numbered.
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

/** Whether a session's changes of memory are entered: also those of one that hooks wrote down, and never of one that is to stay unknown. */
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
