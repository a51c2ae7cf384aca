import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  entryLines,
  hookEntries,
  mayHoldOwnHook,
  type OwnProgram,
  sharedHookEntries,
} from '#src/install/hook-entries.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { packageVersion } from '../package-root.ts';
import type { World } from '../world.ts';
import { mayHoldPart } from './file-change.ts';
import { readForeign } from './foreign-file.ts';
import { type PackageFiles, packageFiles, RECORDING_BUNDLES, STARTED_BUNDLES } from './package-files.ts';
import { type InstalledPlugin, installedPlugins } from './plugins.ts';
import { type OwnHooks, readOwnHooks } from './settings/own-hooks.ts';
import { extensionSentence, unmarked } from './settings/settings-text.ts';
import { type SettingsFile, settingsFiles } from './settings-files.ts';

/** One way by which Claude Code comes to run our hooks. */
export interface Installation {
  kind: 'settings' | 'plugin';
  /** The settings file, or the directory that the plugin runs from. */
  path: string;
  scope: 'user' | 'project' | 'local' | 'plugin';
  /** Null where no package says it. */
  version: string | null;
  /** `outdated`: it works, and an update would change it. `broken`: it cannot record. */
  state: 'current' | 'outdated' | 'broken';
  /** Sentences about what is not as it should be. */
  faults: string[];
}

/**
 * All installations that count in a project, or in none (`projectRoot` null): settings of the user, the project and the
 * project's own user, then plugins. Reads a few files, writes nothing and never fails: a settings file that cannot be read
 * is broken if its text names our hooks, and else none.
 */
export function installationsOf(_world: World, layout: Layout, projectRoot: string | null): Installation[] {
  const files = settingsFiles(layout, projectRoot).map((file) => ({ ...file, hooks: readHooks(file.path) }));
  const paths = files.map(({ path }) => path);
  const source = ownPackage();
  const off = files.findLast(({ hooks }) => offIn(hooks) !== null);
  return [
    ...files.flatMap(({ hooks, ...file }) => settingsInstallation(file, hooks, source, layout) ?? []),
    ...installedPlugins(layout, paths).map((plugin) => pluginInstallation(plugin, source)),
  ].map((found) => (off && offIn(off.hooks) ? brokenBy(found, off.path) : found));
}

/** What a file says of our hooks, or a sentence why that cannot be told; null if there is no file, or none of ours to tell of. */
function readHooks(path: string): OwnHooks | string | null {
  try {
    const text = readForeign(path);
    if (text === null) return null;
    const read = readOwnHooks(text);
    if ('lines' in read) return read;
    const taken = hooksTaken(text);
    if (!mayHoldOwnHook(text)) return taken;
    if (taken && taken.programs.length > 0) return taken;
    return `${path}:${read.line}:${read.column}: ${read.message}. Claude Code loads no hook of it.`;
  } catch (error) {
    return mayHoldPart('settings', path) ? sentenceOf(error) : null;
  }
}

/** What Claude Code takes of a file that we refuse, as of a doubled key the last alone; null if that cannot be told. */
function hooksTaken(text: string): OwnHooks | null {
  try {
    const read = readOwnHooks(JSON.stringify(JSON.parse(unmarked(text))));
    return 'lines' in read ? read : null;
  } catch {
    return null;
  }
}

/** What a file says of `disableAllHooks`; null if nothing. */
function offIn(hooks: OwnHooks | string | null): boolean | null {
  return hooks === null || typeof hooks === 'string' ? null : hooks.areOff;
}

function settingsInstallation(
  { scope, path }: SettingsFile,
  hooks: OwnHooks | string | null,
  source: PackageFiles | null,
  { app }: Layout,
): Installation | null {
  const found = { kind: 'settings', scope, path } as const;
  if (typeof hooks === 'string') return { ...found, version: versionIn(app), state: 'broken', faults: [hooks] };
  const [program] = hooks?.programs ?? [];
  if (!hooks || program === undefined) return null;
  const copy = copyOf(program, app);
  const wanted = program === 'shared' ? sharedHookEntries() : hookEntries(copy, process.platform);
  const breaks = breaksIn(copy);
  if (hooks.extension) breaks.push(extensionSentence(path, hooks.extension));
  const lags = !source || breaks.length > 0 ? [] : lagsIn(copy, source);
  if (JSON.stringify(hooks.lines) !== JSON.stringify(entryLines(wanted)))
    lags.unshift(`The hooks in ${path} are not those of this version. Run chronicle init.`);
  const state = breaks.length > 0 ? 'broken' : lags.length > 0 ? 'outdated' : 'current';
  return { ...found, version: versionIn(copy), state, faults: [...breaks, ...lags] };
}

function pluginInstallation({ id, path, version }: InstalledPlugin, source: PackageFiles | null): Installation {
  const found = { kind: 'plugin', scope: 'plugin', path, version: versionIn(path) ?? version } as const;
  const missing = ['hooks/hooks.json', STARTED_BUNDLES[0]].find((file) => !existsSync(join(path, file)));
  const update = `Run claude plugin update ${id}.`;
  if (missing !== undefined)
    return { ...found, state: 'broken', faults: [`The plugin ${id} lacks ${path}/${missing}. ${update}`] };
  if (!source || found.version === source.version) return { ...found, state: 'current', faults: [] };
  const words = `The plugin ${id} is version ${found.version ?? 'unknown'}, this is ${source.version}. ${update}`;
  return { ...found, state: 'outdated', faults: [words] };
}

/** No hook runs while the last settings file that says anything about it turns all off. */
function brokenBy(found: Installation, path: string): Installation {
  const fault = `${path} sets "disableAllHooks", so no hook runs. Take that out.`;
  return { ...found, state: 'broken', faults: [fault, ...found.faults] };
}

function ownPackage(): PackageFiles | null {
  try {
    return packageFiles();
  } catch {
    return null;
  }
}

/** The copy of the package that hooks run from; `own` is that of this user. */
function copyOf(program: OwnProgram, own: string): string {
  return program === 'shared' ? own : program.copy;
}

/** What keeps the hooks of a copy from running, in sentences. */
function breaksIn(copy: string): string[] {
  // Another version may load others.
  const needed = versionIn(copy) === packageVersion() ? RECORDING_BUNDLES : STARTED_BUNDLES;
  const missing = needed.find((file) => !existsSync(join(copy, file)));
  if (missing !== undefined) return [`${copy} has no ${missing}, so the hooks cannot run. Run chronicle init.`];
  const launcher = join(copy, 'hook');
  if (process.platform === 'win32' || isExecutable(launcher)) return [];
  return [`${launcher} is missing or not executable, so the hooks cannot run. Run chronicle init.`];
}

/** How a copy that runs differs from the package at hand, in sentences. */
function lagsIn(copy: string, { version, root }: PackageFiles): string[] {
  const words = `${copy} is a copy of version ${versionIn(copy) ?? 'unknown'}`;
  if (versionIn(copy) !== version) return [`${words}, this is ${version}. Run chronicle init.`];
  const isOther = RECORDING_BUNDLES.some(
    (file) => !readFileSync(join(copy, file)).equals(readFileSync(join(root, file))),
  );
  return isOther ? [`${words} with other hooks than this package has. Run chronicle init.`] : [];
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
