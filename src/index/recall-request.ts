/** What is asked of the archive, read from the words of a command or the arguments of a tool. */
import { normalConcept } from '../format/notebook/concept.ts';
import { TYPES_OF_OBSERVATIONS } from '../format/notebook/observation-kinds.ts';
import { TAGS, tagWord } from '../format/tags.ts';
import { ChronicleError } from '../lib/chronicle-error.ts';
import { listed } from '../lib/listed.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { readSpokenDay, SPOKEN_DAYS } from './days.ts';
import { kindNamed, type Query, tagNamed } from './query.ts';
import { RECORD_KINDS } from './record.ts';

/** How an answer names what can be asked next: who types commands has other words for it than who calls tools. */
export interface Wording {
  /** The name of an option: `--since`. */
  option(name: string): string;
  /** An option with its value: `--tokens 900`. */
  set(name: string, value: string | number): string;
  /** How to get a whole record. */
  whole: string;
  /** How to find the ids of records. */
  find: string;
}

/** For `chronicle recall`. */
export const COMMAND_WORDING: Wording = {
  option: (name) => `--${name}`,
  set: (name, value) => `--${name} ${value}`,
  whole: 'chronicle recall ID prints one as a whole.',
  find: 'chronicle recall WORDS finds records by their words.',
};

/** For the tools of `chronicle mcp`. */
export const TOOL_WORDING: Wording = {
  option: (name) => name,
  set: (name, value) => `${name}: ${value}`,
  whole: 'The tool read gives one as a whole.',
  find: 'The tool recall finds records by their words.',
};

export interface RecallRequest {
  /** Words of a question, or ids of records; empty for the newest sessions. */
  words: readonly string[];
  /** Whether the words can only be ids. */
  areIds: boolean;
  /** A file that records should be about; null for any. */
  file: string | null;
  /** What the options say, as the filters of a query. */
  filters: Pick<Query, 'concepts' | 'types' | 'tags' | 'kinds' | 'since' | 'until'>;
  /** The name of a project, `all`, or null for the one of `here`. */
  project: string | null;
  /** The main checkout of this project. */
  here: string;
  /** How many records before and after one to name. */
  around: number;
  /** The longest answer (estimated). */
  tokens: number;
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
  const read = <Value>(
    option: Exclude<keyof Given, 'ids'>,
    forms: string,
    find: (text: string) => Value | undefined,
  ): Value[] => {
    const text = given[option];
    if (text === undefined) return [];
    const value = find(text.trim());
    if (value !== undefined) return [value];
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `${wording.option(option)} must be ${forms}, not ${clip(oneLine(text), 80)}.`,
    );
  };
  const day = (option: 'since' | 'until') => read(option, SPOKEN_DAYS, (text) => readSpokenDay(text, today))[0] ?? null;
  const count = (option: 'around' | 'tokens', least: number) =>
    read(option, `a whole number, ${least} or more`, (text) =>
      /^\d{1,6}$/.test(text) && Number(text) >= least ? Number(text) : undefined,
    )[0];
  const words = (given.ids?.join(' ') ?? given.words ?? '').slice(0, LONGEST);
  const typeNamed = (text: string) => TYPES_OF_OBSERVATIONS.find((type) => type === text.toLowerCase());
  return {
    words: words.split(/\s+/).filter((word) => word !== ''),
    areIds: given.ids !== undefined,
    file: given.file?.trim() || null,
    filters: {
      concepts: read('concept', 'a concept such as caching', (text) => normalConcept(text) || undefined),
      types: read('type', listed(CHOICES.type, 'or'), typeNamed),
      tags: read('tag', listed(CHOICES.tag, 'or'), tagNamed),
      kinds: read('kind', listed(CHOICES.kind, 'or'), kindNamed),
      since: day('since'),
      until: day('until'),
    },
    project: given.project ?? null,
    here,
    around: count('around', 0) ?? 0,
    tokens: count('tokens', 1) ?? USUAL_TOKENS,
    wording,
  };
}
