import { entryLine, type OwnProgram, ownProgram } from '#src/install/hook-entries.ts';
import { isOtherHook, otherProgram } from '#src/install/other-hooks.ts';
import { hookPlaces } from './hook-places.ts';
import {
  extensionFault,
  isFault,
  lineOf,
  type SettingsFault,
  settingsTree,
  unmarked,
  valueUnder,
} from './settings-text.ts';

/** What a settings text says about our hooks. */
export interface OwnHooks {
  /** Each of ours as `entryLine` writes it, sorted. */
  lines: string[];
  /** What `disableAllHooks` is set to; null if it is not. */
  areOff: boolean | null;
  /** The first comment or trailing comma, for which Claude Code does not load the file; null if there is none. */
  extension: SettingsFault | null;
  /** What our hooks run. */
  programs: OwnProgram[];
  /** The lines, from 1, of hooks of others that run our program as well. */
  others: number[];
  /** What each of these runs, where that is told by an absolute path; else null. */
  otherPrograms: (string | null)[];
}

/** Reads a settings text; an empty one has no hooks. */
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
