import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Paths } from './paths.ts';
import { isRecord } from './is-record.ts';
import { listed } from './listed.ts';
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

/** The owner's settings in `<config>/session-chronicle/config.json`. */
export interface Config {
  /** More directories laid out like `<config>/projects`, absolute, such as an archive from another machine. */
  roots: string[];
  /** The names of those that have one. */
  machines: MachineNames;
  /** Directories in which nothing is recorded, absolute or beginning with `~/`; read by `exclusionOf`. */
  exclude: string[];
  /** The URL that opens a file at a place, with {path}, {line} and {column}. */
  editor: string;
  /** Matches a task id in a branch name; undefined for the default pattern. */
  taskPattern: RegExp | undefined;
  /** How posts are written for the owner's blogs; read by `exportOptions`. */
  export: Readonly<Record<string, unknown>>;
  /** What is kept of transcripts. */
  facts: FactsSettings;
  /** What the agent is told to write, besides the log. */
  layers: readonly Layer[];
  /** The same for directories, absolute or beginning with `~/`; read by `layersOf`. */
  layersByPath: Readonly<Record<string, readonly Layer[]>>;
  /** When the agent is asked for observations. In the file, its keys stand at the top. */
  observer: ObserverSettings;
  /** What the next session is told. */
  briefing: BriefingSettings;
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
  /** The size at which a project's observations should be condensed (estimated tokens). */
  reflectionThreshold: number;
  /** How full the context window gets before a session is asked for observations (per cent). */
  contextThresholdPct: number;
}

export interface BriefingSettings {
  /** The longest briefing (estimated tokens); 0 for none. */
  tokens: number;
}

export interface FactsSettings {
  /** Whether the texts of prompts are kept. Their number and times always are. */
  prompts: boolean;
}

export const DEFAULTS: Config = {
  roots: [],
  machines: new Map(),
  exclude: [],
  editor: 'vscode://file/{path}:{line}:{column}',
  taskPattern: undefined,
  export: {},
  facts: { prompts: true },
  layers: USUAL_LAYERS,
  layersByPath: {},
  observer: { enabled: true, observationThreshold: 30_000, reflectionThreshold: 40_000, contextThresholdPct: 60 },
  briefing: { tokens: 1200 },
  projects: {},
  dismissed: {},
};

interface Form {
  isValid: (value: unknown) => boolean;
  expected: string;
}

