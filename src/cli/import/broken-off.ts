import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import type { ProgressBar } from '../terminal/progress-bar.ts';

/** What a run has done when it is stopped. */
export function brokenOff(written: number | null): string {
  const count = written ?? 0;
  const done = count === 0 ? 'No session was imported.' : `${counted(count, 'session')} imported.`;
  return `${done} Run chronicle import transcripts again to continue.`;
}

/** Runs an import. If it fails, or is stopped with Ctrl-C while it writes, reports how many sessions are done. */
export async function reportingProgress<T>(io: Io, progress: ProgressBar, run: () => Promise<T>): Promise<T> {
  let release = () => {};
  const stop = () => {
    progress.end();
    say(io, `Stopped. ${brokenOff(progress.written)}`);
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
    throw new ChronicleError('CHRONICLE_BROKEN_OFF', `${sentenceOf(error)} ${brokenOff(progress.written)}`);
  } finally {
    release();
    progress.end();
  }
}
