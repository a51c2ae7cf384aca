/**
 * What the agent passes to `chronicle observe` and `chronicle handoff`: observations and the fields of a handoff.
 * `observation-lines.ts` reads it.
 */
import { normalConcept } from '#src/format/notebook/concept.ts';
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
interface Fault {
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

/** What was read, with concepts and paths as they are kept: `root` is the project's. A text without anything is a fault. */
export function asKept({ observations, handoff, faults }: Told, root: string): Told {
  const isEmpty = observations.length === 0 && Object.keys(handoff).length === 0;
  const nothing = { line: 1, sentence: 'The text contains neither an observation nor a field of a handoff.' };
  return {
    observations: observations.map((observation) => ({
      ...observation,
      concepts: [...new Set(observation.concepts.map(normalConcept).filter((concept) => concept !== ''))],
      files: [...new Set(observation.files.map((file) => relativeFile(file, root)))],
    })),
    handoff,
    faults: isEmpty && faults.length === 0 ? [nothing] : faults,
  };
}

/** A path relative to the project root, if it is below it. */
function relativeFile(file: string, root: string): string {
  const path = file.replace(/\s+/g, ' ').replace(/^(?:\.\/)+/, '');
  const base = root.replace(/\/+$/, '');
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
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
  const meant = typeMeant(name) ?? nearestOf(name, TYPES_OF_OBSERVATIONS);
  const help = meant ? `Did you mean ${meant}?` : `The types are ${TYPES_OF_OBSERVATIONS.join(', ')}.`;
  return { sentence: `There is no type "${word.trim().slice(0, 40)}". ${help}` };
}

/** The type that a word of another system means; null if it means none of ours. */
export function typeMeant(word: string): ObservationType | null {
  const name = word.trim().toLowerCase();
  if (isObservationType(name)) return name;
  return Object.hasOwn(OTHER_WORDS, name) ? (OTHER_WORDS[name] ?? null) : null;
}
