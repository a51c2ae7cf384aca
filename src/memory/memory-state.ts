import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync } from 'node:fs';
import { type IndexPlan, indexRefusal, planIndex } from '#src/memory/proposals/plan-change.ts';
import type { ProposalAction } from '#src/memory/proposals/proposal.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { readMemoryText } from './read-memory-text.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { bytesOf, readBytes, type Sides } from './file-bytes.ts';
import { hasMemoryDirectory } from './own-directory.ts';

/** A planned change; `text` is null for a deletion. */
export interface PlannedChange {
  action: ProposalAction;
  file: string;
  text: string | null;
}

/** The effect of a change on the files. */
export interface ChangeEffect {
  memory: Sides;
  /** MEMORY.md; null if it does not change. */
  index: Sides | null;
  plan: IndexPlan;
}

/**
 * The memories of a project after a series of planned changes; writes nothing. Refuses a memory directory that a link
 * takes elsewhere (CHRONICLE_OUTSIDE) and a MEMORY.md that is not UTF-8 (CHRONICLE_NOT_UTF8).
 */
export class MemoryState {
  readonly #place: MemoryPlace;
  /** The names in the memory directory. */
  readonly names: string[];
  #index: string | null;

  constructor(place: MemoryPlace) {
    this.#place = place;
    const hasMemory = hasMemoryDirectory(place);
    this.names = hasMemory ? readdirSync(place.memory) : [];
    const index = hasMemory ? readBytes(place.index) : null;
    if (index !== null && !isUtf8(Buffer.from(index, 'latin1')))
      throw new ChronicleError('CHRONICLE_NOT_UTF8', `${place.index} is not UTF-8. Fix it first. Nothing was changed.`);
    this.#index = index === null ? null : asText(index);
  }

  /** MEMORY.md after the changes so far; null if there is none. */
  get index(): string | null {
    return this.#index;
  }

  /** The current bytes of a memory; null if it does not exist. */
  read(file: string): string | null {
    return this.names.includes(file) ? readBytes(`${this.#place.memory}/${file}`) : null;
  }

  /** What kind of thing has this name if it is not a file, such as `A directory`; else null. */
  otherThing(file: string): string | null {
    if (!this.names.includes(file)) return null;
    const stats = lstatSync(`${this.#place.memory}/${file}`, { throwIfNoEntry: false });
    if (!stats || stats.isFile()) return null;
    if (stats.isSymbolicLink()) return 'A symbolic link';
    return stats.isDirectory() ? 'A directory' : 'A pipe or a device';
  }

  /** The effect of a change made after the earlier ones. */
  plan({ action, file, text }: PlannedChange): ChangeEffect {
    const before = this.read(file);
    const plan = planIndex({
      action,
      file,
      before: before === null ? null : readMemoryText(asText(before)),
      after: text === null ? null : readMemoryText(text),
      index: this.#index,
    });
    const index = plan.text === this.#index ? null : { before: this.#index, after: plan.text };
    return {
      memory: { before, after: text === null ? null : asBytes(text) },
      index: index && { before: bytesOf(index.before), after: bytesOf(index.after) },
      plan,
    };
  }

  /** Adds a change, so that the next one starts from it; returns why MEMORY.md cannot take it, or null. */
  take({ plan }: ChangeEffect): string | null {
    const refusal = indexRefusal(this.#index, plan.text);
    if (refusal === null) this.#index = plan.text;
    return refusal;
  }
}
