/** The memory directory of a project: its lock, and what a series of planned changes would make of it. */
import matter from 'gray-matter';
import { isUtf8 } from 'node:buffer';
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { withLock } from '#src/lib/lock.ts';
import { makeDirectory, privateDirectory, requireWithin } from '#src/lib/private-directory.ts';
import { type MemoryPlace, workPath } from '#src/lib/paths.ts';
import { readBytes, type Sides } from './file-bytes.ts';
import { type IndexPlan, indexRefusal, planIndex } from './memory-index.ts';
import { MEMORY_TYPES, type MemoryText, type ProposalAction } from './memory-text.ts';
import { yamlOnly } from '#src/format/front-matter.ts';
import { yamlTexts } from '#src/lib/yaml.ts';

/** A change takes a tenth of a second, so a dozen commands at once still get their turn (ms). */
const PATIENCE = 20_000;

/**
 * Runs `work` while no other process of ours changes the project's memories, proposals or history. Refuses (CHRONICLE_BUSY)
 * after 20 s.
 */
export function withMemory<T>(place: MemoryPlace, work: () => T): T {
  ownDirectory(place, place.chronicle);
  return withLock(place.chronicle, 'memory', PATIENCE, () => {
    try {
      return work();
    } finally {
      tidy(place.memory);
      tidy(dirname(place.proposals));
    }
  });
}

/** Removes the work directory with what killed processes left, in a directory where only the owner of the lock works. */
function tidy(directory: string): void {
  const work = workPath(directory);
  try {
    for (const name of readdirSync(work))
      if (/\.(?:tmp|lock)$/.test(name)) rmSync(`${work}/${name}`, { recursive: true, force: true });
    rmdirSync(work);
  } catch {
    // It does not exist, or has files that are not ours.
  }
}

/** Creates one of our directories. Refuses (CHRONICLE_OUTSIDE) one that a link takes out of Claude Code's directory. */
export function ownDirectory(place: MemoryPlace, path: string): void {
  privateDirectory(path, configOf(place));
}

/** Creates the memory directory, which is Claude Code's and keeps its mode. Refuses (CHRONICLE_OUTSIDE) like `ownDirectory`. */
export function makeMemoryDirectory(place: MemoryPlace): void {
  makeDirectory(place.memory);
  requireWithin(place.memory, configOf(place));
}

/** Whether the memory directory exists. Refuses (CHRONICLE_OUTSIDE) like `ownDirectory`. */
function hasMemoryDirectory(place: MemoryPlace): boolean {
  try {
    requireWithin(place.memory, configOf(place));
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

function configOf({ chronicle }: MemoryPlace): string {
  return dirname(dirname(dirname(chronicle)));
}

/** A planned change; `text` is null for a deletion. */
interface PlannedChange {
  action: ProposalAction;
  file: string;
  text: string | null;
}

/** The effect of a change on the files. */
interface ChangeEffect {
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

  /** The effect of a change of `before`, by default the current bytes, made after the earlier ones. */
  plan({ action, file, text }: PlannedChange, before = this.read(file)): ChangeEffect {
    const plan = planIndex({
      action,
      file,
      before: before === null ? null : readMemoryText(asText(before)),
      after: text === null ? null : readMemoryText(text),
      index: this.#index,
    });
    const bytes = (each: string | null) => (each === null ? null : asBytes(each));
    return {
      memory: { before, after: bytes(text) },
      index: plan.text === this.#index ? null : { before: bytes(this.#index), after: bytes(plan.text) },
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

/** The longest front matter to read, in characters. */
const LONGEST = 16 * 1024;

/** Strings for all scalars. */
const OPTIONS = yamlOnly((text) => Object(yamlTexts(text) ?? {}));

/** Reads a memory file, written by Claude Code or a person. Never throws: without readable front matter it is all text. */
export function readMemoryText(raw: string): MemoryText {
  const text = raw.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const plain = (fault: string | null): MemoryText => ({
    raw,
    name: '',
    description: '',
    type: null,
    body: text.trim(),
    fault,
  });
  if (!text.startsWith('---')) return plain(null);
  if (!text.startsWith('---\n')) return plain('its first line is not exactly ---');
  const close = /\n---[ \t]*(?:\n|$)/.exec(text.slice(3));
  if (!close) return plain('its front matter is never closed');
  if (close.index > LONGEST) return plain('its front matter is longer than 16 KiB');
  try {
    const { data, content } = matter(text, OPTIONS);
    const nested = field(data, 'metadata');
    return {
      raw,
      name: wordsOf(field(data, 'name')),
      description: wordsOf(field(data, 'description')),
      type: MEMORY_TYPES.find((type) => type === field(data, 'type') || type === field(nested, 'type')) ?? null,
      body: content.trim(),
      fault: null,
    };
  } catch {
    return plain('its front matter is not YAML');
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
}
