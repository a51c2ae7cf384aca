/**
 * The owner's settings, `<config>/session-chronicle/config.json`. Each key has its check in `FORMS` and its default in
 * `DEFAULTS`. A file with a fault is not used, but what it says about privacy is: nothing is recorded anywhere while `exclude`
 * cannot be read.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isErrno } from './chronicle-error.ts';
import { isRecord } from './is-record.ts';
import { listed } from './listed.ts';
import { type Paths, trimmed } from './paths.ts';
import { READ_LINKED } from './read-file.ts';

/** The layers of what the agent writes, in one place. Each builds on those before it; `log` is always on. */
export const LAYERS = ['log', 'notes', 'observations'] as const;

export type Layer = (typeof LAYERS)[number];

/** The layers that are on unless the owner chooses. */
export const USUAL_LAYERS: readonly Layer[] = ['log', 'notes'];

/** The names that the owner gave to archives of other machines or people: the root of each archive, and its name. */
export type MachineNames = ReadonlyMap<string, string>;

export const NO_MACHINES: MachineNames = new Map();

/** The name of the archive that has the chronicle at `<root>/<project-dir>/chronicle/<file>`; empty without one. */
export function machineOf(path: string, machines: MachineNames): string {
  if (machines.size === 0) return '';
  return machines.get(path.split('/').slice(0, -3).join('/')) ?? '';
}

export interface Config {
  /** More directories laid out like `<config>/projects`, absolute, such as an archive from another machine. */
  roots: readonly string[];
  /** The names of those that have one. */
  machines: MachineNames;
  /** Directories in which nothing is recorded, absolute or beginning with `~/`; read by `exclusionOf`. */
  exclude: readonly string[];
  /** The URL that opens a file at a place, with {path}, {line} and {column}. */
  editor: string;
  /** Matches a task id in a branch name; undefined for the default pattern. */
  taskPattern: RegExp | undefined;
  /** How posts are written for the owner's blogs; read by `exportOptions`. */
  export: Readonly<Record<string, unknown>>;
  /** Whether the texts of prompts are kept of transcripts. Their number and times always are. */
  facts: { prompts: boolean };
  /** What the agent is told to write, besides the log. */
  layers: readonly Layer[];
  /** The same for directories, absolute or beginning with `~/`; read by `layersOf`. */
  layersByPath: Readonly<Record<string, readonly Layer[]>>;
  /** When the agent is asked for observations. In the file, its keys are at the top. */
  observer: ObserverSettings;
  /** The longest briefing of the next session (estimated tokens); 0 for none. */
  briefing: { tokens: number };
  /** Checkouts that were moved or renamed: the path of each now, and the paths it had. Read by `checkoutRules`. */
  projects: Readonly<Record<string, readonly string[]>>;
  /** Requests and failing commands that are not shown again, by the path of the checkout; see `src/memory/repeats.ts`. */
  dismissed: Readonly<Record<string, readonly string[]>>;
}

/** The names and the usual values are those of observational memory. */
export interface ObserverSettings {
  /** False turns the layer `observations` off, whatever `layers` says. */
  enabled: boolean;
  /** How much new text makes a session be asked for observations (estimated tokens: characters / 4). */
  observationThreshold: number;
}

export const DEFAULTS: Config = {
  roots: [],
  machines: NO_MACHINES,
  exclude: [],
  editor: 'vscode://file/{path}:{line}:{column}',
  taskPattern: undefined,
  export: {},
  facts: { prompts: true },
  layers: USUAL_LAYERS,
  layersByPath: {},
  observer: { enabled: true, observationThreshold: 30_000 },
  briefing: { tokens: 1200 },
  projects: {},
  dismissed: {},
};

/** The settings in the file, after they were checked. */
interface Settings extends Omit<Partial<Config>, 'roots' | 'machines' | 'taskPattern' | 'observer'> {
  roots?: Root[];
  taskPattern?: string;
}

