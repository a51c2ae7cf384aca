import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Layout } from '../project/paths.ts';
import { READ_LINKED } from './store/open-flags.ts';

/** What the owner set in `<config>/session-chronicle/config.json`. */
export interface Config {
  /** Further directories laid out like `<config>/projects`, absolute: an archive from another machine, say. */
  roots: string[];
  /** The link that opens a file at a place, with {path}, {line} and {column}. */
  editor: string;
  /** How a task's id stands in a branch name; undefined for the format's own pattern. */
  taskPattern: RegExp | undefined;
  /** How posts are written for the owner's blogs; `exportOptions` reads it. */
  export: Readonly<Record<string, unknown>>;
}

const DEFAULTS: Config = {
  roots: [],
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
  editor: {
    isValid: isEditor,
    wanted:
      'the address of an editor, such as vscode://file/{path}:{line}:{column}; javascript:, data:, vbscript: and file: open none',
  },
  taskPattern: { isValid: isPattern, wanted: 'a regular expression such as [A-Za-z]+-?\\d+' },
  export: { isValid: isObject, wanted: 'an object with a key for each kind of blog, such as "astro"' },
};

export const CONFIG_KEYS: readonly string[] = Object.keys(FORMS);

/** The settings, and what the file says beside them. */
export interface ReadConfig {
  config: Config;
  /** What is wrong with a file that cannot be used, in a sentence. */
  problem: string | null;
  /** Keys that no setting has; they are ignored. */
  unknown: string[];
}

/** Reads the owner's settings; all defaults if there is no file, or none that can be used. */
export function readConfig(layout: Pick<Layout, 'settings'>): ReadConfig {
  const text = read(layout.settings);
  if (typeof text !== 'string') return { config: DEFAULTS, problem: text.problem, unknown: [] };
  try {
    return checked(JSON.parse(text), layout.settings);
  } catch {
    return refused(layout.settings, 'is not JSON');
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
  if (!isObject(value)) return refused(path, 'is not a JSON object');
  const settings: Record<string, unknown> = { ...value };
  for (const [key, { isValid, wanted }] of Object.entries(FORMS)) {
    if (settings[key] !== undefined && !isValid(settings[key]))
      return refused(path, `has a "${key}" that is not ${wanted}`);
  }
  const { roots, editor, taskPattern, export: blogs } = settings as Settings;
  return {
    config: {
      roots: roots ?? DEFAULTS.roots,
      editor: editor ?? DEFAULTS.editor,
      taskPattern: taskPattern === undefined ? undefined : new RegExp(taskPattern),
      export: blogs ?? DEFAULTS.export,
    },
    problem: null,
    unknown: Object.keys(settings).filter((key) => !CONFIG_KEYS.includes(key)),
  };
}

/** The file's own, once each has been found valid. */
interface Settings {
  roots?: string[];
  editor?: string;
  taskPattern?: string;
  export?: Record<string, unknown>;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(path: string, reason: string): ReadConfig {
  const problem = `${path} ${reason}. The built-in settings are used until it is mended.`;
  return { config: DEFAULTS, problem, unknown: [] };
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
