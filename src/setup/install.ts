/**
 * `chronicle init`: one plan that is shown, agreed to, and carried out. Its changes are the hooks in a settings file, the
 * contract in an instruction file, the files of skills and the choice of layers; beside them stands the copy of our programs.
 */
import { dirname } from 'node:path';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { changeForeign, deleteTemporaries } from '#src/lib/foreign-file.ts';
import { type Layer, readConfig } from '#src/lib/config.ts';
import { deleteLeftovers } from '#src/lib/lock.ts';
import { type Paths, settingsPath } from '#src/lib/paths.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { readClaudeSettings } from './claude-settings.ts';
import { contractPath, loadsAgents } from './contract.ts';
import { addContract, addHooks, addSkillFile, type FileChange, mayHoldPart, recordOf, removal } from './file-change.ts';
import { hookEntries, sharedHookEntries } from './hook-entries.ts';
import {
  type FileRecord,
  type InstallEntry,
  type Part,
  changeRecord,
  makeMissing,
  missingAbove,
  readSoundRecord,
  removeIfEmpty,
  withInstallLock,
  writeBackup,
} from './install-record.ts';
import { chooseLayers, currentLayers, hookLayers } from './layers.ts';
import { type AppPlan, type PackageFiles, planApp, SKILLS, skillFiles, versionIn, writeApp } from './package-copy.ts';
import { installedPlugins } from './installations.ts';
import { readOwnHooks } from './settings-hooks.ts';

/** The options of `chronicle init`. */
export interface InitOptions {
  /** The project's directory; null for all projects of this user. */
  root: string | null;
  /** Whether to use the settings that a project's team shares. */
  isShared: boolean;
  /** Whether to tell the agent what to log; null for what an earlier init did, else yes. */
  contract: boolean | null;
  hasSkills: boolean;
  /** Null for what the settings say. */
  layers: readonly Layer[] | null;
}

/** A change that an uninstall undoes. */
type Added = FileChange & { part: Part };

/** What `chronicle init` would do. */
export interface InitPlan {
  paths: Paths;
  app: AppPlan;
  /** What earlier inits added and this one does not want. Made first. */
  drops: FileChange[];
  /** What it adds, changed or not; the settings come last. */
  adds: Added[];
  /** The choice of layers, if it differs from what `config.json` says. */
  chosen: FileChange | null;
  /** The layers that are on after it. */
  layers: readonly Layer[];
  /** The file that tells the agent what to log; null for none. */
  contract: string | null;
  /** Its entry in `install.json`, and that of an earlier init for the same settings file. */
  entry: InstallEntry;
  old: InstallEntry | undefined;
  /** The texts to back up. */
  keeps: string[];
  /** Remarks for the user, as sentences. */
  remarks: string[];
  /** Those about settings that stop all hooks. */
  stops: string[];
}

/**
 * Plans `chronicle init`; writes nothing. Refuses files that cannot be changed, places that hooks cannot run from, and to
 * replace a newer version.
 */
export function planInit(env: Env, source: PackageFiles, options: InitOptions): InitPlan {
  const paths = pathsIn(env);
  const { root, isShared } = options;
  requireOneLine(paths.config, root);
  requireNoNewer(paths, source);
  const record = readSoundRecord(paths);
  const settings = settingsPath(paths, root, isShared);
  const old = record.find((entry) => entry.settings === settings);
  const { change: chosen, config } = chooseLayers(paths, env.home, root, options.layers);
  const layers = hookLayers(config, env.home, root, isShared);
  const hooks = addHooks(
    settings,
    isShared ? sharedHookEntries(layers) : hookEntries(paths.app, process.platform, layers),
  );
  const contract = planContract(paths, options, old);
  const skills = planSkills(paths, options, layers, source, old);
  const adds = [...skills.adds, ...(contract.path === null ? [] : [addContract(contract.path)]), hooks] as Added[];
  const isWanted = ({ path }: FileRecord) => adds.some((add) => add.path === path) || skills.refused.includes(path);
  const dropped = (old?.files ?? []).filter((file) => !isWanted(file));
  const drops = dropped.map((file) => removal(file.part, file.path, file));
  const records = adds.map((add) =>
    recordOf(
      add,
      old?.files.find(({ path }) => path === add.path),
      paths,
    ),
  );
  const stops = stopsIn(hooks);
  return {
    ...{ paths, drops, adds, chosen, old, stops },
    app: planApp(paths, source, process.execPath),
    layers: options.layers ?? currentLayers(readConfig(paths).config, env.home, root),
    contract: contract.path,
    entry: {
      ...{ root, settings, version: source.version, at: env.now().toISOString() },
      files: [
        ...records.map((each) => each.record),
        ...(old?.files ?? []).filter((file) => skills.refused.includes(file.path)),
      ],
      made: [...new Set([...(old?.made ?? []), ...adds.flatMap(({ path }) => missingAbove(dirname(path)))])],
    },
    keeps: records.flatMap((each) => each.keeps),
    remarks: [
      ...skills.remarks,
      ...contract.remarks,
      ...stops,
      ...pluginRemarks(paths, root, env.home),
      ...drops
        .filter(({ part, before, after }) => part === 'skill' && before !== null && before === after)
        .map(
          ({ path }) =>
            `${path} was changed since chronicle init wrote it, so it stays. Delete it to remove the skill.`,
        ),
      ...(isShared ? [SHARED] : []),
    ],
  };
}

