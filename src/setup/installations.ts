import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookDifference } from '#src/setup/hook-difference.ts';
import {
  entryLines,
  hookEntries,
  mayHoldOwnHook,
  type OwnProgram,
  sharedHookEntries,
} from '#src/setup/hook-entries.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { LAYERS, type Layer } from '#src/lib/layers.ts';
import type { Layout } from '#src/lib/paths.ts';
import { readConfig } from '../lib/config.ts';
import { packageVersion } from '../lib/package-root.ts';
import type { World } from '../lib/world.ts';
import { hookLayers } from './chosen-layers.ts';
import { mayHoldPart } from './file-change.ts';
import { readForeign } from '../lib/foreign-file.ts';
import { HARVESTER, HOOK_BUNDLE, type PackageFiles, packageFiles } from './package-files.ts';
import { type InstalledPlugin, installedPlugins } from './plugins.ts';
import { type OwnHooks, readOwnHooks } from './settings/own-hooks.ts';
import { extensionSentence, unmarked } from '../lib/settings-text.ts';
import { type SettingsFile, settingsFiles } from './settings-files.ts';

/** Hooks in a settings file, or a plugin. */
export interface Installation {
  kind: 'settings' | 'plugin';
  /** The settings file, or the directory that the plugin runs from. */
  path: string;
  scope: 'user' | 'project' | 'local' | 'plugin';
  /** Null if unknown. */
  version: string | null;
  /** `outdated`: it works, but is not of this version. `broken`: it cannot record. */
  state: 'current' | 'outdated' | 'broken';
  /** What is wrong, as sentences. */
  faults: string[];
  /** Whether these are the hooks of a project's shared settings, which do nothing for a user without a copy. */
  isShared: boolean;
}

/**
 * All installations that apply in a project, or outside of one (`projectRoot` null): settings of the user, the project and
 * `settings.local.json`, then plugins. Reads a few files, writes nothing and never throws: a settings file that cannot be
 * read is broken if its text names our hooks, otherwise it is skipped.
 */
export function installationsOf({ home }: World, layout: Layout, projectRoot: string | null): Installation[] {
  const files = settingsFiles(layout, projectRoot).map((file) => ({ ...file, hooks: readHooks(file.path) }));
  const paths = files.map(({ path }) => path);
  const source = ownPackage();
  const { config } = readConfig(layout);
  const layersFor = ({ scope }: SettingsFile) => hookLayers(config, home, scope === 'user' ? null : projectRoot, false);
  const off = files.findLast(({ hooks }) => offIn(hooks) !== null);
  return [
    ...files.flatMap(
      ({ hooks, ...file }) => settingsInstallation(file, hooks, source, { layout, layers: layersFor(file) }) ?? [],
    ),
    ...installedPlugins(layout, paths).map((plugin) => pluginInstallation(plugin, source)),
  ].map((found) => (off && offIn(off.hooks) ? brokenBy(found, off.path) : found));
}

/** The hooks in a file, or a sentence why they cannot be read; null if there is no file, or it has none of ours. */
function readHooks(path: string): OwnHooks | string | null {
  try {
    const text = readForeign(path);
    if (text === null) return null;
    const read = readOwnHooks(text);
    if ('lines' in read) return read;
    const taken = hooksTaken(text);
    if (!mayHoldOwnHook(text)) return taken;
    if (taken && taken.programs.length > 0) return taken;
    return `${path}:${read.line}:${read.column}: ${read.message}. Claude Code does not load its hooks.`;
  } catch (error) {
    return mayHoldPart('settings', path) ? sentenceOf(error) : null;
  }
}

/** What Claude Code reads from a file that we refuse: of a duplicate key, the last. Null if it cannot be parsed. */
function hooksTaken(text: string): OwnHooks | null {
  try {
    const read = readOwnHooks(JSON.stringify(JSON.parse(unmarked(text))));
    return 'lines' in read ? read : null;
  } catch {
    return null;
  }
}

/** The value of `disableAllHooks`; null if it is not set. */
function offIn(hooks: OwnHooks | string | null): boolean | null {
  return hooks === null || typeof hooks === 'string' ? null : hooks.areOff;
}

