import { statSync } from 'node:fs';
import { type RecordingState, recordingState } from '../src/node/health/recording.ts';
import { layoutIn, realWorld } from '../src/node/world.ts';
import { type ArchiveSnapshot, currentSnapshot } from './current-archive.ts';

export type { RecordingState };

let last: { snapshot: ArchiveSnapshot; log: string; value: RecordingState } | undefined;

/**
 * Whether recording works, for an archive of the owner's; null over the sample, which nobody records. Looked at anew
 * when the archive is another or a hook has noted a failure, so that a build of many pages looks once.
 */
export function currentRecording(): RecordingState | null {
  const snapshot = currentSnapshot();
  if (snapshot.origin === 'sample') return null;
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
