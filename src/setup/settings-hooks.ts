/** Our hooks in the text of a settings file: read, added, removed and shown. All other values and hooks keep their place. */
import { isRecord } from '#src/lib/is-record.ts';
import { faultAt, readSettings, repeatFault, type SettingsFault, withEdit } from '#src/lib/settings-text.ts';
import { entryLine, entryLines, type HookEntries, isOwnHook, type OwnProgram, ownProgram } from './hook-entries.ts';

/** What a settings text says about running hooks. */
export interface OwnHooks {
  /** Each of our hooks as a line of `entryLine`, sorted. */
  lines: string[];
  /** The value of `disableAllHooks`; null if it is not set. */
  areOff: boolean | null;
  /** The copies that our hooks run. */
  programs: OwnProgram[];
}

/** The hooks of a settings file by event, of anybody. */
type Hooks = Record<string, { matcher?: unknown; hooks: unknown[] }[]>;

/** Reads a settings text. An empty text has no hooks. */
export function readOwnHooks(text: string): OwnHooks | SettingsFault {
  const read = readSettings(text);
  if ('message' in read) return read;
  const fault = hooksFault(text, read.value);
  if (fault) return fault;
  const own = ownHooks(read.value);
  const off = read.value.disableAllHooks;
  return {
    lines: own.map(({ event, matcher, hook }) => entryLine(event, matcher, Object(hook) as object)).toSorted(),
    areOff: off === undefined ? null : off === true,
    programs: own.flatMap(({ event, hook }) => ownProgram(event, hook) ?? []),
  };
}

/**
 * The settings with exactly these hooks of ours; older ones are removed wherever they are. The same text if it has them
 * already. An empty text becomes a new file in the usual form. Expects a text that `readOwnHooks` reads.
 */
export function withOwnHooks(text: string, entries: HookEntries): string {
  const read = readOwnHooks(text);
  if ('lines' in read && JSON.stringify(read.lines) === JSON.stringify(entryLines(entries))) return text;
  return withEdit(text, (value) => {
    // Lists that are filled again keep their place.
    const hooks: Hooks = stripped(hooksIn(value), Object.keys(entries));
    for (const [event, groups] of Object.entries(entries)) hooks[event] = [...(hooks[event] ?? []), ...groups];
    return { ...value, hooks };
  });
}

/**
 * The settings without our hooks, and without objects and lists that are empty then, unless they were already in `before`, the
 * text before our hooks. Expects a text that `readOwnHooks` reads; `before` may be anything.
 */
export function withoutOwnHooks(text: string, before = ''): string {
  const read = readOwnHooks(text);
  if (!('lines' in read) || read.lines.length === 0) return text;
  const earlier = readSettings(before);
  const kept = 'value' in earlier && isRecord(earlier.value.hooks) ? Object.keys(earlier.value.hooks) : null;
  return withEdit(text, (value) => {
    const hooks = stripped(hooksIn(value), kept ?? []);
    // Without a value, the key is not written.
    return { ...value, hooks: kept === null && Object.keys(hooks).length === 0 ? undefined : hooks };
  });
}

/** Our hooks in a settings text, one a line, to show: the rest of the file may contain secrets. */
export function displayedHooks(text: string): string {
  const read = readSettings(text);
  if ('message' in read || hooksFault(text, read.value)) return '';
  return ownHooks(read.value)
    .map(({ event, matcher, hook }) => {
      const { command, args = [] } = hook as { command: string; args?: string[] };
      return `${event}${typeof matcher === 'string' ? ` (${matcher})` : ''}: ${[command, ...args].join(' ')}\n`;
    })
    .join('');
}

/** Hooks without ours, and without the lists that are empty then, but for those of the events `kept`. */
function stripped(hooks: Hooks, kept: readonly string[]): Hooks {
  const left = Object.entries(hooks).map(([event, groups]) => {
    const others = groups.flatMap((group) => {
      const theirs = group.hooks.filter((hook) => !isOwnHook(event, hook));
      return theirs.length === 0 && group.hooks.length > 0 ? [] : [{ ...group, hooks: theirs }];
    });
    return [event, others] as const;
  });
  return Object.fromEntries(
    left.filter(([event, groups]) => groups.length > 0 || hooks[event]?.length === 0 || kept.includes(event)),
  );
}

/** Our hooks in the settings, in order. */
function ownHooks(value: Record<string, unknown>): { event: string; matcher: unknown; hook: unknown }[] {
  return Object.entries(hooksIn(value)).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks }) =>
      hooks.filter((hook) => isOwnHook(event, hook)).map((hook) => ({ event, matcher, hook })),
    ),
  );
}

/** The hooks of settings without a fault. */
function hooksIn({ hooks = {} }: Record<string, unknown>): Hooks {
  return hooks as Hooks;
}

/** Why our hooks cannot be added; null if they can. */
function hooksFault(text: string, { hooks = {} }: Record<string, unknown>): SettingsFault | null {
  const twice = repeatFault(text, [], 'hooks', 'duplicate key "hooks"; Claude Code uses only the last one');
  if (twice) return twice;
  if (!isRecord(hooks)) return faultAt(text, ['hooks'], '"hooks" is not an object');
  for (const [event, groups] of Object.entries(hooks)) {
    const name = JSON.stringify(event);
    if (!Array.isArray(groups)) return faultAt(text, ['hooks', event], `${name} under "hooks" is not a list`);
    const again = repeatFault(text, ['hooks'], event, `duplicate key ${name} under "hooks"`);
    if (again) return again;
    const wrong = groups.findIndex((group) => !isRecord(group) || !Array.isArray(group.hooks));
    if (wrong >= 0) return faultAt(text, ['hooks', event, wrong], `this entry of ${name} has no list of "hooks"`);
  }
  return null;
}
