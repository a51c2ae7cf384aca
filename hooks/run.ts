import { finish, type Outcome } from '#src/node/outcome.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';

/**
 * Runs the one of `works` that the first argument names, says what it has to say and ends the process. A name that is
 * unknown is answered with those of `works` and the `others`, which have a bundle of their own.
 */
export function run(
  kind: 'hook' | 'command',
  works: Record<string, (args: string[]) => Promise<Outcome>>,
  others: readonly string[] = [],
): void {
  // Only stdin is read by a thread: starting the usual four costs more than a hook's work.
  process.env.UV_THREADPOOL_SIZE ??= '1';
  // Nobody reads a stack, and a file that is not there would have one made.
  Error.stackTraceLimit = 0;
  // All is written by then. Left to itself, Node takes its heap apart before it ends.
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
      stderr: `There is no ${kind} "${name}". There are ${[...Object.keys(works), ...others].join(', ')}.`,
      exitCode: 2,
    };
  try {
    return await work(args);
  } catch (error) {
    return { stderr: sentenceOf(error), exitCode: 2 };
  }
}
