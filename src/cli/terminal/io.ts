/**
 * Everything outside that a command may use. `main.ts` makes the real one; a test makes its own and reads what was
 * printed:
 *
 *     run({ args, io }) {
 *       printResult(io, 'done');
 *       return 0;
 *     }
 */
import type { Readable, Writable } from 'node:stream';
import type { Env } from '#src/lib/env.ts';

export interface Io {
  env: Env;
  stdin: Input;
  stdout: Output;
  stderr: Output;
  ask: Ask;
  /** Stdin and stdout as they are, for a protocol that another program speaks. */
  streams(): { input: Readable; output: Writable };
  /** Calls `listener` on Ctrl-C. The process then ends only if it returns an exit code. Returns a function that stops listening. */
  onInterrupt(listener: () => number | undefined): () => void;
  /** Resolves when the process is asked to end: Ctrl-C, a closed terminal, `kill`. */
  untilStopped(): Promise<void>;
  /** Changes the working directory, for libraries that resolve paths from it. */
  changeDirectory(path: string): void;
}

export interface Input {
  readonly isTerminal: boolean;
  /** The whole input as text; empty for a terminal. Refuses input that does not end within `patience` ms (CHRONICLE_STDIN_OPEN). */
  read(patience: number): Promise<string>;
}

export interface Output {
  readonly isTerminal: boolean;
  /** How many columns fit; Infinity where there is no terminal. */
  readonly columns: number;
  readonly hasColour: boolean;
  write(text: string): void;
}

/** Questions to a person in a terminal. The answer is undefined, or no, after Escape or Ctrl-C. */
export interface Ask {
  confirm(question: string, preset: boolean): Promise<boolean>;
  text(question: string): Promise<string | undefined>;
  /** Hides what is typed. */
  secret(question: string): Promise<string | undefined>;
  choose<Value extends string>(question: string, options: Option<Value>[]): Promise<Value | undefined>;
  /** Waits for one of these keys; any other key does nothing. */
  key(keys: readonly string[]): Promise<string | undefined>;
}

export interface Option<Value> {
  value: Value;
  label: string;
  hint?: string;
}

/** Whether there is a person to ask. */
export function hasPerson({ stdin, stdout }: Io): boolean {
  return stdin.isTerminal && stdout.isTerminal;
}