/** An archive's directory, or the directory with the name of its machine or its owner. */
type Root = string | { path: string; name?: string };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isSize: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value > 0;
const isPath: Check = (value) => isText(value) && (isAbsolute(String(value)) || /^~(?:$|[\\/])/.test(String(value)));
const isLayer: Check = (value) => LAYERS.some((known) => known === value);
const listOf =
  (isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const mapOf =
  (isKey: Check, isValue: Check): Check =>
  (value) =>
    isRecord(value) && Object.entries(value).every(([key, item]) => isKey(key) && isValue(item));

/** Each key's check, and what it should have been. By hand, because hooks read these settings too and load no schema library. */
const FORMS: Readonly<Record<string, [isValid: Check, expected: string]>> = {
  roots: [
    listOf(isRoot),
    'a list of absolute paths, or of objects such as { "path": "/mnt/laptop/projects", "name": "laptop" }',
  ],
  exclude: [listOf(isPath), 'a list of paths that are absolute or begin with ~/'],
  editor: [
    isEditor,
    "an editor's URL such as vscode://file/{path}:{line}:{column}; javascript:, data:, vbscript: and file: are not allowed",
  ],
  taskPattern: [isPattern, 'a regular expression such as [A-Za-z]+-?\\d+'],
  export: [isRecord, 'an object with a key for each kind of blog, such as "astro"'],
  facts: [mapOf((key) => key === 'prompts', isFlag), 'an object such as { "prompts": false }'],
  layers: [
    listOf(isLayer),
    `a list with ${listed(
      LAYERS.map((name) => `"${name}"`),
      'or',
    )}`,
  ],
  layersByPath: [mapOf(isPath, listOf(isLayer)), 'an object such as { "~/code/client": ["log"] }'],
  enabled: [isFlag, 'true or false'],
  observationThreshold: [isSize, 'a number of tokens such as 30000'],
  briefing: [
    mapOf(
      (key) => key === 'tokens',
      (size) => size === 0 || isSize(size),
    ),
    'an object such as { "tokens": 1200 }',
  ],
  projects: [
    mapOf(isPath, listOf(isPath)),
    'an object with the new and the old paths of checkouts, such as { "~/code/shop": ["~/code/store"] }',
  ],
  dismissed: [
    mapOf(isText, listOf(isText)),
    'an object with the path of a checkout and what is not shown again, such as { "/home/me/shop": ["add a test"] }',
  ],
};

export const CONFIG_KEYS: readonly string[] = Object.keys(FORMS);

/** The settings, and the problems with their file. */
export interface ReadConfig {
  config: Config;
  /** What is wrong with an unusable file, in sentences. */
  problem: string | null;
  /** Unknown keys, which are ignored. */
  unknown: string[];
  /** Whether the file has an unreadable `exclude`, so that nothing may be recorded anywhere. */
  isExcludeLost: boolean;
}

/** Reads the owner's settings. Uses the defaults if the file is missing or unusable. */
export function readConfig({ settings: path }: Pick<Paths, 'settings'>): ReadConfig {
  let text = '';
  try {
    text = readFileSync(path, { encoding: 'utf8', flag: READ_LINKED });
    return checked(JSON.parse(text.replace(/^\ufeff/, '')), path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { config: DEFAULTS, problem: null, unknown: [], isExcludeLost: false };
    if (!(error instanceof SyntaxError)) return refused(path, 'cannot be read', {});
    const facts = { prompts: !text.includes('"prompts"') };
    return refused(path, 'is not valid JSON', { facts }, text.includes('"exclude"'));
  }
}

function checked(value: unknown, path: string): ReadConfig {
  if (!isRecord(value)) return refused(path, 'is not a JSON object', {});
  const isFaulty = (key: string) => value[key] !== undefined && !FORMS[key]?.[0](value[key]);
  const faulty = CONFIG_KEYS.find(isFaulty);
  const settings: Settings = value;
  const facts = { ...DEFAULTS.facts, ...settings.facts };
  if (faulty !== undefined) {
    const reason = `has an invalid "${faulty}": expected ${FORMS[faulty]?.[1]}`;
    if (isFaulty('exclude')) return refused(path, reason, {}, true);
    // Keep what is private even if another setting is invalid.
    const { exclude = DEFAULTS.exclude } = settings;
    return refused(path, reason, { exclude, facts: isFaulty('facts') ? { prompts: false } : facts });
  }
  const { roots = [], taskPattern } = settings;
  const given = (defaults: object) => Object.entries(value).filter(([key]) => Object.hasOwn(defaults, key));
  return {
    config: {
      ...DEFAULTS,
      ...Object.fromEntries(given(DEFAULTS)),
      ...rootSettings(roots),
      taskPattern: taskPattern === undefined ? undefined : new RegExp(taskPattern),
      facts,
      observer: { ...DEFAULTS.observer, ...Object.fromEntries(given(DEFAULTS.observer)) },
      briefing: { ...DEFAULTS.briefing, ...settings.briefing },
    },
    problem: null,
    unknown: Object.keys(value).filter((key) => !CONFIG_KEYS.includes(key)),
    isExcludeLost: false,
  };
}

function refused(path: string, reason: string, kept: Partial<Config>, isExcludeLost = false): ReadConfig {
  const state = isExcludeLost
    ? 'Its "exclude" cannot be read, so nothing is recorded anywhere until this is fixed.'
    : 'The default settings are used until this is fixed.';
  return { config: { ...DEFAULTS, ...kept }, problem: `${path} ${reason}. ${state}`, unknown: [], isExcludeLost };
}

function rootSettings(roots: readonly Root[]): Pick<Config, 'roots' | 'machines'> {
  const places = roots
    .map((root) => (typeof root === 'string' ? { path: root, name: undefined } : root))
    .map(({ path, name }) => ({ path: trimmed(path), name }));
  return {
    roots: places.map(({ path }) => path),
    machines: new Map(places.flatMap(({ path, name }) => (name === undefined ? [] : [[path, name.trim()]]))),
  };
}

/** A name can be typed in a search, in quotes. */
function isRoot(value: unknown): boolean {
  if (typeof value === 'string') return isAbsolute(value);
  if (!isRecord(value)) return false;
  const { path, name = 'none', ...rest } = value;
  const isName = typeof name === 'string' && /^(?=.*\S)[^\p{Cc}"]{1,40}$/u.test(name);
  return typeof path === 'string' && isAbsolute(path) && isName && Object.keys(rest).length === 0;
}

/** URL schemes that a browser would run or open itself instead of passing them to an editor. */
const NO_EDITOR = /^(?:javascript|data|vbscript|file|blob|about|view-source):/i;

/** Rejects control characters and blanks, which browsers ignore in a scheme. */
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
