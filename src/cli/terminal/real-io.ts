import { readStdin } from '#src/lib/stdin.ts';
import { realWorld } from '#src/lib/world.ts';
import { wantsColour } from './colour.ts';
import type { Io, Output } from './io.ts';
import { PROMPTS } from './prompts.ts';
import { HELP_WIDTH } from './wrap.ts';

/** The streams, terminal and signals of this process. Everything else in src/cli is given an Io. */
export function realIo(): Io {
  quietSqlite();
  return {
    world: realWorld(),
    stdin: {
      get isTerminal() {
        return process.stdin.isTTY === true;
      },
      read: readStdin,
    },
    stdout: outputTo('stdout'),
    stderr: outputTo('stderr'),
    ask: PROMPTS,
    streams: () => ({ input: process.stdin, output: process.stdout }),
    onInterrupt,
    untilStopped,
    changeDirectory: (path) => process.chdir(path),
  };
}

/** Node 22 warns of its own SQLite once it is loaded, which tells a user nothing. */
function quietSqlite(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature'))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}

/** Node creates a stream when it is first used. */
function outputTo(name: 'stdout' | 'stderr'): Output {
  let isWatched = false;
  return {
    get isTerminal() {
      return process[name].isTTY === true;
    },
    get columns() {
      // A terminal that does not know its size, as in `script` or a container, says 0.
      return process[name].isTTY ? process[name].columns || HELP_WIDTH : Number.POSITIVE_INFINITY;
    },
    get hasColour() {
      return wantsColour(process[name].isTTY === true, process.env);
    },
    write(text) {
      const stream = process[name];
      if (!isWatched) stream.on('error', ignoreClosed);
      isWatched = true;
      stream.write(text);
    },
  };
}

/** In `chronicle init | head -1`, the reader has gone. The command goes on, since half of its changes would be worse. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function onInterrupt(listener: () => number | undefined): () => void {
  const onSignal = () => {
    const code = listener();
    if (code !== undefined) process.exit(code);
  };
  process.on('SIGINT', onSignal);
  return () => process.off('SIGINT', onSignal);
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // A second signal ends the process at once.
      process.once(signal, () => {
        process.once(signal, () => process.exit(0));
        resolve();
      });
    }
  });
}
