import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { InstallEntry } from '#src/install/record.ts';
import type { Layout } from '#src/project/paths.ts';
import { changeForeign } from './foreign-file.ts';
import { type Modes, makeMissing, removeIfEmpty } from './made-directories.ts';
import { isTemporaryName } from './old-temporaries.ts';
import { digestOf, filesBelow, type PackageFiles, SKILL, skillFiles } from './package-files.ts';

type SkillRecord = NonNullable<InstallEntry['skill']>;

/** What a skill's directory lacks. */
export interface SkillPlan {
  path: string;
  writes: Map<string, Buffer>;
  removes: string[];
  /** As it is afterwards. */
  record: SkillRecord;
}

/** What of a skill goes, and what of it stays. */
export interface SkillRemoval {
  path: string;
  files: string[];
  kept: string[];
}

/** Where the skill of a project lies, or that for all (`root` null). */
export function skillPath({ config }: Pick<Layout, 'config'>, root: string | null): string {
  return root === null ? `${config}/skills/${SKILL}` : `${root}/.claude/skills/${SKILL}`;
}

/**
 * What has to be done for the skill at `path` to be that of this package; or the sentence why it is left alone: somebody
 * else's, changed by its owner, or behind a link.
 */
export function planSkill(
  path: string,
  source: Pick<PackageFiles, 'root'>,
  recorded: SkillRecord | null,
): SkillPlan | string {
  const wanted = skillFiles(source);
  if (wanted.size === 0) return `${source.root} came without the skill session-retro, so it was not installed.`;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return `${path} is a link or a file, so the skill there was left as it is.`;
  const digests = new Map([...wanted].map(([name, bytes]) => [name, digestOf(bytes)]));
  const ours = recorded?.path === path ? recorded.files : {};
  const present = presentFiles(path);
  const foreign = [...present].find(([name, digest]) => ours[name] !== digest && digests.get(name) !== digest);
  if (foreign) {
    return `${path}/${foreign[0]} is not as chronicle init leaves it, so the skill there was left as it is. Remove ${path} to have it written anew.`;
  }
  return {
    path,
    writes: new Map([...wanted].filter(([name]) => present.get(name) !== digests.get(name))),
    removes: [...present.keys()].filter((name) => !wanted.has(name)),
    record: { path, files: Object.fromEntries(digests) },
  };
}

/** Writes the files of a planned skill that differ, and removes those that it no longer has. */
export function writeSkill({ path, writes, removes }: SkillPlan, modes: Modes): void {
  for (const [name, bytes] of writes) {
    const file = join(path, name);
    makeMissing(dirname(file), modes);
    changeForeign(file, () => bytes.toString(), modes.file);
  }
  removeFiles(path, removes);
}

/** The files of a recorded skill that are as init left them, which go, and all others there. Behind a link nothing is ours. */
export function skillRemoval({ path, files }: SkillRecord): SkillRemoval {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return { path, files: [], kept: [] };
  const present = [...presentFiles(path)];
  const isOurs = ([name, digest]: [string, string | null]) => files[name] === digest;
  const names = (entries: typeof present) => entries.map(([name]) => name);
  return { path, files: names(present.filter(isOurs)), kept: names(present.filter((file) => !isOurs(file))) };
}

/** Removes the files of a skill, and its directories where nothing else lies in them. */
export function removeSkill({ path, files }: SkillRemoval): void {
  removeFiles(path, files);
}

/** The paths of a skill's files. */
export function recordedFiles({ path, files }: SkillRecord): string[] {
  return Object.keys(files).map((name) => `${path}/${name}`);
}

/** The skill at `path` as a record, if it is that of this package to the byte. */
export function skillAsPackaged(path: string, source: Pick<PackageFiles, 'root'>): SkillRecord | null {
  const plan = planSkill(path, source, null);
  return typeof plan === 'string' || plan.writes.size > 0 ? null : plan.record;
}

/** Removes files, and directories that are empty without them. */
function removeFiles(path: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(path, name), { force: true });
  const directories = new Set(names.map((name) => dirname(join(path, name))));
  for (const directory of directories) if (directory !== path) removeIfEmpty(directory);
  removeIfEmpty(path);
}

/** Files with their digests; null for a link and whatever else is no file. What a killed init left of a write is none of them. */
function presentFiles(path: string): Map<string, string | null> {
  const digestAt = (file: string) => (lstatSync(file).isFile() ? digestOf(readFileSync(file)) : null);
  const names = filesBelow(path).filter((name) => !isTemporaryName(basename(name)));
  return new Map(names.map((name) => [name, digestAt(join(path, name))]));
}
