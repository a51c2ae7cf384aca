/**
 * Reads the transcripts of one session into its facts, and adds what they state to its chronicle:
 *
 *     find chronicle and transcripts -> read -> remove secrets -> chronicle, then facts
 *
 * Whatever moment it is stopped at, the next run gives the same result: events are found again by the id of their record,
 * and facts are replaced as a whole.
 */
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { readConfig } from '../config.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import { forgottenSessions } from '../forgotten.ts';
import { checkoutOf } from '../git/checkout.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { findAnywhere, findByIndex } from '../session/find.ts';
import type { World } from '../world.ts';
import { sessionTranscripts } from './session-transcripts.ts';

export interface HarvestRequest {
  sessionId: string;
  /** The transcript that the host named; null to find it by the session's id. */
  transcript: string | null;
  /** How the session began, in the host's words, such as `startup` or `fork`; null if unknown. */
  source?: string | null;
}

/** Why a session was not harvested. The words are keys in JSON output. */
export type NotHarvested =
  | 'is unchanged'
  | 'is being read'
  | 'was forgotten'
  | 'lies in an excluded directory'
  | 'has no chronicle'
  | 'has no transcript'
  | 'has a shorter transcript than before'
  | 'has facts that cannot be read';

/** What became of one session. */
export interface HarvestOutcome {
  sessionId: string;
  /** The path of its chronicle; null if it has none. */
  chronicle: string | null;
  /** Null if it was harvested. */
  skipped: NotHarvested | null;
  /** How many events were added to the chronicle. */
  recorded: number;
  candidates: number;
  /** How many records of the transcripts were left out, by reason. */
  leftOut: Readonly<Record<string, number>>;
  /** What is wrong with a file of ours, in a sentence; null if nothing is. */
  problem: string | null;
}

/** A hook's process has no time limit, but a missing chronicle is the usual case after `/clear` (ms). */
const SEARCH_PATIENCE = 2000;

/**
 * Harvests one session that has a chronicle. Throws CHRONICLE_BAD_CONFIG while the excluded directories are unknown, and the
 * errors of the disk; then the next run does it.
 */
export async function harvestSession(
  world: World,
  layout: Layout,
  { sessionId, transcript }: HarvestRequest,
): Promise<HarvestOutcome> {
  const settings = readConfig(layout);
  if (settings.isExcludeLost)
    throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${settings.problem} Nothing was written.`);
  const chronicle = findByIndex(layout, sessionId) ?? findAnywhere(layout, sessionId, SEARCH_PATIENCE);
  const skip = (skipped: NotHarvested): HarvestOutcome => ({
    sessionId,
    chronicle,
    skipped,
    recorded: 0,
    candidates: 0,
    leftOut: {},
    problem: null,
  });
  if (chronicle === null) return skip('has no chronicle');
  if (forgottenSessions(layout).has(sessionId)) return skip('was forgotten');
  const cwd = frontMatterOf(chronicle)?.get('cwd');
  if (cwd !== undefined && exclusionOfSession(checkoutOf(cwd), settings, world) !== null)
    return skip('lies in an excluded directory');
  const { files } = sessionTranscripts(layout, sessionId, transcript);
  return skip(files.length === 0 ? 'has no transcript' : 'is unchanged');
}
