/**
 * Hooks written by hand that run our program, from a clone or in a line of shell. They are never edited, but next to the
 * hooks of `chronicle init` they do everything twice:
 *
 *     { "type": "command", "command": "node /clone/hooks/dist/chronicle.cjs session-start" }
 */
import { isOwnHook, wordOf } from './hook-entries.ts';
import { HOOK_EVENTS } from './hook-events.ts';

/** The bundles that hooks may name, in this version and in older ones. */
const PROGRAMS = ['chronicle', 'gate-hook', ...Object.values(HOOK_EVENTS).map(({ word }) => word)].join('|');
const PROGRAM = new RegExp(
  `(?:hooks[\\\\/]+dist[\\\\/]+(?:${PROGRAMS})\\.cjs|session-chronicle[\\\\/]+app[\\\\/]+hook)(?![\\w./-])`,
);

/** Whether an entry under `event` runs our hook but was not written by `chronicle init`, by its text. */
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

/** An absolute path as a word of shell: in quotes of either kind, or bare. */
const ABSOLUTE = /"(\/[^"$\\]*)"|'(\/[^']*)'|(?<![^\s;&|(])(\/[^\s"'$\\;&|)]*)(?![^\s;&|)])/g;

/** The absolute path of our program in such a hook; null if its text has none. */
export function otherProgram(hook: object): string | null {
  const paths = [...textOf(hook).matchAll(ABSOLUTE)].map(([, ...found]) => found.find(Boolean) ?? '');
  return paths.find((path) => PROGRAM.test(path)) ?? null;
}

function textOf(hook: object): string {
  const { command, args } = hook as Record<string, unknown>;
  return [command, ...(Array.isArray(args) ? args : [])].join(' ');
}

/** A sentence about such hooks in these lines of a settings file; none if there are none. */
export function otherHooksRemark(path: string, lines: readonly number[]): string[] {
  const [first, ...more] = lines;
  if (first === undefined) return [];
  const like =
    more.length > 0 ? `, as ${more.length > 1 ? 'do those in lines' : 'does the one in line'} ${more.join(', ')}` : '';
  return [
    `${path}:${first}: this hook runs chronicle but was not written by chronicle init${like}. Remove it by hand, or everything is done twice in each session.`,
  ];
}
