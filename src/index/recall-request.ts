/** What is asked of the archive, read from the words of a command or the arguments of a tool. */
import { normalConcept } from '#src/format/notebook/concept.ts';
import { type ObservationType, TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';
import { TAGS, type Tag, tagWord } from '#src/format/tags.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { listed } from '#src/lib/listed.ts';
import { kindNamed, tagNamed } from './query-words.ts';
import { RECORD_KINDS, type RecordKind } from './record.ts';
import { readSpokenDay, SPOKEN_DAYS } from './spoken-day.ts';
import type { Wording } from './wording.ts';

export interface RecallRequest {
  /** Words of a question, or ids of records; empty for the newest sessions. */
  words: readonly string[];
  /** Whether the words can only be ids. */
  areIds: boolean;
  files: readonly string[];
  /** As `normalConcept` writes them. */
  concepts: readonly string[];
  types: readonly ObservationType[];
  tags: readonly Tag[];
  kinds: readonly RecordKind[];
  since: string | null;
  until: string | null;
  /** The name of a project, `all`, or null for the one of `here`. */
  project: string | null;
  /** The main checkout of this project. */
  here: string;
  /** How many records before and after one to name. */
  around: number;
  /** The longest answer (estimated). */
  tokens: number;
  /** How the answer names what can be asked next. */
  wording: Wording;
}

/** What was given, as text. Everything may be missing. */
export interface Given {
  words?: string | undefined;
  /** Ids instead of words. */
  ids?: readonly string[] | undefined;
  file?: string | undefined;
  concept?: string | undefined;
  type?: string | undefined;
  tag?: string | undefined;
  kind?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  project?: string | undefined;
  around?: string | undefined;
  tokens?: string | undefined;
}

/** The usual size of an answer (estimated tokens). */
export const USUAL_TOKENS = 800;
/** Longer questions are pasted texts (UTF-16 units): their beginning is asked. */
const LONGEST = 20_000;

/** What the values of an option may be, for help texts and schemas. */
export const CHOICES = { type: TYPES_OF_OBSERVATIONS, tag: TAGS.map(tagWord), kind: RECORD_KINDS } as const;

interface Place {
  /** Today, local: `2026-11-24`. */
  today: string;
  here: string;
  wording: Wording;
}

/** Reads a request. Refuses values that mean nothing (CHRONICLE_WRONG_USE), naming the option and what it may be. */
export function readRequest(given: Given, { today, here, wording }: Place): RecallRequest {
  const reader = new OptionReader(given, wording);
  const day = (option: 'since' | 'until') =>
    reader.read(option, SPOKEN_DAYS, (text) => readSpokenDay(text, today)) ?? null;
  return {
    words: (given.ids?.join(' ') ?? given.words ?? '')
      .slice(0, LONGEST)
      .split(/\s+/)
      .filter((word) => word !== ''),
    areIds: given.ids !== undefined,
    files: given.file === undefined || given.file.trim() === '' ? [] : [given.file.trim()],
    concepts: listOf(reader.read('concept', 'a concept such as caching', (text) => normalConcept(text) || undefined)),
    types: listOf(reader.read('type', listed(CHOICES.type, 'or'), typeNamed)),
    tags: listOf(reader.read('tag', listed(CHOICES.tag, 'or'), tagNamed)),
    kinds: listOf(reader.read('kind', listed(CHOICES.kind, 'or'), kindNamed)),
    since: day('since'),
    until: day('until'),
    project: given.project ?? null,
    here,
    around: reader.count('around', 0) ?? 0,
    tokens: reader.count('tokens', 1) ?? USUAL_TOKENS,
    wording,
  };
}

class OptionReader {
  readonly #given: Given;
  readonly #wording: Wording;

  constructor(given: Given, wording: Wording) {
    this.#given = given;
    this.#wording = wording;
  }

  /** Undefined if the option was not given. */
  read<Value>(
    option: Exclude<keyof Given, 'ids'>,
    forms: string,
    find: (text: string) => Value | undefined,
  ): Value | undefined {
    const text = this.#given[option];
    if (text === undefined) return undefined;
    const value = find(text.trim());
    if (value !== undefined) return value;
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `${this.#wording.option(option)} must be ${forms}, not ${clip(oneLine(text), 80)}.`,
    );
  }

  count(option: 'around' | 'tokens', least: number): number | undefined {
    return this.read(option, `a whole number, ${least} or more`, (text) =>
      /^\d{1,6}$/.test(text) && Number(text) >= least ? Number(text) : undefined,
    );
  }
}

function listOf<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}

function typeNamed(text: string): ObservationType | undefined {
  return TYPES_OF_OBSERVATIONS.find((type) => type === text.toLowerCase());
}
