/**
 * A compaction. Before it, the model that summarises is told what must survive; after it, what it kept is kept, until the
 * session's transcript is read. Where observations are on, the session is asked for them when its turn ends.
 *
 *     {"session_id": "3f6c…", "trigger": "auto", "compact_summary": "<analysis>…"}
 */
import { statSync } from 'node:fs';
import { compaction, SUMMARIES } from '#src/transcript/kept-compactions.ts';
import { isThere } from '#src/lib/is-there.ts';
import type { Outcome } from '#src/lib/outcome.ts';
import { keepCompaction } from '#src/notes/compactions-file.ts';
import { reviseObserver } from '#src/notes/observer-file.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { notebookPath } from '#src/lib/paths.ts';
import { afterCompacting, beforeCompacting } from '#src/notes/observer.ts';
import type { Payload } from '#src/record/payload.ts';
import { isAttended } from '#src/record/session-start.ts';
import { summaryOf } from '#src/transcript/compactions.ts';
import { type OwnSession, ownSession, recorded } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 5000;
/** A secret at the limit is only recognised as a whole. */
const SLACK = 400;

const MUST_SURVIVE =
  'Keep in the summary: the constraints and preferences that the user stated, what was tried and failed and why, decisions with their reasons, open questions, what is out of scope, and the exact file paths, commands, names and error messages that the work still needs.';

const COMES_BACK =
  "The notes in this session's notebook (chronicle notes) are given back afterwards: do not copy them out, but keep what they lack.";

/**
 * Prints one line, which the host appends to the summariser's instructions. A compaction need not follow. Always exits 0:
 * Claude Code takes exit code 2 as a refusal to compact.
 */
export async function beforeCompaction(world: World): Promise<Outcome> {
  const { stdout = '' } = await recorded(world, 'before-compaction', PATIENCE, (payload, warn) => {
    const session = ownSession(world, payload, 'notes');
    if (session === null) return {};
    try {
      if (isObserved(world, session)) reviseObserver(layoutIn(world), payload.session_id, beforeCompacting);
    } catch (error) {
      warn(error);
    }
    return { stdout: isThere(notebookPath(session.chronicle)) ? `${MUST_SURVIVE} ${COMES_BACK}` : MUST_SURVIVE };
  });
  return { stdout };
}

/** Keeps the summary that the compaction left. */
export function afterCompaction(world: World): Promise<Outcome> {
  return recorded(world, 'after-compaction', PATIENCE, (payload) => {
    keepSummary(world, payload);
    return {};
  });
}

/**
 * Keeps nothing of a session without a transcript, which is not to be kept at all (`--no-session-persistence`), and no text
 * if the settings keep texts out.
 */
function keepSummary(world: World, payload: Payload): void {
  const { compact_summary: text, session_id: sessionId, transcript_path: transcript, trigger } = payload;
  const session = text === undefined || !isFile(transcript) ? null : ownSession(world, payload, 'notes');
  if (session === null) return;
  if (isObserved(world, session)) reviseObserver(layoutIn(world), sessionId, afterCompacting);
  const summary = summaryOf(text ?? '');
  const keepsTexts = session.config.facts.prompts;
  keepCompaction(
    layoutIn(world),
    sessionId,
    compaction({
      at: world.now().toISOString(),
      trigger: trigger === 'auto' || trigger === 'manual' ? trigger : undefined,
      summary: keepsTexts ? summary.slice(0, SUMMARIES.longest + SLACK) : '',
      cut: keepsTexts ? Math.max(0, summary.length - SUMMARIES.longest) : undefined,
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
