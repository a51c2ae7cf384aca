import { dirname } from 'node:path';
import type { FileRecord, InstallEntry } from '../../install/record.ts';
import type { Layout } from '../../project/paths.ts';
import { readOwnHooks } from '../settings/own-hooks.ts';
import { layoutIn, type World } from '../world.ts';
import { type AppPlan, planApp } from './app-copy.ts';
import { type ContractChoice, contractPath, importPath } from './contract-place.ts';
import { declinedSkill, declinedTexts, type SkillDrop, skillRemarks } from './declined.ts';
import { addition, type FileChange, recordOf } from './file-change.ts';
import { missingAbove } from './foreign-file.ts';
import { type PackageFiles, SKILL } from './package-files.ts';
import { readRecord } from './record-file.ts';
import { planSkill, type SkillPlan } from './skill-copy.ts';

/** What a person wants of `chronicle init`. */
export interface InitWish {
  /** The project's directory; null for all projects of this user. */
  root: string | null;
  /** Into the settings that a project's people share, not those of this user. */
  isShared: boolean;
  /** Null for what fits. */
  contract: ContractChoice | null;
  hasSkill: boolean;
}

/** All that `chronicle init` would do. */
export interface InitPlan {
  layout: Layout;
  settings: FileChange;
  contract: FileChange | null;
  import: FileChange | null;
  skill: SkillPlan | null;
  app: AppPlan;
  /** What an earlier init put in and this wish declines: files of others, and files of the skill. */
  drops: FileChange[];
  skillDrop: SkillDrop | null;
  entry: InstallEntry;
  /** Texts that have to be kept to come back. */
  keeps: string[];
  /** What an earlier init wrote about the same settings file. */
  old: InstallEntry | undefined;
  /** Every file of others that ours stands in. */
  handled: string[];
  remarks: string[];
}

/** Works out what `chronicle init` would do; writes nothing. Refuses files that cannot be changed. */
export function planInit(world: World, source: PackageFiles, wish: InitWish): InitPlan {
  const layout = layoutIn(world);
  const settingsFile = settingsPath(layout, wish);
  const old = readRecord(layout).find(({ settings }) => settings.path === settingsFile);
  const settings = addition('settings', settingsFile, layout, wish.isShared);
  const contractFile = contractPath({ root: wish.root, config: layout.config }, wish.contract, old);
  const contract = contractFile === null ? null : addition('contract', contractFile, layout);
  const importFile = wish.root === null || contractFile === null ? null : importPath(wish.root, contractFile);
  const imported = importFile === null ? null : addition('import', importFile, layout);
  const planned = wish.hasSkill ? planSkill(skillPath(layout, wish.root), source, old?.skill ?? null) : null;
  const skill = typeof planned === 'string' ? null : planned;
  const drops = declinedTexts(old, wish.root, contract, imported);
  const skillDrop = wish.hasSkill ? null : declinedSkill(old);
  const records = new Records(layout, [old?.contract ?? null, old?.import ?? null]);
  // What is loaded already may be so by our own line.
  const keepsImport = imported === null && contract?.path === old?.contract?.path;
  const entry: InstallEntry = {
    scope: wish.root === null ? 'user' : 'project',
    root: wish.root,
    version: source.version,
    at: world.now().toISOString(),
    settings: records.of(settings, old?.settings),
    skill: wish.hasSkill ? (skill?.record ?? old?.skill ?? null) : null,
    contract: contract && records.of(contract),
    import: imported ? records.of(imported) : keepsImport ? (old?.import ?? null) : null,
    made: [...new Set([...(old?.made ?? []), ...madeBy(settings, contract, imported, skill)])],
  };
  const remarks = [
    ...(typeof planned === 'string' ? [planned] : []),
    ...settingsRemarks(settings),
    ...skillRemarks(skillDrop),
    ...sharedRemarks(wish),
  ];
  const app = planApp(layout, source, process.execPath);
  const changes = { settings, contract, import: imported, skill, app, drops, skillDrop };
  const handled = [settings, contract, imported, ...drops].flatMap((change) => change?.path ?? []);
  const skillFiles = skill ? Object.keys(skill.record.files).map((name) => `${skill.path}/${name}`) : [];
  return {
    ...changes,
    layout,
    entry,
    keeps: records.keeps,
    old,
    handled: [...handled, ...skillFiles, layout.install],
    remarks,
  };
}

/** Whether there is nothing to do but what is done already. */
export function isDone({
  settings,
  contract,
  import: imported,
  skill,
  app,
  drops,
  skillDrop,
  entry,
  old,
}: InitPlan): boolean {
  if (drops.length > 0 || (skillDrop?.files.length ?? 0) > 0) return false;
  const files = [settings, contract, imported].every((change) => change === null || change.before === change.after);
  const copies = app.writes.size + app.removes.length + (skill ? skill.writes.size + skill.removes.length : 0) === 0;
  return (
    files && copies && old !== undefined && JSON.stringify({ ...old, at: '' }) === JSON.stringify({ ...entry, at: '' })
  );
}

/** The settings file that a wish is about. */
export function settingsPath({ config }: Layout, { root, isShared }: Pick<InitWish, 'root' | 'isShared'>): string {
  if (root === null) return `${config}/settings.json`;
  return `${root}/.claude/${isShared ? 'settings.json' : 'settings.local.json'}`;
}

export function skillPath({ config }: Layout, root: string | null): string {
  return root === null ? `${config}/skills/${SKILL}` : `${root}/.claude/skills/${SKILL}`;
}

class Records {
  readonly keeps: string[] = [];
  readonly #layout: Layout;
  readonly #old: readonly (FileRecord | null)[];

  constructor(layout: Layout, old: readonly (FileRecord | null)[]) {
    this.#layout = layout;
    this.#old = old;
  }

  /** The record of a change, which goes on from that of the same file: a contract may become an import. */
  of(change: FileChange, old = this.#old.find((each) => each?.path === change.path)): FileRecord {
    const { record, keeps } = recordOf(change, old ?? null, this.#layout);
    this.keeps.push(...keeps);
    return record;
  }
}

function madeBy(...files: ({ path: string } | null)[]): string[] {
  return files.flatMap((file) => (file === null ? [] : missingAbove(dirname(file.path))));
}

function sharedRemarks({ isShared }: InitWish): string[] {
  if (!isShared || process.platform !== 'win32') return [];
  return ['What --shared writes is for POSIX shells: on Windows it runs where Claude Code uses Git Bash.'];
}

function settingsRemarks({ path, after }: FileChange): string[] {
  const read = readOwnHooks(after ?? '');
  if ('message' in read) return [];
  return [
    ...(read.areOff ? [`${path} sets "disableAllHooks": no hook runs, ours included, until that is taken out.`] : []),
    ...(read.isLenient
      ? [
          `${path} has comments or trailing commas. Claude Code 2.1.329 does not load such a file, so no hook in it runs: take them out.`,
        ]
      : []),
  ];
}
