import { importRuns } from '#src/import/import-record.ts';
import { pathsIn } from '#src/lib/env.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { counted } from '#src/lib/text/day.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import type { ProgressBar } from '../terminal/progress.ts';

/** What a run has done when it is stopped. `id` is that of its record; null if it has none. */
export function brokenOff(written: number | null, id: string | null): string {
  const count = written ?? 0;
  const done = count === 0 ? 'No session was imported.' : `${counted(count, 'session')} imported.`;
  const undo = id === null ? '' : `, or chronicle import undo ${id} to undo it`;
  return `${done} Run chronicle import transcripts again to continue${undo}.`;
}

/** The id of the import that this process began at `begun` (UTC) and did not end; null if it wrote nothing. */
export function stoppedImport(io: Io, begun: string): string | null {
  return importRuns(pathsIn(io.env)).findLast(({ at, ended }) => ended === null && at >= begun)?.id ?? null;
}

/** Runs an import. If it fails, or is stopped with Ctrl-C while it writes, reports how many sessions are done. */
export async function reportingProgress<T>(io: Io, progress: ProgressBar, run: () => Promise<T>): Promise<T> {
  let release = () => {};
  const begun = io.env.now().toISOString();
  const state = () => brokenOff(progress.written, stoppedImport(io, begun));
  const stop = () => {
    progress.end();
    say(io, `Stopped. ${state()}`);
    return 130;
  };
  // While it reads there is nothing to report, and the handler would only run when reading ends.
  progress.onWrite = () => {
    release = io.onInterrupt(stop);
  };
  try {
    return await run();
  } catch (error) {
    if (error instanceof ChronicleError) throw error;
    throw new ChronicleError('CHRONICLE_BROKEN_OFF', `${sentenceOf(error)} ${state()}`);
  } finally {
    release();
    progress.end();
  }
}
