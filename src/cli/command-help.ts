/**
 * The part of a command's help that is not about its arguments. A command's file can export it next to `command`:
 *
 *     export const help: CommandHelp = {
 *       examples: [['chronicle build --out public', 'writes the site to ./public']],
 *       exits: { 1: 'a page failed to build' },
 *       files: [['<config>/session-chronicle/site/', 'the built site']],
 *     };
 */
export interface CommandHelp {
  /** The arguments in the usage line, if their names alone do not say it. */
  usage?: string;
  /** Commands to type as they are, and what each does. */
  examples?: readonly (readonly [command: string, about: string])[];
  /** Exit codes that mean something special here; `chronicle --help` explains the usual ones. */
  exits?: Readonly<Record<number, string>>;
  /** Files and directories it reads or writes. `<config>` stands for Claude Code's directory. */
  files?: readonly (readonly [path: string, about: string])[];
}
