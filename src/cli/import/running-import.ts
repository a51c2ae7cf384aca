/** What all imports have in common on the command line: `--project`, the progress bar, and what is said when one stops. */
import { resolve } from 'node:path';
import type { IsOfProject } from '#src/import/source.ts';
import { importRuns } from '#src/import/import-record.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { pathsIn } from '#src/lib/env.ts';
import { slugOf } from '#src/lib/slug.ts';
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

/**
 * Matches a project by the name that the source gives it, by the name of its checkout, by Claude Code's name for its
 * directory, or by a path in one of its checkouts. Null for all projects. Refuses an empty name (CHRONICLE_WRONG_USE).
 */
export function projectFilter(cwd: string, name: string | undefined): IsOfProject | null {
  if (name === undefined) return null;
  if (name.trim() === '')
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      '--project needs the name of a project or a path in it. Nothing was changed.',
    );
  const isPath = /[\\/]|^\.{1,2}$/.test(name);
  const directory = isPath ? directoryName(checkoutOf(resolve(cwd, name)).mainTop) : name;
  const wanted = projectKey(name);
  return (called, target) =>
    target.directory === directory ||
    (!isPath && [called, target.cwd.split(/[\\/]/).at(-1) ?? ''].some((each) => projectKey(each) === wanted));
}

/** A project's name as people type it. */
export function projectKey(name: string): string {
  return slugOf(name, 'project').toLowerCase();
}
