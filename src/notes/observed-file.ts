import { addObservation, setHandoff } from '#src/format/notebook/edit-notebook.ts';
import { handoffLines } from '#src/format/notebook/handoff.ts';
import { type ObservationContent, readObservations } from '#src/format/notebook/observation.ts';
import { observationLines } from '#src/format/notebook/write-observation.ts';
import type { Told } from '#src/notes/observed.ts';
import type { Layout } from '#src/lib/paths.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { createNotebook, editNotebook, type Owned } from './notebook-file.ts';

export interface Kept {
  /** The ids of the observations, in the order they were given. */
  ids: string[];
  /** The positions of observations that were in the notebook already. */
  repeated: Set<number>;
}

/**
 * Adds observations and replaces the handoff, in one edit, in a new notebook if there is none. An observation that the
 * notebook has already is not added again. `when` is `HH:MM` or `YYYY-MM-DD HH:MM`, for those that state
 * neither a day nor a time; a day without a time is written as `YYYY-MM-DD --:--`.
 */
export function writeObserved(layout: Layout, owned: Owned, when: string, { observations, handoff }: Told): Kept {
  createNotebook(layout, owned);
  let repeated: Set<number> | null = null;
  const written = editNotebook(owned, (current) => {
    const known = new Set(observationsIn(current).map(contentKey));
    const found = new Set<number>();
    let text = current;
    observations.forEach((observation, i) => {
      const key = contentKey(observation);
      if (known.has(key)) found.add(i);
      else text = addObservation(text, asBytes(observationLines(timeOf(observation, when), observation)));
      known.add(key);
    });
    // If an editor saved over our edit, it runs again; what counts is what was there the first time.
    repeated ??= found;
    const fields = handoffLines(handoff);
    return fields === '' ? text : setHandoff(text, asBytes(fields));
  });
  const ids = new Map(observationsIn(written).map((observation) => [contentKey(observation), observation.id]));
  return {
    ids: observations.map((observation) => ids.get(contentKey(observation)) ?? ''),
    repeated: repeated ?? new Set(),
  };
}

function timeOf({ date, time }: { date: string | null; time: string | null }, when: string): string {
  if (time === null) return date === null ? when : `${date} --:--`;
  return date === null ? time : `${date} ${time}`;
}

function observationsIn(latin1Text: string): (ObservationContent & { id: string })[] {
  return readObservations(asText(latin1Text));
}

/** What makes two observations the same: everything but their time and prompt. */
function contentKey(observation: ObservationContent): string {
  const { type, title, subtitle, facts, narrative, concepts, files, refs, rels, scope, priority, supersedes } =
    observation;
  return JSON.stringify([
    type,
    title,
    subtitle,
    facts,
    narrative,
    concepts,
    files,
    refs,
    rels,
    scope,
    priority,
    supersedes,
  ]);
}
