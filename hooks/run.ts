import { finish, type Outcome } from '#src/node/outcome.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';

/**
 * Runs the function in `works` that the first argument names, prints its outcome and ends the process. An unknown name is
 * answered with the names in `works` and in `others`, which have their own bundles.
 */
export function run(
  kind: 'hook' | 'command',
  works: Record<string, (args: string[]) => Promise<Outcome>>,
  others: readonly string[] = [],
): void {
  // Only reading stdin needs a thread. Starting the usual four costs more than a hook's work.
  process.env.UV_THREADPOOL_SIZE ??= '1';
  // No stack is ever printed, and each missing file would create one.
  Error.stackTraceLimit = 0;
  // All output is written by then. Without exit(), Node spends time on tearing down its heap.
  outcomeOf(kind, works, others, process.argv.slice(2))
    .then(finish)
    .then(() => process.exit());
}

async function outcomeOf(
  kind: string,
  works: Parameters<typeof run>[1],
  others: readonly string[],
  [name = '', ...args]: string[],
): Promise<Outcome> {
  const work = Object.hasOwn(works, name) ? works[name] : undefined;
  if (!work)
    return {
      stderr: `There is no ${kind} "${name}". The ${kind}s are ${[...Object.keys(works), ...others].join(', ')}.`,
      exitCode: 2,
    };
  try {
    return await work(args);
  } catch (error) {
    return { stderr: sentenceOf(error), exitCode: 2 };
  }
}
