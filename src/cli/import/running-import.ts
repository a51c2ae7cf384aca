/** What all imports have in common on the command line: the progress bar, and what is said when one stops. */
import { importRuns } from '#src/import/import-run.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import { counted } from '#src/lib/text/day.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress.ts';

/** Runs an import of this kind. If it fails, or is stopped with Ctrl-C, says what is done and how to go on. */
export async function runningImport<T>(
  io: Io,
  { kind, unit }: { kind: string; unit: 'session' | 'file' },
  run: (bar: ProgressBar) => Promise<T>,
): Promise<T> {
  const bar = new ProgressBar(io.stderr);
  const begun = io.env.now().toISOString();
  let release = () => {};
  const state = () => {
    const own = importRuns(pathsIn(io.env)).findLast(({ at, ended }) => ended === null && at >= begun);
    if (!own) return `Nothing was imported. Run chronicle import ${kind} again to continue.`;
    return `${counted(bar.count, unit)} done; what was written is complete. Run chronicle import ${kind} again to continue, or chronicle import undo ${own.id} to undo it.`;
  };
  bar.onFirst = () => {
    release = io.onInterrupt(() => {
      bar.end();
      say(io, `Stopped. ${state()}`);
      return 130;
    });
  };
  try {
    return await run(bar);
  } catch (error) {
    if (error instanceof ChronicleError) throw error;
    throw new ChronicleError('CHRONICLE_BROKEN_OFF', `${sentenceOf(error)} ${state()}`);
  } finally {
    release();
    bar.end();
  }
}
