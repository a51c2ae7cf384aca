import { readStdin } from '#src/lib/streams.ts';
import { realEnv } from '#src/lib/env.ts';
import type { Ask, Io, Output } from './io.ts';
import { HELP_WIDTH } from './wrap.ts';
import { printable } from '#src/lib/text/plain.ts';
import { emitKeypressEvents } from 'node:readline';

/** The streams, terminal and signals of this process. Everything else in src/cli is given an Io. */
export function realIo(): Io {
  quietSqlite();
  return {
    env: realEnv(),
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
      if (process[name].isTTY) return process[name].columns || HELP_WIDTH;
      return Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY;
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

/**
 * Whether output has colour: FORCE_COLOR decides if it is set (0 and false mean no), then a non-empty NO_COLOR means no
 * (https://no-color.org), else a terminal has colour unless it is dumb. The same order as Node's own.
 */
export function wantsColour(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && !NO_COLOR && TERM !== 'dumb';
}

/** Asks in this process's terminal. The prompt library is loaded with the first question. */
const PROMPTS: Ask = {
  async confirm(message, initialValue) {
    const { confirm } = await import('@clack/prompts');
    return (await confirm({ message, initialValue })) === true;
  },
  async text(message) {
    const { isCancel, text } = await import('@clack/prompts');
    const answer = await text({ message });
    return isCancel(answer) ? undefined : answer;
  },
  async secret(message) {
    const { isCancel, password } = await import('@clack/prompts');
    const answer = await password({ message });
    return isCancel(answer) ? undefined : (answer ?? '');
  },
  async choose(message, options) {
    const { select } = await import('@clack/prompts');
    const answer = await select<string>({ message: printable(message), options });
    return options.find(({ value }) => value === answer)?.value;
  },
  key: pressedKey,
};

interface Keypress {
  name?: string;
  sequence?: string;
  ctrl?: boolean;
}

/** Waits for one of these keys in the terminal of this process; undefined for Escape, Ctrl-C and Ctrl-D. */
function pressedKey(keys: readonly string[]): Promise<string | undefined> {
  const { stdin } = process;
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve) => {
    const finish = (key?: string) => {
      stdin.off('keypress', onKey);
      stdin.off('end', onEnd);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(key);
    };
    const onKey = (_: string | undefined, { name, sequence = '', ctrl = false }: Keypress) => {
      if (name === 'escape' || (ctrl && (name === 'c' || name === 'd'))) finish();
      else if (!ctrl && keys.includes(sequence.toLowerCase())) finish(sequence.toLowerCase());
    };
    const onEnd = () => finish();
    stdin.on('keypress', onKey);
    stdin.on('end', onEnd);
  });
}
