import { existsSync } from 'node:fs';
import { isAbsolute, normalize } from 'node:path';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { realPath } from '../lib/real-path.ts';
import { readForeign } from '../lib/foreign-file.ts';
import { type OwnHooks, readOwnHooks } from './settings/own-hooks.ts';
import type { SettingsFault } from '../lib/settings-text.ts';
import { settingsFiles } from './settings-files.ts';

/** Claude Code's own default (2.1.329). */
const KEPT_DAYS = 30;

/** What a settings file of Claude Code says about running hooks. */
export interface SettingsFact {
  path: string;
  /** Why it cannot be used, as the end of a sentence; null if it can. */
  fault: string | null;
  /** Whether Claude Code loads it anyway, and only `chronicle init` refuses it. */
  isLoaded: boolean;
  /** The lines of hooks that run chronicle but were not written by `chronicle init`. */
  others: readonly number[];
  /** The lines of such hooks whose program does not exist. */
  lost: readonly number[];
}

/** Claude Code's settings, as far as recording depends on them. */
export interface ClaudeSettings {
  files: SettingsFact[];
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

/** Reads the user's settings, and those of a project and its `settings.local.json`, if they exist. */
export function readClaudeSettings(
  layout: Pick<Layout, 'config'>,
  projectRoot: string | null,
  home: string,
): ClaudeSettings {
  const paths = settingsFiles(layout, projectRoot).map(({ path }) => path);
  const read = onePerPlace(paths.flatMap((path) => readJson(path) ?? []));
  const values = read.map(({ value }) => value);
  const off = read.findLast(({ value }) => value.disableAllHooks !== undefined);
  const days = values.map(({ cleanupPeriodDays }) => cleanupPeriodDays).findLast(isDays);
  return {
    files: read.map(({ path, fault, isLoaded, others, lost }) => ({ path, fault, isLoaded, others, lost })),
    hooksOffIn: off?.value.disableAllHooks === true ? off.path : null,
    cleanupDays: days ?? KEPT_DAYS,
    memory: movedMemory(read, home),
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

/** The top level of a JSON file. */
interface ReadFile {
  path: string;
  value: Record<string, unknown>;
  /** Why it cannot be read, or cannot take hooks, as the end of a sentence; null if it can. */
  fault: string | null;
  /** Whether Claude Code loads it anyway. */
  isLoaded: boolean;
  /** The lines of hooks by others that run chronicle. */
  others: readonly number[];
  /** The lines of such hooks whose program does not exist. */
  lost: readonly number[];
}

/** The top-level fields of a file; null if there is no file. One that cannot be read has no fields, and a fault. */
function readJson(path: string): ReadFile | null {
  const unread = { path, value: {}, isLoaded: false, others: [], lost: [] };
  let text: string | null;
  try {
    text = readForeign(path);
  } catch (error) {
    return { ...unread, fault: refusalOf(error, path) };
  }
  if (text === null) return null;
  const read = readOwnHooks(text);
  const fault = 'message' in read ? `has an error at line ${read.line}, column ${read.column}: ${read.message}` : null;
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

/** The lines of hooks by others; those that can only fail are `lost`. */
function othersOf(read: OwnHooks | SettingsFault): Pick<ReadFile, 'others' | 'lost'> {
  if ('message' in read) return { others: [], lost: [] };
  const isLost = (_: number, index: number) => {
    const program = read.otherPrograms[index] ?? null;
    return program !== null && !existsSync(program);
  };
  return { others: read.others.filter((line, index) => !isLost(line, index)), lost: read.others.filter(isLost) };
}

/** Why a file was refused, without its name and the full stop. */
function refusalOf(error: unknown, path: string): string {
  const sentence = sentenceOf(error)
    .replace(/ (?:(?:It|The file) was not changed|Nothing was (?:written|changed)|No file was changed)\.$/, '')
    .replace(/\.$/, '');
  if (error instanceof ChronicleError && sentence.startsWith(`${path} `)) return sentence.slice(path.length + 1);
  return `cannot be read: ${sentence}`;
}

function isDays(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** The first item of each real path: in the home directory, the user's settings are also the project's. */
export function onePerPlace<T extends { path: string }>(items: readonly T[]): T[] {
  const places = new Map<string, T>();
  for (const item of items) {
    const place = realPath(item.path) ?? item.path;
    if (!places.has(place)) places.set(place, item);
  }
  return [...places.values()];
}