/** Checked by hand, because hooks read these settings too and do not load the schema library. */
const FORMS: Record<keyof Settings, Form> = {
  roots: {
    isValid: (value) => Array.isArray(value) && value.every(isRoot),
    expected: 'a list of absolute paths, or of objects such as { "path": "/mnt/laptop/projects", "name": "laptop" }',
  },
  exclude: {
    isValid: (value) => Array.isArray(value) && value.every(isPath),
    expected: 'a list of paths that are absolute or begin with ~/',
  },
  editor: {
    isValid: isEditor,
    expected:
      "an editor's URL such as vscode://file/{path}:{line}:{column}; javascript:, data:, vbscript: and file: are not allowed",
  },
  taskPattern: { isValid: isPattern, expected: 'a regular expression such as [A-Za-z]+-?\\d+' },
  export: { isValid: isRecord, expected: 'an object with a key for each kind of blog, such as "astro"' },
  facts: { isValid: isFactsSetting, expected: 'an object such as { "prompts": false }' },
  layers: { isValid: areLayers, expected: `a list with ${listed(LAYERS.map(inQuotes), 'or')}` },
  layersByPath: {
    isValid: (value) =>
      isRecord(value) && Object.entries(value).every(([path, layers]) => isPath(path) && areLayers(layers)),
    expected: 'an object such as { "~/code/client": ["log"] }',
  },
  enabled: { isValid: (value) => typeof value === 'boolean', expected: 'true or false' },
  observationThreshold: { isValid: isSize, expected: 'a number of tokens such as 30000' },
  reflectionThreshold: { isValid: isSize, expected: 'a number of tokens such as 40000' },
  contextThresholdPct: {
    isValid: (value) => isSize(value) && Number(value) <= 100,
    expected: 'a number from 1 to 100',
  },
  briefing: {
    isValid: (value) =>
      isRecord(value) && Object.entries(value).every(([key, size]) => key === 'tokens' && (size === 0 || isSize(size))),
    expected: 'an object such as { "tokens": 1200 }',
  },
  projects: {
    isValid: (value) =>
      isRecord(value) &&
      Object.entries(value).every(([path, old]) => isPath(path) && Array.isArray(old) && old.every(isPath)),
    expected: 'an object with the new and the old paths of checkouts, such as { "~/code/shop": ["~/code/store"] }',
  },
  dismissed: {
    isValid: (value) => isRecord(value) && Object.values(value).every(areTexts),
    expected:
      'an object with the path of a checkout and what is not shown again, such as { "/home/me/shop": ["add a test"] }',
  },
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
export function readConfig(paths: Pick<Paths, 'settings'>): ReadConfig {
  const text = read(paths.settings);
  if (typeof text !== 'string') return { config: DEFAULTS, problem: text.problem, unknown: [], isExcludeLost: false };
  try {
    return checked(JSON.parse(text.replace(/^\ufeff/, '')), paths.settings);
  } catch {
    const { config, ...rest } = refused(paths.settings, 'is not valid JSON', text.includes('"exclude"'));
    return { ...rest, config: { ...config, facts: { prompts: !text.includes('"prompts"') } } };
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
  const isFaulty = (key: keyof Settings) => settings[key] !== undefined && !FORMS[key].isValid(settings[key]);
  const faulty = (Object.keys(FORMS) as (keyof Settings)[]).find(isFaulty);
  if (faulty) {
    const reason = `has an invalid "${faulty}": expected ${FORMS[faulty].expected}`;
    if (isFaulty('exclude')) return refused(path, reason, true);
    const { config, ...rest } = refused(path, reason);
    // Keep what is private even if another setting is invalid.
    const { exclude = DEFAULTS.exclude, facts } = settings as Settings;
    return { ...rest, config: { ...config, exclude, facts: isFaulty('facts') ? NO_PROMPTS : factsSettings(facts) } };
  }
  const {
    roots,
    exclude,
    editor,
    taskPattern,
    export: blogs,
    facts,
    layers,
    layersByPath,
    briefing,
    projects,
    dismissed,
    ...rest
  } = settings as Settings;
  return {
    config: {
      ...rootSettings(roots ?? []),
      exclude: exclude ?? DEFAULTS.exclude,
      editor: editor ?? DEFAULTS.editor,
      taskPattern: taskPattern === undefined ? undefined : new RegExp(taskPattern),
      export: blogs ?? DEFAULTS.export,
      facts: factsSettings(facts),
      layers: layers ?? DEFAULTS.layers,
      layersByPath: layersByPath ?? DEFAULTS.layersByPath,
      observer: observerSettings(rest),
      briefing: { ...DEFAULTS.briefing, ...briefing },
      projects: projects ?? DEFAULTS.projects,
      dismissed: dismissed ?? DEFAULTS.dismissed,
    },
    problem: null,
    unknown: Object.keys(settings).filter((key) => !CONFIG_KEYS.includes(key)),
    isExcludeLost: false,
  };
}

/** The settings in the file, after they were checked. */
interface Settings extends Partial<ObserverSettings> {
  roots?: Root[];
  exclude?: string[];
  editor?: string;
  taskPattern?: string;
  export?: Record<string, unknown>;
  facts?: Partial<FactsSettings>;
  layers?: Layer[];
  layersByPath?: Record<string, Layer[]>;
  briefing?: Partial<BriefingSettings>;
  projects?: Record<string, string[]>;
  dismissed?: Record<string, string[]>;
}

/** An archive's directory, or the directory with the name of its machine or its owner. */
type Root = string | { path: string; name?: string };

function rootSettings(roots: readonly Root[]): Pick<Config, 'roots' | 'machines'> {
  const named = roots.map((root) => (typeof root === 'string' ? { path: root, name: undefined } : root));
  const places = named.map(({ path, name }) => ({ path: path.replace(/(?<=.)[\\/]+$/, ''), name }));
  return {
    roots: places.map(({ path }) => path),
    machines: new Map(places.flatMap(({ path, name }) => (name === undefined ? [] : [[path, name.trim()]]))),
  };
}

const NO_PROMPTS: FactsSettings = { prompts: false };

function factsSettings(settings: Partial<FactsSettings> = {}): FactsSettings {
  return { ...DEFAULTS.facts, ...settings };
}

function observerSettings({
  enabled = DEFAULTS.observer.enabled,
  observationThreshold = DEFAULTS.observer.observationThreshold,
  reflectionThreshold = DEFAULTS.observer.reflectionThreshold,
  contextThresholdPct = DEFAULTS.observer.contextThresholdPct,
}: Partial<ObserverSettings>): ObserverSettings {
  return { enabled, observationThreshold, reflectionThreshold, contextThresholdPct };
}

function isRoot(value: unknown): boolean {
  if (typeof value === 'string') return isAbsolute(value);
  if (!isRecord(value)) return false;
  const { path, name, ...rest } = value;
  return typeof path === 'string' && isAbsolute(path) && isMachineName(name) && Object.keys(rest).length === 0;
}

/** A name can be typed in a search, in quotes. */
function isMachineName(name: unknown): boolean {
  return name === undefined || (typeof name === 'string' && /^(?=.*\S)[^\p{Cc}"]{1,40}$/u.test(name));
}

function isSize(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isFactsSetting(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([key, choice]) => key === 'prompts' && typeof choice === 'boolean');
}

function inQuotes(name: string): string {
  return `"${name}"`;
}

function areLayers(value: unknown): boolean {
  return Array.isArray(value) && value.every((layer) => LAYERS.some((known) => known === layer));
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isPath(path: unknown): boolean {
  return typeof path === 'string' && (isAbsolute(path) || path === '~' || /^~[\\/]/.test(path));
}

function refused(path: string, reason: string, isExcludeLost = false): ReadConfig {
  const state = isExcludeLost
    ? 'Its "exclude" cannot be read, so nothing is recorded anywhere until this is fixed.'
    : 'The default settings are used until this is fixed.';
  return { config: DEFAULTS, problem: `${path} ${reason}. ${state}`, unknown: [], isExcludeLost };
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
