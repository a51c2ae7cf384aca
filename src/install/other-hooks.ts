/**
 * Hooks that somebody wrote by hand and that start our program all the same, from a clone or in a line of shell. They are
 * never edited, but beside those of `chronicle init` everything is done twice:
 *
 *     { "type": "command", "command": "node /clone/hooks/dist/chronicle.cjs session-start" }
 */
import { isOwnHook, wordOf } from './hook-entries.ts';

const PROGRAM = /(?:hooks[\\/]+dist[\\/]+(?:chronicle|gate-hook)\.cjs|session-chronicle[\\/]+app[\\/]+hook)(?![\w./-])/;

/** Whether an entry under `event` of any settings file is not of `chronicle init` and, by its text, runs our hook. */
export function isOtherHook(event: string, hook: object): boolean {
  const word = wordOf(event);
  if (word === undefined || isOwnHook(event, hook)) return false;
  const text = textOf(hook);
  return (
    (hook as { type?: unknown }).type === 'command' &&
    PROGRAM.test(text) &&
    new RegExp(`(?<![\\w/-])${word}(?![\\w-])`).test(text)
  );
}

/** A path from the root as a word of shell: in quotes of either kind, or bare. */
const ABSOLUTE = /"(\/[^"$\\]*)"|'(\/[^']*)'|(?<![^\s;&|(])(\/[^\s"'$\\;&|)]*)(?![^\s;&|)])/g;

/** The absolute path of our program in such a hook; null where its text does not tell. */
export function otherProgram(hook: object): string | null {
  const paths = [...textOf(hook).matchAll(ABSOLUTE)].map(([, ...found]) => found.find(Boolean) ?? '');
  return paths.find((path) => PROGRAM.test(path)) ?? null;
}

function textOf(hook: object): string {
  const { command, args } = hook as Record<string, unknown>;
  return [command, ...(Array.isArray(args) ? args : [])].join(' ');
}

/** What to say of such hooks at these lines of a settings file; nothing of none. */
export function otherHooksRemark(path: string, lines: readonly number[]): string[] {
  const [first, ...more] = lines;
  if (first === undefined) return [];
  const like =
    more.length > 0 ? `, like ${more.length > 1 ? 'those in lines' : 'that in line'} ${more.join(', ')}` : '';
  return [
    `${path}:${first}: this hook is not of chronicle init and runs chronicle as well${like}. Take it out by hand, else all is done twice in every session.`,
  ];
}
