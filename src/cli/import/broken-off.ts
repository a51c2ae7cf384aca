import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import type { ProgressBar } from '../terminal/progress-bar.ts';

/** What was done when a run ends before its end. */
export function brokenOff(written: number | null): string {
  const count = written ?? 0;
  const done =
    count === 0
      ? 'No session was filled in.'
      : `${counted(count, 'session')} ${count === 1 ? 'was' : 'were'} filled in and stand${count === 1 ? 's' : ''}.`;
  return `${done} The next chronicle backfill goes on from there.`;
}

/** Carries a run out. A fault that ends it, and Ctrl-C while chronicles are written, say what was filled in by then. */
export async function tellingHowFar<T>(io: Io, progress: ProgressBar, run: () => Promise<T>): Promise<T> {
  let release = () => {};
  const stop = () => {
    progress.end();
    say(io, `Stopped. ${brokenOff(progress.written)}`);
    return 130;
  };
  // Before that nothing is lost, and a handler would only wait until all is read.
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
