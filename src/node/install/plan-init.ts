import { dirname } from 'node:path';
import type { FileRecord, InstallEntry } from '../../install/record.ts';
import type { Layout } from '../../project/paths.ts';
import { readOwnHooks } from '../settings/own-hooks.ts';
import { layoutIn, type World } from '../world.ts';
import { type AppPlan, planApp } from './app-copy.ts';
import { type ContractChoice, contractPath, importPath } from './contract-place.ts';
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
  entry: InstallEntry;
  /** Texts that have to be kept to come back. */
  keeps: string[];
  /** What an earlier init wrote about the same settings file. */
  old: InstallEntry | undefined;
  remarks: string[];
}

/** Works out what `chronicle init` would do; writes nothing. Refuses files that cannot be changed. */
export function planInit(world: World, source: PackageFiles, wish: InitWish): InitPlan {
  const layout = layoutIn(world);
  const settingsFile = settingsPath(layout, wish);
  const old = readRecord(layout).find(({ settings }) => settings.path === settingsFile);
  const settings = addition('settings', settingsFile, layout);
  const contractFile = contractPath({ root: wish.root, config: layout.config }, wish.contract, old);
  const contract = contractFile === null ? null : addition('contract', contractFile, layout);
  const importFile = wish.root === null || contractFile === null ? null : importPath(wish.root, contractFile);
  const imported = importFile === null ? null : addition('import', importFile, layout);
  const planned = wish.hasSkill ? planSkill(skillPath(layout, wish.root), source, old?.skill ?? null) : null;
  const skill = typeof planned === 'string' ? null : planned;
  const records = new Records(layout);
  const entry: InstallEntry = {
    scope: wish.root === null ? 'user' : 'project',
    root: wish.root,
    version: source.version,
    at: world.now().toISOString(),
    settings: records.of(settings, old?.settings ?? null),
    skill: skill?.record ?? old?.skill ?? null,
    contract: contract ? records.of(contract, old?.contract ?? null) : (old?.contract ?? null),
    import: imported ? records.of(imported, old?.import ?? null) : (old?.import ?? null),
    made: [...new Set([...(old?.made ?? []), ...madeBy(settings, contract, imported, skill)])],
  };
  const remarks = [...(typeof planned === 'string' ? [planned] : []), ...settingsRemarks(settings)];
  const app = planApp(layout, source, process.execPath);
  return { layout, settings, contract, import: imported, skill, app, entry, keeps: records.keeps, old, remarks };
}

/** Whether there is nothing to do but what is done already. */
export function isDone({ settings, contract, import: imported, skill, app, entry, old }: InitPlan): boolean {
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

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  of(change: FileChange, old: FileRecord | null): FileRecord {
    const { record, keep } = recordOf(change, old, this.#layout);
    if (keep !== null) this.keeps.push(keep);
    return record;
  }
}

function madeBy(...files: ({ path: string } | null)[]): string[] {
  return files.flatMap((file) => (file === null ? [] : missingAbove(dirname(file.path))));
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