/** The changes that differ from what is there. */
export function changesOf({ drops, adds, chosen }: InitPlan): FileChange[] {
  return [...adds.toReversed(), ...drops, ...(chosen ? [chosen] : [])].filter(({ before, after }) => before !== after);
}

/** Whether everything is installed already. */
export function isDone(plan: InitPlan): boolean {
  const { app, entry, old } = plan;
  if (app.writes.size + app.removes.length + changesOf(plan).length > 0 || !old) return false;
  return JSON.stringify({ ...old, at: '' }) === JSON.stringify({ ...entry, at: '' });
}

/**
 * Runs an init that a person agreed to. It is planned again, because another init or uninstall may have run since; returns
 * that plan. Refuses (CHRONICLE_BUSY) while one is running.
 */
export function runInit(env: Env, source: PackageFiles, options: InitOptions, shown: InitPlan): InitPlan {
  return withInstallLock(shown.paths, () => {
    const plan = planInit(env, source, options);
    // The lock itself has created some of these.
    plan.entry.made = [...new Set([...shown.entry.made, ...plan.entry.made])];
    cleanUpAfterInit(plan);
    applyInit(plan);
    return plan;
  });
}

/** Deletes what a killed init or uninstall left next to the files of a plan. */
export function cleanUpAfterInit({ paths, adds, drops }: InitPlan): void {
  deleteTemporaries([...[...adds, ...drops].map(({ path }) => path), paths.install, paths.settings]);
  deleteLeftovers(paths.state);
}

/**
 * Carries out a plan. Everything needed to undo it is on disk before the first file of others is changed, and the settings
 * come last, so that no hook runs before the rest is in place.
 */
export function applyInit({ paths, app, drops, adds, chosen, entry, keeps }: InitPlan): void {
  const mask = process.umask();
  // Files in a project get the user's default modes.
  const modes =
    entry.root === null ? { file: 0o600, directory: 0o700 } : { file: 0o666 & ~mask, directory: 0o777 & ~mask };
  const make = ({ path, edit, after }: FileChange) => {
    if (after !== null) makeMissing(dirname(path), modes);
    changeForeign(path, edit, modes.file);
  };
  writeApp(paths, app);
  for (const text of keeps) writeBackup(paths, text);
  // Before the record that no longer lists them.
  for (const change of drops) make(change);
  for (const directory of entry.made.toSorted((a, b) => b.length - a.length)) removeIfEmpty(directory);
  // If someone saves a file before it is changed here, the digest does not match, and an uninstall removes only our part.
  changeRecord(paths, (entries) =>
    entries.some(({ settings }) => settings === entry.settings)
      ? entries.map((each) => (each.settings === entry.settings ? entry : each))
      : [...entries, entry],
  );
  if (chosen) {
    if (chosen.before !== null) writeBackup(paths, chosen.before);
    changeForeign(chosen.path, chosen.edit, 0o600);
  }
  for (const change of adds) make(change);
}

