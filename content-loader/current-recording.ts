import { statSync } from 'node:fs';
import { type RecordingState, recordingState } from '#src/node/doctor/recording.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';
import { type ArchiveSnapshot, currentSnapshot } from './current-archive.ts';

export type { RecordingState };

let last: { snapshot: ArchiveSnapshot; log: string; value: RecordingState } | undefined;

/**
 * Whether the owner's recording works. Over the sample null, unless it fails for somebody with no capture yet: they
 * wait for the first. Looked at anew when the archive is another or a hook has noted a failure, so that a build of many
 * pages looks once.
 */
export function currentRecording(): RecordingState | null {
  const { origin } = currentSnapshot();
  // A built sample may be shown to anybody.
  if (origin === 'sample' && !import.meta.env.DEV) return null;
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

/** Another text when lines came to a file; empty while there is none. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : '';
}
