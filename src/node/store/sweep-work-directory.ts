import { workPath } from '#src/project/paths.ts';
import { namesIn } from '../disk/names-in.ts';
import { discard, isLeftover } from './work-directory.ts';

/** Deletes what killed processes left in the work directory of `directory`. */
export function sweepWorkDirectory(directory: string): void {
  const work = workPath(directory);
  for (const name of namesIn(work)) {
    try {
      if (isLeftover(work, name)) discard(`${work}/${name}`);
    } catch {
      // Another process was faster.
    }
  }
}
