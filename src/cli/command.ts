/**
 * What a command is. Its file exports `command`, and `help` if it has more to say than what its arguments are:
 *
 *     export const help: CommandHelp = {
 *       examples: [['chronicle build --out public', 'writes the site to ./public']],
 *       exits: { 1: 'a page failed to build' },
 *     };
 *
 *     export const command = defineCommand({
 *       meta: { name: 'chronicle build', description: 'Build the site as static files' },
 *       args: { out: { type: 'string', valueHint: 'directory', description: 'Where to write it' } },
 *       run({ args, io }) { … },
 *     });
 */
import type { ArgsDef, ParsedArgs } from 'citty';
import type { Io } from './terminal/io.ts';

/** A command: its name and description, its arguments, and what it does. */
export interface Command<Args extends ArgsDef> {
  meta: { name: string; description: string };
  args?: Args;
  /** Returns the exit code, or nothing for 0. */
  run(given: { args: ParsedArgs<Args>; io: Io }): ExitCode | Promise<ExitCode>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a command that runs a server returns nothing.
type ExitCode = number | void;

/** The part of a command's help that is not about its arguments. */
export interface CommandHelp {
  /** The arguments in the usage line, if their names alone do not say it. */
  usage?: string;
  /** Commands to type as they are, and what each does. */
  examples?: readonly (readonly [command: string, about: string])[];
  /** Exit codes that mean something special here; `chronicle --help` explains the usual ones. */
  exits?: Readonly<Record<number, string>>;
}

/** What a command's file exports. */
export interface CommandFile<Args extends ArgsDef> {
  command: Command<Args>;
  help?: CommandHelp;
}

/** Returns the command, so that `run` knows the types of its arguments. */
export function defineCommand<const Args extends ArgsDef>(command: Command<Args>): Command<Args> {
  return command;
}
