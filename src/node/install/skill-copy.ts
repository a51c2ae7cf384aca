import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InstallEntry } from '../../install/record.ts';
import { filesBelow } from './files-below.ts';
import { changeForeign, type Modes, makeMissing, removeIfEmpty } from './foreign-file.ts';
import { digestOf, type PackageFiles, skillFiles } from './package-files.ts';

type SkillRecord = NonNullable<InstallEntry['skill']>;

/** What a skill's directory lacks. */
export interface SkillPlan {
  path: string;
  writes: Map<string, Buffer>;
  removes: string[];
  /** As it is afterwards. */
  record: SkillRecord;
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
  const present = presentFiles(path);
  const ours = recorded?.path === path ? recorded.files : {};
  const isOurs = ([name, digest]: [string, string]) => ours[name] === digest || digestAt(wanted, name) === digest;
  const foreign = [...present].find((file) => !isOurs(file));
  if (foreign) {
    return `${path}/${foreign[0]} is not as chronicle init leaves it, so the skill there was left as it is. Remove ${path} to have it written anew.`;
  }
  const digests = [...wanted].map(([name, bytes]) => [name, digestOf(bytes)] as const);
  return {
    path,
    writes: new Map([...wanted].filter(([name]) => present.get(name) !== digestAt(wanted, name))),
    removes: [...present.keys()].filter((name) => !wanted.has(name)),
    record: { path, files: Object.fromEntries(digests) },
  };
}

export function writeSkill({ path, writes, removes }: SkillPlan, modes: Modes): void {
  for (const [name, bytes] of writes) {
    const file = join(path, name);
    makeMissing(dirname(file), modes);
    changeForeign(file, () => bytes.toString(), modes.file);
  }
  removeFiles(path, removes);
}

/** The files of a recorded skill that are as init left them. What is behind a link is not ours. */
export function ownSkillFiles({ path, files }: SkillRecord): string[] {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  return [...presentFiles(path)].filter(([name, digest]) => files[name] === digest).map(([name]) => name);
}

/** The skill at `path` as a record, if it is that of this package to the byte. */
export function skillAsPackaged(path: string, source: Pick<PackageFiles, 'root'>): SkillRecord | null {
  const plan = planSkill(path, source, null);
  return typeof plan === 'string' || plan.writes.size > 0 ? null : plan.record;
}

/** Removes files of a skill, and directories that are empty without them. */
export function removeFiles(path: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(path, name), { force: true });
  const directories = new Set(names.map((name) => dirname(join(path, name))));
  for (const directory of directories) if (directory !== path) removeIfEmpty(directory);
  removeIfEmpty(path);
}

function digestAt(files: ReadonlyMap<string, Buffer>, name: string): string | null {
  const bytes = files.get(name);
  return bytes === undefined ? null : digestOf(bytes);
}

/** Files with their digests. */
function presentFiles(path: string): Map<string, string> {
  return new Map(filesBelow(path).map((name) => [name, digestOf(readFileSync(join(path, name)))]));
}
