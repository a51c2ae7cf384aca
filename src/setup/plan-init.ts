import type { InstallEntry } from '#src/setup/record.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layer } from '#src/lib/layers.ts';
import type { Layout } from '#src/lib/paths.ts';
import { settingsPath } from '#src/lib/paths.ts';
import { layoutIn, type World } from '../lib/world.ts';
import { type AppPlan, planApp } from './app-copy.ts';
import { chooseLayers, currentLayers, hookLayers, type LayersChange } from './chosen-layers.ts';
import { type ContractChoice, contractElsewhere } from './contract-place.ts';
import { addition, type FileChange } from './file-change.ts';
import {
  elsewhereRemark,
  hookRemarks,
  removalRemarks,
  sharedRemarks,
  stopRemarks,
  twiceRemarks,
} from './init-remarks.ts';
import { versionIn } from './installations.ts';
import type { PackageFiles } from './package-files.ts';
import { type ContractPlan, type EntryPlan, planContract, planEntry } from './plan-entry.ts';
import { readRecord } from './record-file.ts';
import { planSkills, recordedFiles, type SkillsPlan } from './skill-copy.ts';

/** The options of `chronicle init`. */
export interface InitOptions {
  /** The project's directory; null for all projects of this user. */
  root: string | null;
  /** Whether to use the settings that a project's team shares. */
  isShared: boolean;
  /** Null for the best place. */
  contract: ContractChoice | null;
  hasSkills: boolean;
  /** Null for what the settings say. */
  layers: readonly Layer[] | null;
}

/** What `chronicle init` would do. */
export interface InitPlan extends ContractPlan, EntryPlan, Pick<SkillsPlan, 'skills' | 'skillRemovals'> {
  layout: Layout;
  settings: FileChange;
  /** The change of `config.json`, if the layers were chosen and differ. */
  layersChange: LayersChange | null;
  /** The layers that are on after it. */
  layers: readonly Layer[];
  app: AppPlan;
  /** The entry of an earlier init for the same settings file. */
  old: InstallEntry | undefined;
  /** Remarks for the user, as sentences. */
  remarks: string[];
  /** Those about settings that stop all hooks. */
  stops: string[];
}

/**
 * Plans `chronicle init`; writes nothing. Refuses files that cannot be changed, places that hooks cannot run from, and to
 * replace a newer version.
 */
export function planInit(
  world: World,
  source: PackageFiles,
  { root, isShared, contract, hasSkills, layers: chosen }: InitOptions,
): InitPlan {
  const layout = layoutIn(world);
  requireOneLine(layout.config, root);
  requireNoNewer(layout, source);
  const settingsFile = settingsPath(layout, root, isShared);
  const old = readRecord(layout).find(({ settings }) => settings.path === settingsFile);
  const owner = { layout, home: world.home };
  const { change: layersChange, config } = chooseLayers(owner, root, chosen);
  const layers = hookLayers(config, world.home, root, isShared);
  const settings = addition('settings', settingsFile, layout, { isShared, layers });
  const elsewhere = contract === null && !old && !isShared ? contractElsewhere(layout, root) : null;
  const contractPlan = planContract(layout, root, elsewhere === null ? contract : 'none', old);
  const { skills, skillRemovals, records, refusals } = planSkills(layout, root, {
    layers: hasSkills ? layers : [],
    source,
    recorded: old?.skills ?? [],
  });
  const made = {
    root,
    version: source.version,
    at: world.now().toISOString(),
    skills: records,
    settings,
    contractPlan,
  };
  return {
    layout,
    settings,
    layersChange,
    layers: chosen ?? currentLayers(owner, root),
    ...contractPlan,
    ...planEntry(layout, made, old),
    skills,
    skillRemovals,
    app: planApp(layout, source, process.execPath),
    old,
    stops: stopRemarks(settings),
    remarks: [
      ...refusals,
      ...(elsewhere === null ? [] : [elsewhereRemark(elsewhere)]),
      ...(root === null && contractPlan.contract ? twiceRemarks(readRecord(layout)) : []),
      ...hookRemarks(layout, root, settings),
      ...removalRemarks(skillRemovals),
      ...sharedRemarks(isShared),
    ],
  };
}

/** The changes of files of others and of the owner's settings. */
export function changesOf({
  settings,
  layersChange,
  contract,
  import: imported,
  drops,
}: InitPlan): (FileChange | LayersChange)[] {
  const changes = [settings, contract, imported, ...drops, layersChange].filter((change) => change !== null);
  return changes.filter(({ before, after }) => before !== after);
}

/** Every file of others that contains something of ours, changed or not. */
export function handledBy({ layout, settings, contract, import: imported, drops, skills }: InitPlan): string[] {
  const files = [settings, contract, imported, ...drops].flatMap((change) => change?.path ?? []);
  return [...files, ...skills.flatMap(({ record }) => recordedFiles(record)), layout.install, layout.settings];
}

/** Whether everything is installed already. */
export function isDone(plan: InitPlan): boolean {
  const { app, skills, skillRemovals, entry, old } = plan;
  const changes = [app, ...skills].some(({ writes, removes }) => writes.size + removes.length > 0);
  if (changes || skillRemovals.some(({ files }) => files.length > 0) || changesOf(plan).length > 0 || !old)
    return false;
  return JSON.stringify({ ...old, at: '' }) === JSON.stringify({ ...entry, at: '' });
}

/** Refuses (CHRONICLE_OLDER) to replace a copy by an older version. */
function requireNoNewer({ app }: Pick<Layout, 'app'>, { version }: Pick<PackageFiles, 'version'>): void {
  const there = versionIn(app);
  if (there === null || !isNewer(there, version)) return;
  throw new ChronicleError(
    'CHRONICLE_OLDER',
    `Version ${there} is installed in ${app}, which is newer than this one (${version}). Update session-chronicle, or run chronicle uninstall first; that keeps your chronicles. Nothing was changed.`,
  );
}

/** Refuses (CHRONICLE_BAD_PLACE) a directory with a line break in its name. */
function requireOneLine(...paths: readonly (string | null)[]): void {
  const path = paths.find((each) => each !== null && /[\n\r]/.test(each));
  if (path === undefined) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_PLACE',
    `${JSON.stringify(path)} has a line break in its name, so Claude Code cannot run hooks from there. Rename it, or set CLAUDE_CONFIG_DIR to another directory. Nothing was changed.`,
  );
}

/** Whether a version is newer than another, by its numbers: a pre-release does not block its release. */
function isNewer(version: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? [];
  const [ours, theirs] = [numbers(version), numbers(other)];
  const at = ours.findIndex((number, i) => number !== theirs[i]);
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0);
}
