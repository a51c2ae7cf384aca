import { readStdin } from '#src/node/stdin.ts';
import { realWorld } from '#src/node/world.ts';
import { wantsColour } from './colour.ts';
import type { Io, Output } from './io.ts';
import { PROMPTS } from './prompts.ts';

/** What this process has: its streams, its terminal, its signals. Everything else in src/cli is given an Io. */
export function realIo(): Io {
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
    onInterrupt,
    untilStopped,
    changeDirectory: (path) => process.chdir(path),
  };
}

/** A stream is made when it is first used. */
function outputTo(name: 'stdout' | 'stderr'): Output {
  return {
    get isTerminal() {
      return process[name].isTTY === true;
    },
    get columns() {
      return process[name].isTTY ? process[name].columns : Number.POSITIVE_INFINITY;
    },
    get hasColour() {
      return wantsColour(process[name].isTTY === true, process.env);
    },
    write(text) {
      process[name].write(text);
    },
  };
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
      // Asked a second time, it ends at once, whatever is still closing.
      process.once(signal, () => {
        process.once(signal, () => process.exit(0));
        resolve();
      });
    }
  });
}
