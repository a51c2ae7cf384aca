/**
 * What the help of a command says beyond its options. A file of a command may export it beside `command`:
 *
 *     export const help: CommandHelp = {
 *       examples: [['chronicle build --out public', 'writes the site into a directory of yours']],
 *       exits: { 1: 'a page could not be built' },
 *       files: [['<config>/session-chronicle/site/', 'the built site']],
 *     };
 */
export interface CommandHelp {
  /** How its arguments are given, where they are not simply named. */
  usage?: string;
  /** Commands to type as they are, and what each is for. */
  examples?: readonly (readonly [command: string, about: string])[];
  /** What an exit code means, where this command says more than `EXITS` does. */
  exits?: Readonly<Record<number, string>>;
  /** What the command reads or writes. `<config>` stands for Claude Code's directory. */
  files?: readonly (readonly [path: string, about: string])[];
}

/** What the exit codes of all commands mean. */
export const EXITS: Readonly<Record<number, string>> = {
  0: 'fine',
  1: 'problems found',
  2: 'wrong use, or nothing could be done: a sentence says why',
};
