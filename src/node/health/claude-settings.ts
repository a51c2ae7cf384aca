import { readFileSync } from 'node:fs';
import type { SettingsFact } from '../../health/installation-findings.ts';
import type { Layout } from '../../project/paths.ts';
import { isErrno, sentenceOf } from '../chronicle-error.ts';
import { readOwnHooks } from '../settings/own-hooks.ts';
import { READ_LINKED } from '../store/open-flags.ts';
import { onePerPlace } from './one-per-place.ts';

/** Claude Code's own default (2.1.329). */
const KEPT_DAYS = 30;

/** What Claude Code's settings say that matters to recording. */
export interface ClaudeSettings {
  files: SettingsFact[];
  /** The file by which Claude Code runs no hook: of those that set `disableAllHooks`, the last counts. Null if there is none. */
  hooksOffIn: string | null;
  /** For how many days transcripts are kept. */
  cleanupDays: number;
  /** The variables that they set; those of a project count before the user's. */
  env: Record<string, string>;
  /** Those of the user's own file, which may be given to a process: a project is not trusted by who looks into it. */
  ownEnv: Record<string, string>;
}

/** Reads the settings of the user, of a project and of the project's own user, as far as there are any. */
export function readClaudeSettings(layout: Pick<Layout, 'config'>, projectRoot: string | null): ClaudeSettings {
  const paths = [`${layout.config}/settings.json`, ...(projectRoot === null ? [] : projectFiles(projectRoot))];
  const read = onePerPlace(paths.flatMap((path) => readJson(path) ?? []));
  const values = read.map(({ value }) => value);
  const off = read.findLast(({ value }) => value.disableAllHooks !== undefined);
  const plugins: Record<string, unknown> = Object.assign({}, ...values.map((value) => fields(value.enabledPlugins)));
  const days = values.map(({ cleanupPeriodDays }) => cleanupPeriodDays).findLast(isDays);
  return {
    files: read.map(({ path, value, fault }) => ({
      path,
      fault,
      disablesHooks: off?.value.disableAllHooks === true && value.disableAllHooks === true,
      disabledPlugins: Object.entries(fields(value.enabledPlugins)).flatMap(([name, isOn]) =>
        name.startsWith('session-chronicle@') && isOn === false && plugins[name] === false ? [name] : [],
      ),
    })),
    hooksOffIn: off?.value.disableAllHooks === true ? off.path : null,
    cleanupDays: days ?? KEPT_DAYS,
    env: Object.assign({}, ...values.map(variables)),
    ownEnv: Object.assign({}, ...read.filter(({ path }) => path === paths[0]).map(({ value }) => variables(value))),
  };
}

/** A file's top-level fields; null if there is no file. Nothing of one that cannot be read, and why. */
export function readJson(path: string): { path: string; value: Record<string, unknown>; fault: string | null } | null {
  try {
    const text = readFileSync(path, { encoding: 'utf8', flag: READ_LINKED });
    if (text.trim() === '') return { path, value: {}, fault: null };
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { path, value: { ...value }, fault: null };
    return { path, value: {}, fault: 'is not a JSON object' };
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    const fault =
      error instanceof SyntaxError
        ? `is not JSON${placeOf(path)}`
        : `cannot be read: ${sentenceOf(error).slice(0, -1)}`;
    return { path, value: {}, fault };
  }
}

/** An object's fields; none of anything else. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Where a text that is not JSON goes wrong, as the end of a sentence. */
function placeOf(path: string): string {
  const read = readOwnHooks(readFileSync(path, { encoding: 'utf8', flag: READ_LINKED }));
  if (!('line' in read)) return ': it has comments or trailing commas';
  return ` from line ${read.line}, column ${read.column} on`;
}

function variables({ env }: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields(env)).map(([key, value]) => [key, String(value)]));
}

function projectFiles(root: string): string[] {
  return [`${root}/.claude/settings.json`, `${root}/.claude/settings.local.json`];
}

function isDays(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
