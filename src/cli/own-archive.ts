/** The owner's archive, for commands that need whole sessions. */
import { type Archive, type ArchiveSnapshot, openArchive } from '#src/archive/archive.ts';
import { checkoutRules } from '#src/lib/checkout.ts';
import { readConfig } from '#src/lib/config.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { decisionsFile } from '#src/memory/decisions.ts';
import { ownRoots, sayEmpty } from './own-roots.ts';
import type { Io } from './terminal/io.ts';
import { join } from 'node:path';
import { packageRoot } from '#src/lib/package-root.ts';
import type { Paths } from '#src/lib/paths.ts';
import { queuedAt, queueHarvest, startHarvester } from '#src/record/harvest-queue.ts';
import { type GrownOptions, type GrownResult, type GrownSession, updateGrown } from '#src/import/grown-sessions.ts';
import type { Problem } from '#src/format/problem.ts';

/** The state of the owner's archive, read once. If it is empty, says so and what to do. */
export function ownSnapshot(io: Io): ArchiveSnapshot {
  return ownArchive(io).snapshot;
}

/** The owner's archive, read once, for commands that also read facts. If it is empty, says so and what to do. */
export function ownArchive(io: Io, roots: readonly string[] = ownRoots(io)): Archive {
  const paths = pathsIn(io.env);
  const owner = { root: paths.state, clusters: decisionsFile(paths.clusters) };
  const { config } = readConfig(paths);
  const archive = openArchive({
    ...{ roots, machines: config.machines, rules: checkoutRules(config, io.env.home) },
    ...{ origin: 'own', addresses: paths.addresses, owner, watch: false },
  });
  const { snapshot } = archive;
  const faulty = snapshot.attention.filter(({ path }) => path !== paths.clusters);
  if (snapshot.sessions.length + faulty.length === 0) sayEmpty(io, paths, roots);
  return archive;
}

/**
 * What a command does first where a session has gone on: it reads what was added to the transcript. The bundle of quick
 * commands does not contain this file, and gives such a command to the whole program.
 */

/** How long a command reads what sessions have added to their transcripts (ms). A script gets its answer sooner. */
const PATIENCE = { person: 500, script: 100 };
/** The most sessions that are left to a process of its own at once; the next command leaves more. */
const MOST_LEFT = 100;

/**
 * The owner's archive, with what the transcripts of its sessions show by now. Sessions that would take longer are left to a
 * process of its own, and appear in a later command. If that fails, the archive is shown as it is.
 */
export async function freshArchive(
  io: Io,
  { isScript = false, roots = ownRoots(io) }: { isScript?: boolean; roots?: readonly string[] } = {},
): Promise<Archive> {
  const archive = ownArchive(io, roots);
  await leavingTheRest(io, (paths) => harvestInto(archive, io.env, paths, patienceOf(isScript)));
  return archive;
}

/** The same before the index is asked, for the sessions that have gone on. */
export async function harvestFirst(io: Io, grown: readonly GrownSession[], isScript: boolean): Promise<void> {
  const sessions = grown.map(({ session }) => session);
  await leavingTheRest(io, (paths) => updateGrown(io.env, paths, { sessions, ...patienceOf(isScript) }));
}

/** Harvests the sessions that have grown, and shows the result in the archive. */
export async function harvestInto(
  archive: Archive,
  env: Env,
  paths: Paths,
  options: Omit<GrownOptions, 'sessions'>,
): Promise<GrownResult> {
  const { sessions } = archive.snapshot;
  const result = await updateGrown(env, paths, { sessions, ...options });
  if (result.changed.length > 0) archive.refresh();
  return result;
}

/** Hands sessions over to the process that reads transcripts after sessions. */
async function leaveHarvests(env: Env, paths: Paths, sessions: GrownResult['left']): Promise<void> {
  for (const { id } of sessions.slice(0, MOST_LEFT))
    if (queuedAt(paths, id) === null) queueHarvest(paths, id, {}, env.now());
  await startHarvester(join(packageRoot(), 'hooks/dist/harvest.mjs'), env, paths, () => {});
}

function patienceOf(isScript: boolean): Pick<GrownOptions, 'patience'> {
  return { patience: isScript ? PATIENCE.script : PATIENCE.person };
}

async function leavingTheRest({ env }: Io, harvest: (paths: Paths) => Promise<GrownResult>): Promise<void> {
  const paths = pathsIn(env);
  try {
    const { left } = await harvest(paths);
    if (left.length > 0) await leaveHarvests(env, paths, left);
  } catch {
    // The command works without it, and doctor names transcripts that nothing has read.
  }
}

/** A problem and the file it is in. */
export interface FileProblem {
  path: string;
  problem: Problem;
}

/** One line a problem, `file:line:column: what is wrong. What to do.`, which editors can follow. */
export function formatProblems(problems: readonly FileProblem[]): string {
  return problems.map(lineOf).join('\n');
}

function lineOf({ path, problem: { line, column, message, advice } }: FileProblem): string {
  return `${path}:${line}:${column}: ${ended(message)} ${advice}`;
}

/** A message that ends in a quotation has no full stop of its own. */
function ended(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}
