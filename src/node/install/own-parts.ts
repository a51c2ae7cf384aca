import type { FileRecord, InstallEntry } from '#src/install/record.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { type FileChange, holdsPart, isNothing, mayHoldPart, type Part, removal } from './file-change.ts';
import { recordedFiles, type SkillRemoval, skillRemoval } from './skill-copy.ts';

/** Collects what of ours is to go from the files of others, each file once. Writes nothing. */
export class OwnParts {
  readonly changes: FileChange[] = [];
  readonly skills: SkillRemoval[] = [];
  /** Every file that was looked at, there or not. */
  readonly handled: string[] = [];
  readonly remarks: string[] = [];
  /** What could not be taken out and why. */
  readonly faults: string[] = [];
  readonly #seen = new Set<string>();

  /** All that an init put in. */
  addEntry({ settings, contract, import: imported, skill }: InstallEntry): void {
    this.addFile('settings', settings.path, settings);
    if (contract) this.addFile('contract', contract.path, contract);
    if (imported) this.addFile('import', imported.path, imported);
    if (skill) this.addSkill(skill);
  }

  /** A file, if our part is in it. Without a record, one that cannot be read is a fault only if it may be. */
  addFile(part: Part, path: string, record: FileRecord | null): void {
    if (this.#isSeen(path)) return;
    this.handled.push(path);
    try {
      if (record === null && !holdsPart(part, path)) return;
      const change = removal(part, path, record);
      if (change.before === change.after) return;
      this.changes.push(change);
      if (change.after !== null && change.before !== '' && isNothing(change.after))
        this.remarks.push(`${path} will hold nothing. It stays, as no record says that chronicle init made it.`);
    } catch (error) {
      if (record !== null || mayHoldPart(part, path)) this.faults.push(sentenceOf(error));
    }
  }

  addSkill(skill: NonNullable<InstallEntry['skill']>): void {
    if (this.#isSeen(skill.path)) return;
    this.handled.push(...recordedFiles(skill));
    const removed = skillRemoval(skill);
    if (removed.files.length > 0) this.skills.push(removed);
  }

  #isSeen(path: string): boolean {
    const isSeen = this.#seen.has(path);
    this.#seen.add(path);
    return isSeen;
  }
}
