/** Claude Code's settings, as far as recording depends on them. */
import { isAbsolute, normalize } from 'node:path';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { readForeign } from '#src/lib/foreign-file.ts';
import { type MemoryPlace, type Paths, settingsPath } from '#src/lib/paths.ts';
import { realPath } from '#src/lib/read-file.ts';
import { readSettings } from '#src/lib/settings-text.ts';
import { mayHoldPart } from './file-change.ts';
import { type OwnHooks, readOwnHooks } from './settings-hooks.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { projectDirectoryOf } from '#src/record/where.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';

/** Claude Code's own default (2.1.329). */
const KEPT_DAYS = 30;

/** A settings file that Claude Code reads. */
interface SettingsPlace {
  scope: 'user' | 'project' | 'local';
  path: string;
}

/** What is in it. */
export interface SettingsFile extends SettingsPlace {
  /** The top-level fields; none if it cannot be parsed. */
  value: Record<string, unknown>;
  /** Why Claude Code may not load it, or it cannot take hooks, as the end of a sentence; null if neither is so. */
  fault: string | null;
  /** Its hooks; null if they cannot be read. */
  hooks: OwnHooks | null;
  /** Whether its text seems to contain our hooks. */
  namesUs: boolean;
}

export interface ClaudeSettings {
  files: SettingsFile[];
  /**
   * The file that disables all hooks; null if none does. Of the files that set `disableAllHooks` the last counts, so a
   * project can also stop the user's hooks.
   */
  hooksOffIn: string | null;
  /** How many days transcripts are kept. */
  cleanupDays: number;
  /** The memory directory that a settings file sets, and that file; null if none does. */
  memory: { path: string; settings: string } | null;
}

/** The settings files that apply in a project, or outside of one (`root` null); of two values, the last counts. */
function settingsFiles(paths: Pick<Paths, 'config'>, root: string | null): SettingsPlace[] {
  const own = { scope: 'user', path: settingsPath(paths, null, false) } as const;
  if (root === null) return [own];
  return [
    own,
    { scope: 'project', path: settingsPath(paths, root, true) },
    { scope: 'local', path: settingsPath(paths, root, false) },
  ];
}

/** Reads them, if they exist. In the home directory, the user's settings are also the project's: a file is read once. */
export function readClaudeSettings(paths: Pick<Paths, 'config'>, root: string | null, home: string): ClaudeSettings {
  const places = new Map<string, SettingsPlace>();
  for (const file of settingsFiles(paths, root)) {
    const place = realPath(file.path) ?? file.path;
    if (!places.has(place)) places.set(place, file);
  }
  const files = [...places.values()].flatMap((place) => readFile(place) ?? []);
  const off = files.findLast(({ value }) => value.disableAllHooks !== undefined);
  const isDays = (days: unknown) => typeof days === 'number' && Number.isFinite(days) && days >= 0;
  const days = files.findLast(({ value }) => isDays(value.cleanupPeriodDays))?.value.cleanupPeriodDays;
  return {
    files,
    hooksOffIn: off?.value.disableAllHooks === true ? off.path : null,
    cleanupDays: Number(days ?? KEPT_DAYS),
    memory: memorySetting(files, home),
  };
}

/**
 * What `autoMemoryDirectory` sets. Measured on 2.1.329: the nearest file that has it counts, a project's own `settings.json`
 * too once its folder is trusted; `~/` is the home directory; if the path is not absolute, memory stays in the usual place.
 */
function memorySetting(files: readonly SettingsFile[], home: string): ClaudeSettings['memory'] {
  const file = files.findLast(({ value }) => typeof value.autoMemoryDirectory === 'string');
  if (!file) return null;
  const path = normalize(String(file.value.autoMemoryDirectory).replace(/^~(?=[\\/])/, () => home));
  return isAbsolute(path) ? { path: path.replace(/(?<=.)[\\/]+$/, ''), settings: file.path } : null;
}

/** A file, or null if there is none. */
function readFile(place: SettingsPlace): SettingsFile | null {
  const namesUs = mayHoldPart('settings', place.path);
  let text: string | null;
  try {
    text = readForeign(place.path);
  } catch (error) {
    const why = sentenceOf(error).replace(`${place.path} `, '').replace(/\..*$/s, '');
    return { ...place, value: {}, fault: `cannot be read: ${why}`, hooks: null, namesUs };
  }
  if (text === null) return null;
  const settings = readSettings(text);
  const found = { ...place, value: 'value' in settings ? settings.value : {}, namesUs };
  const read = readOwnHooks(text);
  if ('message' in read) {
    const fault = `cannot be parsed at line ${read.line}, column ${read.column}: ${read.message}`;
    return { ...found, fault, hooks: null };
  }
  return { ...found, fault: null, hooks: read };
}

/** A memory directory that `autoMemoryDirectory` moved. */
interface MovedMemory {
  path: string;
  /** The settings file that moved it. */
  settings: string;
  /** Where it would be otherwise, and where chronicle looks. */
  usual: string;
}

/** The memory directory that settings name, unless it is the usual one. */
export function movedMemory(
  { memory: usual }: MemoryPlace,
  { memory }: Pick<ClaudeSettings, 'memory'>,
): MovedMemory | null {
  const isMoved = memory !== null && (realPath(memory.path) ?? memory.path) !== (realPath(usual) ?? usual);
  return isMoved ? { ...memory, usual } : null;
}

/**
 * Refuses (CHRONICLE_MEMORY_MOVED) if settings of Claude Code moved the memories of the project: it would not load what is
 * written to the usual place. Of other projects than the one here, only the user's settings are known.
 */
export function requireUsualMemory(env: Env, place: MemoryPlace): void {
  const checkout = checkoutOf(env.cwd);
  const isHere = projectDirectoryOf(checkout, env.variables) === place.projectDirectory;
  const moved = movedMemory(place, readClaudeSettings(pathsIn(env), isHere ? checkout.top : null, env.home));
  if (moved === null) return;
  throw new ChronicleError(
    'CHRONICLE_MEMORY_MOVED',
    `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}), but chronicle writes only to ${moved.usual}, which Claude Code then does not load. Remove the setting, and move the memory files. Nothing was changed.`,
  );
}
