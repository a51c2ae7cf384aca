/** What `chronicle observe` and `chronicle handoff` read: observations and the fields of a handoff, in any accepted form. */
import type { Handoff } from '#src/format/notebook/handoff-fields.ts';
import type { ObservationContent } from '#src/format/notebook/observation.ts';
import {
  isObservationType,
  type ObservationType,
  TYPES_OF_OBSERVATIONS,
  USUAL_PRIORITY,
  USUAL_SCOPE,
} from '#src/format/notebook/observation-kinds.ts';
import { nearestOf } from '#src/lib/nearest.ts';

/** An observation with the time that the text states; without one, that of the command. */
export interface Observed extends ObservationContent {
  date: string | null;
  time: string | null;
}

/** Why a text cannot be kept. */
export interface Fault {
  /** Line in the text, from 1. */
  line: number;
  sentence: string;
}

/** More faults than anybody reads. */
export const MOST_FAULTS = 20;

/** What a text says, or everything that is wrong with it. */
export interface Told {
  observations: Observed[];
  handoff: Handoff;
  faults: Fault[];
}

/** An observation of which only the title is known. */
export function plainObservation(title: string): Observed {
  return {
    ...{ date: null, time: null, type: null, priority: USUAL_PRIORITY, title, subtitle: '', facts: [], narrative: '' },
    ...{ concepts: [], files: [], refs: [], rels: [], scope: USUAL_SCOPE, prompt: null, supersedes: [] },
  };
}

/** Whether an observation has only a title, and perhaps dates, files and links. */
export function isPlainLine({ subtitle, narrative, facts, concepts }: ObservationContent): boolean {
  return subtitle === '' && narrative === '' && facts.length === 0 && concepts.length === 0;
}

/** Other systems' words for our types. */
const OTHER_WORDS: Readonly<Record<string, ObservationType>> = {
  bug: 'bugfix',
  fix: 'bugfix',
  refactoring: 'refactor',
  finding: 'discovery',
  docs: 'change',
  chore: 'change',
};

/** Reads a type, ignoring case; on failure returns a sentence that names the types. */
export function readType(word: string): ObservationType | { sentence: string } {
  const name = word.trim().toLowerCase();
  if (isObservationType(name)) return name;
  const meant = OTHER_WORDS[name] ?? nearestOf(name, TYPES_OF_OBSERVATIONS);
  const help = meant ? `Did you mean ${meant}?` : `The types are ${TYPES_OF_OBSERVATIONS.join(', ')}.`;
  return { sentence: `There is no type "${word.trim().slice(0, 40)}". ${help}` };
}

/** The type that a word of another system means; null if it means none of ours. */
export function typeMeant(word: string): ObservationType | null {
  const name = word.trim().toLowerCase();
  if (isObservationType(name)) return name;
  return Object.hasOwn(OTHER_WORDS, name) ? (OTHER_WORDS[name] ?? null) : null;
}

/** The line, from 1, at an offset of a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
