import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { InstallEntry } from '#src/install/record.ts';
import type { Layout } from '#src/project/paths.ts';
import { changeForeign } from './foreign-file.ts';
import { type Modes, makeMissing, removeIfEmpty } from './made-directories.ts';
import { isTemporaryName } from './old-temporaries.ts';
import { digestOf, filesBelow, type PackageFiles, SKILL, skillFiles } from './package-files.ts';

type SkillRecord = NonNullable<InstallEntry['skill']>;

/** The files to write and to delete for a skill. */
export interface SkillPlan {
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

/** The directory of the skill, of a project or of the user (`root` null). */
export function skillPath({ config }: Pick<Layout, 'config'>, root: string | null): string {
  return root === null ? `${config}/skills/${SKILL}` : `${root}/.claude/skills/${SKILL}`;
}

/**
 * What to change for the skill at `path` to match this package; or a sentence why it stays as it is: it is somebody else's,
 * was changed by its owner, or is a link.
 */
export function planSkill(
  path: string,
  source: Pick<PackageFiles, 'root'>,
  recorded: SkillRecord | null,
): SkillPlan | string {
  const wanted = skillFiles(source);
  if (wanted.size === 0) return `The skill session-retro is not in ${source.root}, so it was not installed.`;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return `${path} is a link or a file, so the skill was not installed.`;
  const digests = new Map([...wanted].map(([name, bytes]) => [name, digestOf(bytes)]));
  const ours = recorded?.path === path ? recorded.files : {};
  const present = presentFiles(path);
  const foreign = [...present].find(([name, digest]) => ours[name] !== digest && digests.get(name) !== digest);
  if (foreign) {
    return `${path}/${foreign[0]} was not written by chronicle init, or was changed since, so the skill was not updated. To replace it, delete ${path} and run chronicle init again.`;
  }
  return {
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

/** The skill at `path` as a record, if it matches this package byte for byte; else null. */
export function skillAsPackaged(path: string, source: Pick<PackageFiles, 'root'>): SkillRecord | null {
  const plan = planSkill(path, source, null);
  return typeof plan === 'string' || plan.writes.size > 0 ? null : plan.record;
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
  const digestAt = (file: string) => (lstatSync(file).isFile() ? digestOf(readFileSync(file)) : null);
  const names = filesBelow(path).filter((name) => !isTemporaryName(basename(name)));
  return new Map(names.map((name) => [name, digestAt(join(path, name))]));
}
