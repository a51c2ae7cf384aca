/** A terminal without a process: a command asks, and a test presses keys, as with tests/cli/pseudo-terminal.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommandLine } from '#src/cli/run.ts';
import type { Io, Option } from '#src/cli/terminal/io.ts';
import type { PseudoTerminal } from '../cli/pseudo-terminal.ts';
import { fakeIo } from './fake-io.ts';
import { envOf } from './run-command.ts';

/** Runs `chronicle …` in one; the screen says `ended with <code>` when it has. */
export function playTerminal(
  args: readonly string[],
  { env, cwd }: { env: Record<string, string>; cwd: string },
): PseudoTerminal {
  const question = new Question();
  let shown = '';
  const write = (text: string) => {
    shown += text;
  };
  const { io: plain } = fakeIo(envOf(env, cwd));
  const io: Io = {
    ...plain,
    stdin: { ...plain.stdin, isTerminal: true },
    stdout: { isTerminal: true, columns: Number.POSITIVE_INFINITY, hasColour: false, write },
    stderr: { isTerminal: true, columns: Number.POSITIVE_INFINITY, hasColour: false, write },
    ask: {
      ...plain.ask,
      key: (keys) => question.key(keys),
      async confirm(message) {
        write(`${message}\n`);
        return (
          (await question.choose([
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ])) === 'yes'
        );
      },
      choose(message, options) {
        write(`${[message, ...options.map(({ label }) => label)].join('\n')}\n`);
        return question.choose(options);
      },
    },
  };
  void runCommandLine(io, args).then((code) => write(`ended with ${code}\n`));
  return {
    screen: async () => shown,
    async waitFor(text) {
      const isShown = () => (typeof text === 'string' ? shown.includes(text) : text.test(shown));
      const deadline = Date.now() + 20_000;
      while (!isShown()) {
        if (Date.now() > deadline) throw new Error(`The terminal never showed ${text}. It shows:\n${shown}`);
        await sleep(5);
      }
    },
    async press(...keys) {
      for (const key of keys) question.press(key);
    },
  };
}

/** What is asked at the time: one of several keys, or one of several options, of which Enter takes the one at hand. */
class Question {
  #keys: readonly string[] = [];
  #options: readonly string[] = [];
  #at = 0;
  #answer: (value: string | undefined) => void = () => {};

  key(keys: readonly string[]): Promise<string | undefined> {
    this.#keys = keys;
    return this.#asked();
  }

  async choose<Value extends string>(options: readonly Option<Value>[]): Promise<Value | undefined> {
    this.#options = options.map(({ value }) => value);
    this.#at = 0;
    const answer = await this.#asked();
    return options.find(({ value }) => value === answer)?.value;
  }

  press(key: string): void {
    if (key === 'Escape') this.#answer(undefined);
    else if (key === 'Down') this.#at = (this.#at + 1) % this.#options.length;
    else if (key === 'Enter') this.#answer(this.#options[this.#at]);
    else if (this.#keys.includes(key)) this.#answer(key);
    else throw new Error(`${key} is none of the keys ${this.#keys.join(' ')}.`);
  }

  #asked(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }
}
