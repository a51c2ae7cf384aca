import type { ArgsDef, ParsedArgs } from 'citty';
import type { Io } from './terminal/io.ts';

/** A command: what its help says of it, what it takes, and what it does. */
export interface Command<Args extends ArgsDef> {
  meta: { name: string; description: string };
  args?: Args;
  /** Returns the exit code; nothing is 0. */
  run(given: Given<Args>): ExitCode | Promise<ExitCode>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a command that serves returns nothing.
type ExitCode = number | void;

interface Given<Args extends ArgsDef> {
  args: ParsedArgs<Args>;
  /** The words as they were typed. */
  rawArgs: string[];
  io: Io;
}

/** The command itself, so that the types of its arguments are known in `run`. */
export function defineCommand<const Args extends ArgsDef>(command: Command<Args>): Command<Args> {
  return command;
}
