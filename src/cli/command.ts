import type { ArgsDef, ParsedArgs } from 'citty';
import type { Io } from './terminal/io.ts';

/** A command: its name and description, its arguments, and what it does. */
export interface Command<Args extends ArgsDef> {
  meta: { name: string; description: string };
  args?: Args;
  /** Returns the exit code, or nothing for 0. */
  run(given: Given<Args>): ExitCode | Promise<ExitCode>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a command that runs a server returns nothing.
type ExitCode = number | void;

interface Given<Args extends ArgsDef> {
  args: ParsedArgs<Args>;
  /** The words as they were typed. */
  rawArgs: string[];
  io: Io;
}

/** Returns the command, so that `run` knows the types of its arguments. */
export function defineCommand<const Args extends ArgsDef>(command: Command<Args>): Command<Args> {
  return command;
}
