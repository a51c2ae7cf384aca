import type { CheckoutRules } from '#src/lib/project.ts';
import { type Layout, memoryPlace, notebookPath } from '#src/project/paths.ts';
import { isThere } from '../disk/is-there.ts';
import { noteMisses } from '../memory/lookup-file.ts';
import { placeOf } from '../session/find.ts';
import { removeLive } from '../session/live.ts';
import { projectOfChronicle } from '../session/where.ts';
import { finishChronicle } from './finish-chronicle.ts';
import { rememberOpenNotes } from './session-notes.ts';

/**
 * Finishes the chronicle of a session that was killed, and notes its misses and open notes; only ends the session without
 * a `path`. `since` is when it last started, as nobody knows when it ended.
 */
export function finishKilled(
  layout: Layout,
  path: string | null,
  { sessionId, since, now, rules }: { sessionId: string; since: string | undefined; now: Date; rules: CheckoutRules },
): void {
  const text = path === null ? '' : finishChronicle(path);
  removeLive(layout, sessionId);
  if (path === null) return;
  const started = new Date(since ?? now);
  const at = Number.isNaN(started.getTime()) ? now : started;
  if (isThere(notebookPath(path))) rememberOpenNotes(layout, path, { branches: [], now: at, rules });
  const { root } = projectOfChronicle(path, rules);
  noteMisses(layout, memoryPlace(layout, placeOf(path).projectDirectory), { root, text, now });
}
