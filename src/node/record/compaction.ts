import { statSync } from 'node:fs';
import { compaction, SUMMARIES } from '#src/facts/kept-compactions.ts';
import { summaryOf } from '#src/import/facts/compaction-summary.ts';
import { notebookPath } from '#src/project/paths.ts';
import { compactionLine } from '#src/record/compaction.ts';
import { installerOf } from '#src/record/installer.ts';
import { isSubordinate, type Payload } from '#src/record/payload.ts';
import { type Config, readConfig } from '../config.ts';
import { isThere } from '../disk/is-there.ts';
import { keepCompaction } from '../session/compactions-file.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { findByIndex } from '../session/find.ts';
import { layersOf } from '../session/layers.ts';
import { readState } from '../session/live-state.ts';
import { sessionCheckout } from '../session/where.ts';
import { layoutIn, type World } from '../world.ts';

/** A secret at the limit is only recognised as a whole. */
const SLACK = 400;

/** What the summariser is told before a compaction; null if nothing. A compaction need not follow. */
export function beforeCompaction(world: World, payload: Payload): string | null {
  const session = ownSession(world, payload);
  return session && compactionLine(isThere(notebookPath(session.chronicle)));
}

/**
 * Keeps what a compaction kept, until the session's transcript is read. Keeps nothing of a session without a transcript,
 * which is not to be kept at all (`--no-session-persistence`), and no text if the settings keep texts out.
 */
export function afterCompaction(world: World, payload: Payload): void {
  const { compact_summary: text, session_id: sessionId, transcript_path: transcript, trigger } = payload;
  const session = text === undefined || !isFile(transcript) ? null : ownSession(world, payload);
  if (session === null) return;
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

/**
 * The chronicle of the session that is compacted; null if this hook has nothing to do with it: for a subagent, in an
 * excluded directory, without the notes layer, or if the hook of another installation answers for the session.
 */
function ownSession(world: World, payload: Payload): { chronicle: string; config: Config } | null {
  if (isSubordinate(payload)) return null;
  const layout = layoutIn(world);
  const settings = readConfig(layout);
  const { config } = settings;
  const by = readState(layout, payload.session_id)?.start?.by;
  if (by !== undefined && by !== installerOf(world.env)) return null;
  const checkout = sessionCheckout(world, payload.cwd);
  if (!layersOf(checkout, config, world.home).includes('notes')) return null;
  if (exclusionOfSession(checkout, settings, world) !== null) return null;
  const chronicle = findByIndex(layout, payload.session_id);
  return chronicle === null ? null : { chronicle, config };
}

function isFile(path: string | undefined): boolean {
  try {
    return path !== undefined && statSync(path).isFile();
  } catch {
    return false;
  }
}
