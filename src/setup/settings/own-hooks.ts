import { entryLine, type OwnProgram, ownProgram } from '#src/setup/hook-entries.ts';
import { isOtherHook, otherProgram } from '#src/setup/other-hooks.ts';
import { hookPlaces } from './hook-places.ts';
import {
  extensionFault,
  isFault,
  lineOf,
  type SettingsFault,
  settingsTree,
  unmarked,
  valueUnder,
} from '#src/lib/settings-text.ts';

/** Our hooks in a settings text. */
export interface OwnHooks {
  /** Each as a line of `entryLine`, sorted. */
  lines: string[];
  /** The value of `disableAllHooks`; null if it is not set. */
  areOff: boolean | null;
  /** The first comment or trailing comma, for which Claude Code does not load the file; null if there is none. */
  extension: SettingsFault | null;
  /** The copies that they run. */
  programs: OwnProgram[];
  /** The lines, from 1, of hooks by others that run our program too. */
  others: number[];
  /** The absolute path that each of these runs; null if it has none. */
  otherPrograms: (string | null)[];
}

/** Reads a settings text. An empty text has no hooks. */
export function readOwnHooks(text: string): OwnHooks | SettingsFault {
  const body = unmarked(text);
  if (body.trim() === '')
    return { lines: [], areOff: null, extension: null, programs: [], others: [], otherPrograms: [] };
  const tree = settingsTree(body);
  if (isFault(tree)) return tree;
  const places = hookPlaces(tree);
  const own = places.filter(({ isOwn }) => isOwn);
  const others = places.filter(({ event, value }) => isOtherHook(event, value));
  const off: unknown = valueUnder(tree, 'disableAllHooks')?.value;
  return {
    lines: own.map(({ event, matcher, value }) => entryLine(event, matcher, value)).toSorted(),
    areOff: off === undefined ? null : off === true,
    extension: extensionFault(body),
    programs: own.flatMap(({ event, value }) => ownProgram(event, value) ?? []),
    others: others.map(({ hook }) => lineOf(body, (valueUnder(hook, 'command') ?? hook).offset)),
    otherPrograms: others.map(({ value }) => otherProgram(value)),
  };
}
