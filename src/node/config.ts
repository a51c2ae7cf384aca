import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Layout } from '../project/paths.ts';
import { isRecord } from '../value/is-record.ts';
import { READ_LINKED } from './disk/open-flags.ts';

/** What the owner set in `<config>/session-chronicle/config.json`. */
export interface Config {
  /** Further directories laid out like `<config>/projects`, absolute: an archive from another machine, say. */
  roots: string[];
  /** Directories in which nothing is recorded, absolute or below the home with `~/`; `exclusionOf` reads them. */
  exclude: string[];
  /** The link that opens a file at a place, with {path}, {line} and {column}. */
  editor: string;
  /** How a task's id stands in a branch name; undefined for the format's own pattern. */
  taskPattern: RegExp | undefined;
  /** How posts are written for the owner's blogs; `exportOptions` reads it. */
  export: Readonly<Record<string, unknown>>;
}

const DEFAULTS: Config = {
  roots: [],
  exclude: [],
  editor: 'vscode://file/{path}:{line}:{column}',
  taskPattern: undefined,
  export: {},
};

interface Form {
  isValid: (value: unknown) => boolean;
  wanted: string;
}

/** Checked by hand, as a hook reads these settings too and starts without the schema library. */
const FORMS: Record<keyof Config, Form> = {
  roots: {
    isValid: (value) => Array.isArray(value) && value.every((path) => typeof path === 'string' && isAbsolute(path)),
    wanted: 'a list of absolute paths',
  },
  exclude: {
    isValid: (value) => Array.isArray(value) && value.every(isExclusion),
    wanted: 'a list of paths that are absolute or begin with ~/',
  },
  editor: {
    isValid: isEditor,
    wanted:
      'the address of an editor, such as vscode://file/{path}:{line}:{column}; javascript:, data:, vbscript: and file: open none',
  },
  taskPattern: { isValid: isPattern, wanted: 'a regular expression such as [A-Za-z]+-?\\d+' },
  export: { isValid: isRecord, wanted: 'an object with a key for each kind of blog, such as "astro"' },
};

export const CONFIG_KEYS: readonly string[] = Object.keys(FORMS);

/** The settings, and what the file says beside them. */
export interface ReadConfig {
  config: Config;
  /** What is wrong with a file that cannot be used, in a sentence. */
  problem: string | null;
  /** Keys that no setting has; they are ignored. */
  unknown: string[];
  /** Whether the file has an `exclude` that cannot be read: then nobody knows where nothing may be recorded. */
  isExcludeLost: boolean;
}

/** Reads the owner's settings; all defaults if there is no file, or none that can be used. */
export function readConfig(layout: Pick<Layout, 'settings'>): ReadConfig {
  const text = read(layout.settings);
  if (typeof text !== 'string') return { config: DEFAULTS, problem: text.problem, unknown: [], isExcludeLost: false };
  try {
    return checked(JSON.parse(text.replace(/^\ufeff/, '')), layout.settings);
  } catch {
    return refused(layout.settings, 'is not JSON', text.includes('"exclude"'));
  }
}

function read(path: string): string | { problem: string | null } {
  try {
    return readFileSync(path, { encoding: 'utf8', flag: READ_LINKED });
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { problem: isAbsent ? null : refused(path, 'cannot be read').problem };
  }
}

function checked(value: unknown, path: string): ReadConfig {
  if (!isRecord(value)) return refused(path, 'is not a JSON object');
  const settings: Record<string, unknown> = { ...value };
  const isFaulty = (key: keyof Config) => settings[key] !== undefined && !FORMS[key].isValid(settings[key]);
  const faulty = (Object.keys(FORMS) as (keyof Config)[]).find(isFaulty);
  if (faulty) {
    const reason = `has a "${faulty}" that is not ${FORMS[faulty].wanted}`;
    if (isFaulty('exclude')) return refused(path, reason, true);
    const { config, ...rest } = refused(path, reason);
    // What is wrong elsewhere in the file brings no recording to where the owner wants none.
    const { exclude = DEFAULTS.exclude } = settings as Settings;
    return { ...rest, config: { ...config, exclude } };
  }
  const { roots, exclude, editor, taskPattern, export: blogs } = settings as Settings;
  return {
    config: {
      roots: roots ?? DEFAULTS.roots,
      exclude: exclude ?? DEFAULTS.exclude,
      editor: editor ?? DEFAULTS.editor,
      taskPattern: taskPattern === undefined ? undefined : new RegExp(taskPattern),
      export: blogs ?? DEFAULTS.export,
    },
    problem: null,
    unknown: Object.keys(settings).filter((key) => !CONFIG_KEYS.includes(key)),
    isExcludeLost: false,
  };
}

/** The file's own, once each has been found valid. */
interface Settings {
  roots?: string[];
  exclude?: string[];
  editor?: string;
  taskPattern?: string;
  export?: Record<string, unknown>;
}

function isExclusion(path: unknown): boolean {
  return typeof path === 'string' && (isAbsolute(path) || path === '~' || /^~[\\/]/.test(path));
}

function refused(path: string, reason: string, isExcludeLost = false): ReadConfig {
  const state = isExcludeLost
    ? 'Its "exclude" cannot be read, so nothing is recorded anywhere until it is mended.'
    : 'The built-in settings are used until it is mended.';
  return { config: DEFAULTS, problem: `${path} ${reason}. ${state}`, unknown: [], isExcludeLost };
}

/** Addresses that a browser would run, or open as a page of the machine's files, instead of handing them to an editor. */
const NO_EDITOR = /^(?:javascript|data|vbscript|file|blob|about|view-source):/i;

/** Browsers ignore control characters and blanks in a scheme, so one that has any is none. */
function isEditor(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return /^[a-z][a-z\d+.-]*:[^\s\p{Cc}]*\{path\}[^\s\p{Cc}]*$/iu.test(value) && !NO_EDITOR.test(value);
}

function isPattern(text: unknown): boolean {
  if (typeof text !== 'string' || text === '') return false;
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}
