import type { InstallEntry } from '../../install/record.ts';
import { type FileChange, removal } from './file-change.ts';
import { filesBelow } from './files-below.ts';
import { ownSkillFiles } from './skill-copy.ts';

/** The files of a skill that go. */
export interface SkillDrop {
  path: string;
  files: string[];
}

/** The files of the skill that an earlier init put in, as far as they are as it left them; null if there was none. */
export function declinedSkill(old: InstallEntry | undefined): SkillDrop | null {
  return old?.skill ? { path: old.skill.path, files: ownSkillFiles(old.skill) } : null;
}

/** Takes out of AGENTS.md and CLAUDE.md what an earlier init told the agent there and this one does not. */
export function declinedTexts(
  old: InstallEntry | undefined,
  root: string | null,
  contract: FileChange | null,
  imported: FileChange | null,
): FileChange[] {
  const isTold = (path: string) => path === contract?.path || path === imported?.path;
  const isImported = contract !== null && contract.path === `${root}/AGENTS.md`;
  const [told, line] = [old?.contract, old?.import];
  return [
    ...(told && !isTold(told.path) ? [removal('contract', told.path, told)] : []),
    ...(line && !isImported && !isTold(line.path) ? [removal('import', line.path, line)] : []),
  ].filter(({ before, after }) => before !== after);
}

/** What of a declined skill stays, in a sentence. */
export function skillRemarks(drop: SkillDrop | null): string[] {
  if (!drop) return [];
  const [kept] = filesBelow(drop.path).filter((name) => !drop.files.includes(name));
  if (kept === undefined) return [];
  return [`${drop.path}/${kept} is not as chronicle init leaves it, so it stays. Remove it to be without the skill.`];
}