/** Where the contract goes, and what to say about it. An earlier choice of none is kept. */
function planContract(
  { config }: Paths,
  { root, isShared, contract: choice }: InitOptions,
  old: InstallEntry | undefined,
): { path: string | null; remarks: string[] } {
  const users = `${config}/CLAUDE.md`;
  if (root !== null && choice === null && !old && !isShared && mayHoldPart('contract', users)) {
    const said = `${users} already has the contract for every project, so it is not added here. To add it anyway, use --contract.`;
    return { path: null, remarks: [said] };
  }
  const kept = old?.files.find(({ part }) => part === 'contract')?.path ?? null;
  if (choice === false || (choice === null && old && kept === null)) return { path: null, remarks: [] };
  const path = kept ?? contractPath(root, config);
  const isUnloaded = root !== null && path === `${root}/AGENTS.md` && !loadsAgents(root);
  return {
    path,
    remarks: isUnloaded
      ? [`Claude Code does not load ${path} beside a CLAUDE.md. Add the line @AGENTS.md to CLAUDE.md.`]
      : [],
  };
}

/** The files of the skills of these layers, and those that belong to others now. */
function planSkills(
  { config }: Paths,
  { root, hasSkills }: InitOptions,
  layers: readonly Layer[],
  source: PackageFiles,
  old: InstallEntry | undefined,
): { adds: FileChange[]; refused: string[]; remarks: string[] } {
  const planned: ReturnType<typeof planSkills> = { adds: [], refused: [], remarks: [] };
  for (const { name, layer } of SKILLS) {
    if (!hasSkills || !layers.includes(layer)) continue;
    const skill = skillPath(config, root, name);
    const refused: string[] = [];
    for (const [file, bytes] of skillFiles(source.root, name)) {
      const path = `${skill}/${file}`;
      const change = addSkillFile(
        path,
        bytes.toString(),
        old?.files.find((each) => each.path === path),
      );
      if (change) planned.adds.push(change);
      else refused.push(path);
    }
    planned.refused.push(...refused);
    if (refused[0] !== undefined)
      planned.remarks.push(
        `${refused[0]} was not written by chronicle init, or was changed since, so it was not updated. To replace it, delete it and run chronicle init again.`,
      );
  }
  return planned;
}

/** The directory of a skill, of a project or of the user (`root` null). */
export function skillPath(config: string, root: string | null, name: string): string {
  return root === null ? `${config}/skills/${name}` : `${root}/.claude/skills/${name}`;
}

/** Why no hook in a settings file runs, as sentences. */
function stopsIn({ path, after }: FileChange): string[] {
  const read = readOwnHooks(after ?? '');
  if ('message' in read || !read.areOff) return [];
  return [`${path} has "disableAllHooks": true. No hook runs until you remove it.`];
}

/** That the plugin records sessions here too. */
function pluginRemarks(paths: Paths, root: string | null, home: string): string[] {
  if (installedPlugins(paths, readClaudeSettings(paths, root, home).files).length === 0) return [];
  return [
    'The plugin session-chronicle is enabled too. Each session is still recorded once, but one of the two is enough.',
  ];
}

const SHARED =
  "The shared hooks name nobody's path: they run the copy of whoever starts Claude Code, and do nothing for teammates who have not run chronicle init. They need a POSIX shell.";

/** Refuses (CHRONICLE_OLDER) to replace a copy by an older version. A pre-release does not block its release. */
function requireNoNewer({ app }: Pick<Paths, 'app'>, { version }: Pick<PackageFiles, 'version'>): void {
  const there = versionIn(app);
  const numbers = (text: string) => text.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? [];
  const [theirs, ours] = [numbers(there ?? ''), numbers(version)];
  const at = theirs.findIndex((number, i) => number !== ours[i]);
  if (there === null || at < 0 || !((theirs[at] ?? 0) > (ours[at] ?? 0))) return;
  throw new ChronicleError(
    'CHRONICLE_OLDER',
    `Version ${there} is installed in ${app}, which is newer than this one (${version}). Update session-chronicle, or run chronicle uninstall first; that keeps your chronicles. Nothing was changed.`,
  );
}

/** Refuses (CHRONICLE_BAD_PLACE) a directory with a line break in its name. */
function requireOneLine(...filePaths: readonly (string | null)[]): void {
  const path = filePaths.find((each) => each !== null && /[\n\r]/.test(each));
  if (path === undefined) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_PLACE',
    `${JSON.stringify(path)} has a line break in its name, so Claude Code cannot run hooks from there. Rename it, or set CLAUDE_CONFIG_DIR to another directory. Nothing was changed.`,
  );
}
