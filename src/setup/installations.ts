/** What runs our hooks: settings files and plugins, and whether it works and is of this version. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Layer, readConfig } from '#src/lib/config.ts';
import type { Paths } from '#src/lib/paths.ts';
import type { Env } from '#src/lib/env.ts';
import type { ClaudeSettings, SettingsFile } from './claude-settings.ts';
import { entryLines, hookEntries, sharedHookEntries } from './hook-entries.ts';
import { hookLayers } from './layers.ts';
import { HARVESTER, HOOK_BUNDLE, type PackageFiles, packageFiles, versionIn } from './package-copy.ts';

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
  /** What is wrong, as a sentence, and the command that corrects it. */
  fault: string | null;
  advice: string;
  /** Whether the fault goes if our copy of the programs is made anew. */
  isOfCopy: boolean;
  /** Whether these are the hooks of a project's shared settings, which do nothing for a user without a copy. */
  isShared: boolean;
}

/**
 * All installations that apply in a project, or outside of one (`root` null), by the settings that were read for it: settings
 * of the user, the project and `settings.local.json`, then plugins. Reads a few files, writes nothing and never throws: a settings file that cannot be
 * read is broken if its text names our hooks, otherwise it is skipped.
 */
export function installationsOf(
  { home }: Env,
  paths: Paths,
  root: string | null,
  { files }: ClaudeSettings,
): Installation[] {
  const source = ownPackage();
  const { config } = readConfig(paths);
  return [
    ...files.flatMap((file) => {
      const layers = hookLayers(config, home, file.scope === 'user' ? null : root, false);
      return settingsInstallation(file, source, paths, layers) ?? [];
    }),
    ...installedPlugins(paths, files).map((plugin) => pluginInstallation(plugin, source)),
  ];
}

function settingsInstallation(
  { scope, path, hooks, fault: unread, namesUs }: SettingsFile,
  source: PackageFiles | null,
  { app }: Paths,
  layers: readonly Layer[],
): Installation | null {
  const programs = hooks?.programs ?? [];
  const [program] = programs;
  if (program === undefined && (unread === null || !namesUs)) return null;
  const copy = program === undefined || program === 'shared' ? app : program.copy;
  const isShared = programs.length > 0 && programs.every((each) => each === 'shared');
  const found = {
    kind: 'settings',
    scope,
    path,
    isShared,
    version: versionIn(copy),
    advice: 'chronicle init',
  } as const;
  if (unread !== null) {
    const fault = `${path} ${unread}. Claude Code does not load its hooks.`;
    return { ...found, state: 'broken', fault, isOfCopy: false };
  }
  const broken = breakIn(copy);
  if (broken !== null) return { ...found, state: 'broken', fault: broken, isOfCopy: true };
  const wanted = entryLines(isShared ? sharedHookEntries() : hookEntries(copy, process.platform, layers));
  if (JSON.stringify(hooks?.lines) !== JSON.stringify(wanted)) {
    const fault = `The hooks in ${path} are not those of this version and of the layers that are on.`;
    return { ...found, state: 'outdated', fault, isOfCopy: false };
  }
  const lag = source && lagIn(copy, source);
  return { ...found, state: lag === null ? 'current' : 'outdated', fault: lag, isOfCopy: lag !== null };
}

/** Why the hooks of a copy cannot run, as a sentence; null if they can. */
function breakIn(copy: string): string | null {
  if (!existsSync(join(copy, HOOK_BUNDLE))) return `${copy}/${HOOK_BUNDLE} is missing, so the hooks cannot run.`;
  if (process.platform === 'win32' || isExecutable(join(copy, 'hook'))) return null;
  return `${copy}/hook is missing or not executable, so the hooks cannot run.`;
}

/** How a working copy differs from this package, as a sentence; null if it does not. */
function lagIn(copy: string, { version, root }: PackageFiles): string | null {
  const words = `${copy} is a copy of version ${versionIn(copy) ?? 'unknown'}`;
  if (versionIn(copy) !== version) return `${words}, this is ${version}.`;
  if (!existsSync(join(copy, HARVESTER)))
    return `${copy}/${HARVESTER} is missing, so transcripts are not read after sessions.`;
  const isSame = (file: string) => readFileSync(join(copy, file)).equals(readFileSync(join(root, file)));
  return [HOOK_BUNDLE, HARVESTER].every(isSame) ? null : `${words}, but its hooks differ from this package.`;
}

function pluginInstallation(
  { id, path, version: installed }: InstalledPlugin,
  source: PackageFiles | null,
): Installation {
  const version = versionIn(path) ?? installed;
  const advice = `claude plugin update ${id}`;
  const found = { kind: 'plugin', scope: 'plugin', path, version, isShared: false, isOfCopy: false, advice } as const;
  const missing = ['hooks/hooks.json', HOOK_BUNDLE].find((file) => !existsSync(join(path, file)));
  if (missing !== undefined)
    return { ...found, state: 'broken', fault: `The plugin ${id} is incomplete: ${path}/${missing} is missing.` };
  if (source === null || version === source.version) return { ...found, state: 'current', fault: null };
  const fault = `The plugin ${id} is version ${version ?? 'unknown'}; this is ${source.version}.`;
  return { ...found, state: 'outdated', fault };
}

function ownPackage(): PackageFiles | null {
  try {
    return packageFiles();
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

/** An installed and enabled plugin of ours. */
interface InstalledPlugin {
  /** `session-chronicle@<marketplace>`, its name in `claude plugin` commands. */
  id: string;
  /** The directory it runs from. */
  path: string;
  version: string | null;
}

const installedSchema = z.object({
  plugins: z.record(
    z.string(),
    z.array(z.looseObject({ installPath: z.optional(z.string()), version: z.optional(z.string()) })),
  ),
});
const marketplacesSchema = z.record(
  z.string(),
  z.looseObject({
    source: z.optional(z.looseObject({ source: z.optional(z.string()), path: z.optional(z.string()) })),
  }),
);

/**
 * Our plugins in `installed_plugins.json` that settings enable; of several files, the last counts. Claude Code runs a plugin
 * of a directory marketplace from that directory, not from its own copy (2.1.329).
 */
export function installedPlugins({ config }: Paths, files: ClaudeSettings['files']): InstalledPlugin[] {
  const installed = read(`${config}/plugins/installed_plugins.json`, installedSchema)?.plugins ?? {};
  const marketplaces = read(`${config}/plugins/known_marketplaces.json`, marketplacesSchema) ?? {};
  const enabled = Object.assign({}, ...files.map(({ value }) => value.enabledPlugins));
  return Object.entries(installed).flatMap(([id, copies]) => {
    const [name, marketplace = ''] = id.split('@', 2);
    const [copy] = copies;
    if (name !== 'session-chronicle' || enabled[id] !== true || !copy) return [];
    const source = marketplaces[marketplace]?.source;
    const directory = source?.source === 'directory' ? source.path : undefined;
    const path = directory !== undefined && existsSync(`${directory}/hooks/hooks.json`) ? directory : copy.installPath;
    return path === undefined ? [] : [{ id, path, version: copy.version ?? null }];
  });
}

function read<Schema extends z.ZodMiniType>(path: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')));
  } catch {
    return null;
  }
}
