/**
 * Reads the transcripts of one session into its facts:
 *
 *     find chronicle and transcripts -> read -> remove secrets -> facts
 *
 * Whatever moment it is stopped at, the next run gives the same result, since facts are replaced as a whole.
 */
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { checkoutOf, checkoutRules } from '#src/lib/checkout.ts';
import { readConfig, type ReadConfig } from '#src/lib/config.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { isIndexed, rebuildIndex } from '#src/notes/notebook-index-file.ts';
import { exclusionOfSession, layersOf } from '#src/record/exclusion.ts';
import { findAnywhere, findByIndex } from '#src/record/find.ts';
import { projectOfChronicle } from '#src/record/where.ts';
import type { Env } from '#src/lib/env.ts';
import { type Harvested, Harvester, type NotRead } from './harvester.ts';
import { isSessionRunning } from './is-session-running.ts';
import { sessionTranscripts } from '#src/transcript/transcript-files.ts';

export interface HarvestRequest {
  sessionId: string;
  /** The transcript that the host named; null to find it by the session's id. */
  transcript: string | null;
  /** How the session began, in the host's words, such as `startup` or `fork`; null if unknown. */
  source?: string | null;
}

/** Why a session was not harvested. The words are keys in JSON output. */
export type NotHarvested = NotRead | 'lies in an excluded directory' | 'has no chronicle' | 'has no transcript';

/** What became of one session. */
export interface HarvestOutcome extends Omit<Harvested, 'skipped'> {
  sessionId: string;
  /** The path of its chronicle; null if it has none. */
  chronicle: string | null;
  /** Null if it was harvested. */
  skipped: NotHarvested | null;
}

/** Nobody waits for a harvest, but a session without a chronicle is usual after `/clear` (ms). */
const SEARCH_PATIENCE = 2000;

/**
 * Harvests one session that has a chronicle. Throws CHRONICLE_BAD_CONFIG while the excluded directories are unknown, and the
 * errors of the disk; the next run does it again then.
 */
export async function harvestSession(
  env: Env,
  paths: Paths,
  { sessionId, transcript, source }: HarvestRequest,
): Promise<HarvestOutcome> {
  const settings = usableSettings(paths);
  const chronicle = findByIndex(paths, sessionId) ?? findAnywhere(paths, sessionId, SEARCH_PATIENCE);
  const skip = (skipped: NotHarvested): HarvestOutcome => ({ sessionId, chronicle, ...NOTHING, skipped });
  if (chronicle === null) return skip('has no chronicle');
  const reason = refusalOf(env, paths, settings, { sessionId, chronicle });
  if (reason !== null) return skip(reason);
  const transcripts = sessionTranscripts(paths, sessionId, transcript);
  if (transcripts.files.length === 0) return skip('has no transcript');
  const began = source === 'fork' ? Date.parse(frontMatterOf(chronicle)?.get('started') ?? '') : Number.NaN;
  const harvested = await new Harvester(env, paths, settings.config.facts).harvest({
    sessionId,
    chronicle,
    transcripts,
    began: Number.isNaN(began) ? null : began,
    isRunning: isSessionRunning(env, paths, sessionId),
  });
  indexNotebooks(env, paths, settings, chronicle);
  return { sessionId, chronicle, ...harvested };
}

/** Makes the index of a project's notebooks anew, if that is missing where notes are on: hooks have no time for it. */
function indexNotebooks(env: Env, paths: Paths, { config }: ReadConfig, chronicle: string): void {
  const frontMatter = frontMatterOf(chronicle);
  const cwd = frontMatter?.get('cwd');
  const project = projectOfChronicle(chronicle, checkoutRules(config, env.home), frontMatter);
  if (cwd === undefined || isIndexed(paths, project.root)) return;
  if (layersOf(checkoutOf(cwd), config, env.home).includes('notes')) rebuildIndex(paths, project);
}

const NOTHING = { found: [], leftOut: {}, problem: null };

/** The settings. Throws CHRONICLE_BAD_CONFIG while the excluded directories are unknown. */
export function usableSettings(paths: Paths): ReadConfig {
  const settings = readConfig(paths);
  if (!settings.isExcludeLost) return settings;
  throw new ChronicleError(
    'CHRONICLE_BAD_CONFIG',
    `${settings.problem} Until then, the excluded directories are unknown. Nothing was changed.`,
  );
}

/** Why a session with a chronicle must not be read; null if it may be. */
function refusalOf(
  env: Env,
  paths: Paths,
  settings: ReadConfig,
  { sessionId, chronicle }: { sessionId: string; chronicle: string },
): NotHarvested | null {
  if (forgottenSessions(paths).has(sessionId)) return 'was forgotten';
  const cwd = frontMatterOf(chronicle)?.get('cwd');
  const isExcluded = cwd !== undefined && exclusionOfSession(checkoutOf(cwd), settings, env) !== null;
  return isExcluded ? 'lies in an excluded directory' : null;
}
