import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SkillRecord } from '#src/setup/record.ts';
import type { Layer } from '#src/lib/layers.ts';
import type { Layout } from '#src/lib/paths.ts';
import { sha256Of } from '../lib/digest.ts';
import { changeForeign } from '../lib/foreign-file.ts';
import { type Modes, makeMissing, removeIfEmpty } from './made-directories.ts';
import { isTemporaryName } from '../lib/old-temporaries.ts';
import { filesBelow, type PackageFiles, SKILLS, skillFiles } from './package-files.ts';

/** The files to write and to delete for a skill. */
export interface SkillPlan {
  name: string;
  path: string;
  writes: Map<string, Buffer>;
  removes: string[];
  /** The record of the result. */
  record: SkillRecord;
}

/** The files of a skill to delete, and those that stay. */
export interface SkillRemoval {
  path: string;
  files: string[];
  kept: string[];
}

/** What an init does to the skills. */
export interface SkillsPlan {
  skills: SkillPlan[];
  /** Those of an earlier init that are not wanted any more. */
  skillRemovals: SkillRemoval[];
  /** The records of the result. */
  records: SkillRecord[];
  /** Why skills are not installed, as sentences. */
  refusals: string[];
}

/** Plans the skills of these layers for a project or the user (`root` null). `recorded` are those of an earlier init. */
export function planSkills(
  layout: Pick<Layout, 'config'>,
  root: string | null,
  {
    layers,
    source,
    recorded,
  }: { layers: readonly Layer[]; source: Pick<PackageFiles, 'root'>; recorded: SkillRecord[] },
): SkillsPlan {
  const wanted = SKILLS.filter(({ layer }) => layers.includes(layer)).map(({ name }) => ({
    recorded: recorded.find((each) => each.path === skillPath(layout, root, name)) ?? null,
    plan: planSkill(name, skillPath(layout, root, name), source, recorded),
  }));
  const plans = wanted.map(({ plan }) => plan);
  return {
    skills: plans.filter((plan) => typeof plan !== 'string'),
    skillRemovals: recorded.filter((each) => !wanted.some((one) => one.recorded === each)).map(skillRemoval),
    records: wanted.flatMap(({ plan, recorded: old }) => (typeof plan === 'string' ? (old ?? []) : plan.record)),
    refusals: plans.filter((plan) => typeof plan === 'string'),
  };
}

/** The directory of a skill, of a project or of the user (`root` null). */
function skillPath({ config }: Pick<Layout, 'config'>, root: string | null, name: string): string {
  return root === null ? `${config}/skills/${name}` : `${root}/.claude/skills/${name}`;
}

/**
 * What to change for the skill at `path` to match this package; or a sentence why it stays as it is: it is somebody else's,
 * was changed by its owner, or is a link.
 */
function planSkill(
  skill: string,
  path: string,
  source: Pick<PackageFiles, 'root'>,
  recorded: readonly SkillRecord[],
): SkillPlan | string {
  const wanted = skillFiles(source, skill);
  if (wanted.size === 0) return `The skill ${skill} is not in ${source.root}, so it was not installed.`;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return `${path} is a link or a file, so the skill ${skill} was not installed.`;
  const digests = new Map([...wanted].map(([name, bytes]) => [name, sha256Of(bytes)]));
  const ours = recorded.find((each) => each.path === path)?.files ?? {};
  const present = presentFiles(path);
  const foreign = [...present].find(([name, digest]) => ours[name] !== digest && digests.get(name) !== digest);
  if (foreign) {
    return `${path}/${foreign[0]} was not written by chronicle init, or was changed since, so the skill was not updated. To replace it, delete ${path} and run chronicle init again.`;
  }
  return {
    name: skill,
    path,
    writes: new Map([...wanted].filter(([name]) => present.get(name) !== digests.get(name))),
    removes: [...present.keys()].filter((name) => !wanted.has(name)),
    record: { path, files: Object.fromEntries(digests) },
  };
}

/** Writes the files of a skill that differ, and deletes those it no longer has. */
export function writeSkill({ path, writes, removes }: SkillPlan, modes: Modes): void {
  for (const [name, bytes] of writes) {
    const file = join(path, name);
    makeMissing(dirname(file), modes);
    changeForeign(file, () => bytes.toString(), modes.file);
  }
  removeFiles(path, removes);
}

/** Of a recorded skill, the unchanged files are deleted and all others kept. Behind a link nothing is ours. */
export function skillRemoval({ path, files }: SkillRecord): SkillRemoval {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return { path, files: [], kept: [] };
  const present = [...presentFiles(path)];
  const isOurs = ([name, digest]: [string, string | null]) => files[name] === digest;
  const names = (entries: typeof present) => entries.map(([name]) => name);
  return { path, files: names(present.filter(isOurs)), kept: names(present.filter((file) => !isOurs(file))) };
}

/** Deletes the files of a skill, and its directories if they are empty. */
export function removeSkill({ path, files }: SkillRemoval): void {
  removeFiles(path, files);
}

/** The paths of a skill's files. */
export function recordedFiles({ path, files }: SkillRecord): string[] {
  return Object.keys(files).map((name) => `${path}/${name}`);
}

/** The skills in their usual places that match this package byte for byte, as records. */
export function skillsAsPackaged(
  layout: Pick<Layout, 'config'>,
  root: string | null,
  source: Pick<PackageFiles, 'root'>,
): SkillRecord[] {
  return SKILLS.flatMap(({ name }) => {
    const plan = planSkill(name, skillPath(layout, root, name), source, []);
    return typeof plan === 'string' || plan.writes.size > 0 ? [] : plan.record;
  });
}

/** Deletes files, and directories that are empty then. */
function removeFiles(path: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(path, name), { force: true });
  const directories = new Set(names.map((name) => dirname(join(path, name))));
  for (const directory of directories) if (directory !== path) removeIfEmpty(directory);
  removeIfEmpty(path);
}

/** Files with their digests, null for links and the like. Temporary files of a killed init are left out. */
function presentFiles(path: string): Map<string, string | null> {
  const digestAt = (file: string) => (lstatSync(file).isFile() ? sha256Of(readFileSync(file)) : null);
  const names = filesBelow(path).filter((name) => !isTemporaryName(basename(name)));
  return new Map(names.map((name) => [name, digestAt(join(path, name))]));
}
