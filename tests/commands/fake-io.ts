/**
 * An Io without a process: what a command prints is kept, and nobody can be asked.
 *
 *     const { io, printed } = fakeIo(env);
 */

import type { Io, Output } from '#src/cli/terminal/io.ts';
import type { Env } from '#src/lib/env.ts';

export interface Printed {
  stdout: string;
  stderr: string;
}

export function fakeIo(env: Env, input = ''): { io: Io; printed: Printed } {
  const printed: Printed = { stdout: '', stderr: '' };
  const io: Io = {
    env,
    stdin: { isTerminal: false, read: async () => input },
    stdout: outputTo(printed, 'stdout'),
    stderr: outputTo(printed, 'stderr'),
    ask: { confirm: unasked, text: unasked, secret: unasked, choose: unasked, key: unasked },
    streams: () => {
      throw new Error('A server is tested as a process.');
    },
    onInterrupt: () => () => {},
    untilStopped: () => Promise.reject(new Error('A server is tested as a process.')),
    changeDirectory: (path) => {
      throw new Error(`The tests of a file share their working directory, and a command changes it to ${path}.`);
    },
  };
  return { io, printed };
}

function outputTo(printed: Printed, name: keyof Printed): Output {
  return {
    isTerminal: false,
    columns: Number.POSITIVE_INFINITY,
    hasColour: false,
    write(text) {
      printed[name] += text;
    },
  };
}

function unasked(question: string | readonly string[]): never {
  throw new Error(`Nobody is there to be asked "${question}".`);
}
