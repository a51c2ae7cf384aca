/**
 * Everything a command may use of its surroundings. `main.ts` makes the real one; a test makes one of its own and reads
 * what was printed:
 *
 *     run({ args, io }) {
 *       printResult(io, 'done');
 *       return 0;
 *     }
 */
import type { World } from '#src/node/world.ts';

export interface Io {
  world: World;
  stdin: Input;
  stdout: Output;
  stderr: Output;
  ask: Ask;
  /** Calls `listener` at Ctrl-C, which then does not end the process unless it returns an exit code. Returns what takes this back. */
  onInterrupt(listener: () => number | undefined): () => void;
  /** Resolves when the user or the system asks the process to end: Ctrl-C, a closed terminal, `kill`. */
  untilStopped(): Promise<void>;
  /** Makes this the working directory, for libraries that resolve paths from there. */
  changeDirectory(path: string): void;
}

export interface Input {
  readonly isTerminal: boolean;
  /** All of it as text; refuses (CHRONICLE_STDIN_OPEN) what does not end within `patience` ms. Empty for a terminal. */
  read(patience: number): Promise<string>;
}

export interface Output {
  readonly isTerminal: boolean;
  /** How many columns fit; Infinity where there is no terminal. */
  readonly columns: number;
  readonly hasColour: boolean;
  write(text: string): void;
}

/** Questions to a person in a terminal. Each is undefined, or no, if they stop with Escape or Ctrl-C. */
export interface Ask {
  confirm(question: string, preset: boolean): Promise<boolean>;
  text(question: string): Promise<string | undefined>;
  /** Does not show what is typed. */
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
