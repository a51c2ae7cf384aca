import { statSync } from 'node:fs';
import { compaction, SUMMARIES } from '#src/facts/kept-compactions.ts';
import { summaryOf } from '#src/import/facts/compaction-summary.ts';
import { notebookPath } from '#src/project/paths.ts';
import { compactionLine } from '#src/record/compaction.ts';
import { afterCompacting, beforeCompacting } from '#src/record/observer.ts';
import type { Payload } from '#src/record/payload.ts';
import { isAttended } from '#src/record/session-start.ts';
import { isThere } from '../disk/is-there.ts';
import { keepCompaction } from '../session/compactions-file.ts';
import { reviseObserver } from '../session/observer-file.ts';
import { layoutIn, type World } from '../world.ts';
import { type OwnSession, ownSession } from './own-session.ts';

/** A secret at the limit is only recognised as a whole. */
const SLACK = 400;

/**
 * What the summariser is told before a compaction; null if nothing. A compaction need not follow. Where observations are on,
 * the session is asked for them when its turn ends; a failure of that goes to `warn`.
 */
export function beforeCompaction(world: World, payload: Payload, warn: (error: unknown) => void): string | null {
  const session = ownSession(world, payload, 'notes');
  if (session === null) return null;
  try {
    if (isObserved(world, session)) reviseObserver(layoutIn(world), payload.session_id, beforeCompacting);
  } catch (error) {
    warn(error);
  }
  return compactionLine(isThere(notebookPath(session.chronicle)));
}

/**
 * Keeps what a compaction kept, until the session's transcript is read. Keeps nothing of a session without a transcript,
 * which is not to be kept at all (`--no-session-persistence`), and no text if the settings keep texts out. Where observations
 * are on, the session is asked for them when its turn ends.
 */
export function afterCompaction(world: World, payload: Payload): void {
  const { compact_summary: text, session_id: sessionId, transcript_path: transcript, trigger } = payload;
  const session = text === undefined || !isFile(transcript) ? null : ownSession(world, payload, 'notes');
  if (session === null) return;
  if (isObserved(world, session)) reviseObserver(layoutIn(world), sessionId, afterCompacting);
  const summary = summaryOf(text ?? '');
  keepCompaction(
    layoutIn(world),
    sessionId,
    compaction({
      at: world.now().toISOString(),
      trigger: trigger === 'auto' || trigger === 'manual' ? trigger : undefined,
      summary: session.config.facts.prompts ? summary.slice(0, SUMMARIES.longest + SLACK) : '',
      cut: session.config.facts.prompts ? Math.max(0, summary.length - SUMMARIES.longest) : undefined,
    }),
  );
}

/** Whether the session may be asked for observations. */
function isObserved({ env }: World, { layers }: OwnSession): boolean {
  return layers.includes('observations') && isAttended(env);
}

function isFile(path: string | undefined): boolean {
  try {
    return path !== undefined && statSync(path).isFile();
  } catch {
    return false;
  }
}
