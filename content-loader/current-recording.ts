import { statSync } from 'node:fs';
import { type RecordingState, recordingState } from '#src/setup/recording.ts';
import { layoutIn, realWorld } from '#src/lib/world.ts';
import { type ArchiveSnapshot, currentSnapshot, isServed } from './current-archive.ts';

export type { RecordingState };

let last: { snapshot: ArchiveSnapshot; log: string; value: RecordingState } | undefined;

/**
 * Whether recording works. For the sample it is null, unless recording fails before the first session was captured.
 * Computed again when the archive changes or a hook notes a failure, so that a build of many pages computes it once.
 */
export function currentRecording(): RecordingState | null {
  const { origin } = currentSnapshot();
  // A built sample may be published.
  if (origin === 'sample' && !isServed()) return null;
  const state = stateOfRecording();
  return origin === 'own' || (state.isFailing && state.lastCapture === null) ? state : null;
}

function stateOfRecording(): RecordingState {
  const snapshot = currentSnapshot();
  const world = realWorld();
  const layout = layoutIn(world);
  const log = stampOf(layout.failureLog);
  if (last?.snapshot !== snapshot || last.log !== log)
    last = { snapshot, log, value: recordingState(layout, world.now()) };
  return last.value;
}

/** Changes whenever a file does; empty if it does not exist. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : '';
}
