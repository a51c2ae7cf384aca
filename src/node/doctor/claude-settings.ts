import { existsSync } from 'node:fs';
import { isAbsolute, normalize } from 'node:path';
import type { SettingsFact } from '#src/doctor/settings-findings.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { isRecord } from '#src/value/is-record.ts';
import { realPath } from '../disk/real-path.ts';
import { readForeign, requireWritable } from '../install/foreign-file.ts';
import { type OwnHooks, readOwnHooks } from '../install/settings/own-hooks.ts';
import type { SettingsFault } from '../install/settings/settings-text.ts';
import { settingsFiles } from '../install/settings-files.ts';

/** Claude Code's own default (2.1.329). */
const KEPT_DAYS = 30;

/** What Claude Code's settings say that matters to recording. */
export interface ClaudeSettings {
  files: SettingsFact[];
  /**
   * The file by which Claude Code runs no hook: of those that set `disableAllHooks`, the last counts, so that a project's
   * also stops the user's hooks. Null if there is none.
   */
  hooksOffIn: string | null;
  /** For how many days transcripts are kept. */
  cleanupDays: number;
  /** The directory that Claude Code keeps memory in instead of the usual one, and the file that says so; null for none. */
  memory: { path: string; settings: string } | null;
  /** The variables that they set; those of a project count before the user's. */
  env: Record<string, string>;
  /** Those of the user's own file, which may be given to a process: a project is not trusted by who looks into it. */
  ownEnv: Record<string, string>;
}

/** Reads the settings of the user, of a project and of the project's own user, as far as there are any. */
export function readClaudeSettings(
  layout: Pick<Layout, 'config'>,
  projectRoot: string | null,
  home: string,
): ClaudeSettings {
  const paths = settingsFiles(layout, projectRoot).map(({ path }) => path);
  const read = onePerPlace(paths.flatMap((path) => readJson(path) ?? []));
  const values = read.map(({ value }) => value);
  const off = read.findLast(({ value }) => value.disableAllHooks !== undefined);
  const plugins: Record<string, unknown> = Object.assign({}, ...values.map((value) => fields(value.enabledPlugins)));
  const days = values.map(({ cleanupPeriodDays }) => cleanupPeriodDays).findLast(isDays);
  return {
    files: read.map(({ path, value, fault, isLoaded, others, lost }) => ({
      path,
      fault,
      isLoaded,
      others,
      lost,
      isReadOnly: path === paths[0] && isReadOnly(path),
      disablesHooks: off?.value.disableAllHooks === true && value.disableAllHooks === true,
      disabledPlugins: Object.entries(fields(value.enabledPlugins)).flatMap(([name, isOn]) =>
        name.startsWith('session-chronicle@') && isOn === false && plugins[name] === false ? [name] : [],
      ),
    })),
    hooksOffIn: off?.value.disableAllHooks === true ? off.path : null,
    cleanupDays: days ?? KEPT_DAYS,
    memory: movedMemory(read, home),
    env: Object.assign({}, ...values.map(variables)),
    ownEnv: Object.assign({}, ...read.filter(({ path }) => path === paths[0]).map(({ value }) => variables(value))),
  };
}

/**
 * What `autoMemoryDirectory` sets. Measured on 2.1.329: the nearest file that has it counts, a project's own `settings.json`
 * too once its folder is trusted; `~/` is the home directory; if the path is not absolute, memory stays in the usual place.
 */
function movedMemory(read: readonly ReadFile[], home: string): ClaudeSettings['memory'] {
  const file = read.findLast(({ value }) => typeof value.autoMemoryDirectory === 'string');
  if (!file) return null;
  const path = normalize(String(file.value.autoMemoryDirectory).replace(/^~(?=[\\/])/, () => home));
  return isAbsolute(path) ? { path: path.replace(/(?<=.)[\\/]+$/, ''), settings: file.path } : null;
}

/** What a file of JSON says at its top. */
interface ReadFile {
  path: string;
  value: Record<string, unknown>;
  /** Why nothing of it is read, or no hook can be put into it, as the end of a sentence. */
  fault: string | null;
  /** Whether it is read all the same. */
  isLoaded: boolean;
  /** The lines of hooks of others that run chronicle. */
  others: readonly number[];
  /** Likewise of those whose program is gone. */
  lost: readonly number[];
}

/** A file's top-level fields; null if there is no file. Nothing of one that cannot be read, and why. */
export function readJson(path: string): ReadFile | null {
  const unread = { path, value: {}, isLoaded: false, others: [], lost: [] };
  let text: string | null;
  try {
    text = readForeign(path);
  } catch (error) {
    return { ...unread, fault: refusalOf(error, path) };
  }
  if (text === null) return null;
  const read = readOwnHooks(text);
  const fault = 'message' in read ? `has a fault in line ${read.line}, column ${read.column}: ${read.message}` : null;
  const found = { path, fault, isLoaded: true, ...othersOf(read) };
  if (text.trim() === '') return { ...found, value: {} };
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (isRecord(value)) return { ...found, value: { ...value } };
    return { ...unread, fault: 'is not a JSON object' };
  } catch {
    return { ...unread, fault: parseFault(read) };
  }
}

/** Why Claude Code does not load a file, with its place, as the end of a sentence. */
function parseFault(read: OwnHooks | SettingsFault): string {
  if ('message' in read) return `cannot be parsed at line ${read.line}, column ${read.column}: ${read.message}`;
  const { extension } = read;
  return extension
    ? `has ${extension.message} at line ${extension.line}, column ${extension.column}`
    : 'cannot be parsed as JSON';
}

/** The lines of hooks of others, those apart that can only fail. */
function othersOf(read: OwnHooks | SettingsFault): Pick<ReadFile, 'others' | 'lost'> {
  if ('message' in read) return { others: [], lost: [] };
  const isLost = (_: number, index: number) => {
    const program = read.otherPrograms[index] ?? null;
    return program !== null && !existsSync(program);
  };
  return { others: read.others.filter((line, index) => !isLost(line, index)), lost: read.others.filter(isLost) };
}

/** The sentence of what refuses a file, without its name and its full stop. */
function refusalOf(error: unknown, path: string): string {
  const sentence = sentenceOf(error)
    .replace(/ (?:It was not changed|Nothing was written)\.$/, '')
    .replace(/\.$/, '');
  if (error instanceof ChronicleError && sentence.startsWith(`${path} `)) return sentence.slice(path.length + 1);
  return `cannot be read: ${sentence}`;
}

function isReadOnly(path: string): boolean {
  try {
    requireWritable(path);
    return false;
  } catch {
    return true;
  }
}

/** An object's fields; none of anything else. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function variables({ env }: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields(env)).map(([key, value]) => [key, String(value)]));
}

function isDays(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Those with a path of their own, the first of each: in the home directory, the user's settings are the project's as well. */
export function onePerPlace<T extends { path: string }>(items: readonly T[]): T[] {
  const places = new Map<string, T>();
  for (const item of items) {
    const place = realPath(item.path) ?? item.path;
    if (!places.has(place)) places.set(place, item);
  }
  return [...places.values()];
}