function settingsInstallation(
  { scope, path }: SettingsFile,
  hooks: OwnHooks | string | null,
  source: PackageFiles | null,
  { layout: { app }, layers }: { layout: Layout; layers: readonly Layer[] },
): Installation | null {
  const found = { kind: 'settings', scope, path, isShared: false } as const;
  if (typeof hooks === 'string') return { ...found, version: versionIn(app), state: 'broken', faults: [hooks] };
  const [program] = hooks?.programs ?? [];
  if (!hooks || program === undefined) return null;
  const copy = copyOf(program, app);
  const isShared = hooks.programs.every((each) => each === 'shared');
  const entriesOf = (some: readonly Layer[]) =>
    isShared ? sharedHookEntries() : hookEntries(copy, process.platform, some);
  const breaks = breaksIn(copy);
  if (hooks.extension) breaks.push(extensionSentence(path, hooks.extension));
  const lags = !source || breaks.length > 0 ? [] : lagsIn(copy, source);
  const wanted = entryLines(entriesOf(layers));
  if (JSON.stringify(hooks.lines) !== JSON.stringify(wanted))
    lags.unshift(
      `${hookDifference(path, { lines: hooks.lines, wanted, all: entryLines(entriesOf(LAYERS)) })} Run chronicle init.`,
    );
  const state = breaks.length > 0 ? 'broken' : lags.length > 0 ? 'outdated' : 'current';
  return { ...found, isShared, version: versionIn(copy), state, faults: [...breaks, ...lags] };
}

function pluginInstallation({ id, path, version }: InstalledPlugin, source: PackageFiles | null): Installation {
  const found = {
    kind: 'plugin',
    scope: 'plugin',
    path,
    version: versionIn(path) ?? version,
    isShared: false,
  } as const;
  const missing = ['hooks/hooks.json', HOOK_BUNDLE].find((file) => !existsSync(join(path, file)));
  const update = `Run claude plugin update ${id}.`;
  if (missing !== undefined)
    return {
      ...found,
      state: 'broken',
      faults: [`The plugin ${id} is incomplete: ${path}/${missing} is missing. ${update}`],
    };
  const isSame = found.version === packageVersion();
  if (isSame && !existsSync(join(path, HARVESTER)))
    return { ...found, state: 'outdated', faults: [`${withoutHarvester(path)} ${update}`] };
  if (!source || found.version === source.version) return { ...found, state: 'current', faults: [] };
  const words = `The plugin ${id} is version ${found.version ?? 'unknown'}; this is version ${source.version}. ${update}`;
  return { ...found, state: 'outdated', faults: [words] };
}

/** No hook runs if the last settings file that sets `disableAllHooks` disables them. */
function brokenBy(found: Installation, path: string): Installation {
  const fault = `${path} has "disableAllHooks": true, so no hook runs. Remove it.`;
  return { ...found, state: 'broken', faults: [fault, ...found.faults] };
}

function ownPackage(): PackageFiles | null {
  try {
    return packageFiles();
  } catch {
    return null;
  }
}

/** The copy that hooks run from; `own` is the copy of this user. */
function copyOf(program: OwnProgram, own: string): string {
  return program === 'shared' ? own : program.copy;
}

/** Why the hooks of a copy cannot run, as sentences. */
function breaksIn(copy: string): string[] {
  if (!existsSync(join(copy, HOOK_BUNDLE)))
    return [`${copy}/${HOOK_BUNDLE} is missing, so the hooks cannot run. Run chronicle init.`];
  const launcher = join(copy, 'hook');
  if (process.platform === 'win32' || isExecutable(launcher)) return [];
  return [`${launcher} is missing or not executable, so the hooks cannot run. Run chronicle init.`];
}

/** How a working copy differs from this package, as sentences. */
function lagsIn(copy: string, { version, root }: PackageFiles): string[] {
  const words = `${copy} is a copy of version ${versionIn(copy) ?? 'unknown'}`;
  if (versionIn(copy) !== version) return [`${words}, this is ${version}. Run chronicle init.`];
  if (!existsSync(join(copy, HARVESTER))) return [`${withoutHarvester(copy)} Run chronicle init.`];
  const isOther = [HOOK_BUNDLE, HARVESTER].some(
    (file) => !readFileSync(join(copy, file)).equals(readFileSync(join(root, file))),
  );
  return isOther ? [`${words}, but its hooks differ from this package. Run chronicle init.`] : [];
}

function withoutHarvester(place: string): string {
  return `${place}/${HARVESTER} is missing, so transcripts are not read after sessions.`;
}

/** The version in the package.json of a directory, or null. */
export function versionIn(root: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
