/** The notebook of an imported session, and what an import added to one. */
import type { Digest } from '../chronicle/event-id.ts';
import {
  addNotes,
  addObservation,
  blocksOf,
  emptyNotebook,
  removeBlocks,
  setHandoff,
} from '../chronicle/notebook/edit-notebook.ts';
import { handoffLines } from '../chronicle/notebook/handoff.ts';
import { KINDS_OF_NOTES } from '../chronicle/notebook/note-kinds.ts';
import { keyOf, originIn } from '../chronicle/notebook/origin.ts';
import type { ImportedBlock } from './imported-chronicle.ts';
import type { ImportedSession } from './imported-session.ts';

/** A new notebook; null if it would be empty. */
export function newNotebook(
  { id, handoff }: Pick<ImportedSession, 'id' | 'handoff'>,
  blocks: readonly ImportedBlock[],
  system: string,
): string | null {
  if (blocks.length === 0 && handoff === null) return null;
  const text = withBlocks(emptyNotebook(id, system), blocks);
  return handoff === null ? text : setHandoff(text, handoffLines(handoff.handoff));
}

/** A notebook with more records, each at the end of its section. Takes text, or Latin-1 with blocks encoded the same way. */
export function withBlocks(text: string, blocks: readonly ImportedBlock[]): string {
  const linesOf = (note: ImportedBlock['note']) =>
    blocks.flatMap((block) => (block.note === note ? [block.lines] : [])).join('\n');
  const noted = KINDS_OF_NOTES.reduce((rest, kind) => {
    const lines = linesOf(kind);
    return lines === '' ? rest : addNotes(rest, kind, lines);
  }, text);
  const observations = linesOf(null);
  return observations === '' ? noted : addObservation(noted, observations);
}

/** What the record of an import says about a session: the key of each record and the digest of its lines. */
export function recordsOf(
  { prompts, handoff }: Pick<ImportedSession, 'prompts' | 'handoff'>,
  blocks: readonly ImportedBlock[],
  digest: Digest,
): Record<string, string> {
  return Object.fromEntries([
    ...prompts.map(({ key }) => [key, '']),
    ...blocks.map(({ key, lines }) => [key, digest(lines.trimEnd())]),
    ...(handoff === null ? [] : [[handoff.key, digest(handoffLines(handoff.handoff))]]),
  ]);
}

/** The keys of the records that a notebook has from imports. */
export function importedKeysIn(text: string): Set<string> {
  return new Set(
    blocksOf(text).flatMap(({ lines }) => {
      const origin = originIn(lines);
      return origin === null ? [] : [keyOf(origin)];
    }),
  );
}

/** What is left of a notebook without the records of an import. */
export interface Withdrawn {
  text: string;
  removed: number;
  /** How many were edited since, and are kept. */
  edited: number;
  /** Whether no record is left, and no line that somebody wrote. */
  isEmpty: boolean;
}

/**
 * Takes the records of an import out of a notebook: those whose lines are still as they were written. `digest` gets parts of
 * `text`.
 */
export function withdrawn(text: string, records: Readonly<Record<string, string>>, digest: Digest): Withdrawn {
  let [removed, edited] = [0, 0];
  let isHandoffCounted = false;
  const isOurs = (lines: string): boolean | null => {
    const origin = originIn(lines);
    const written = origin === null ? undefined : records[keyOf(origin)];
    return written === undefined ? null : written === digest(lines);
  };
  const fields = blocksOf(text).filter(({ kind }) => kind === 'field');
  const handoff = digest(fields.map(({ lines }) => lines).join('\n'));
  const hasHandoff = fields.length > 0 && Object.values(records).includes(handoff);
  const rest = removeBlocks(text, ({ kind, lines }) => {
    const verdict = kind === 'field' ? hasHandoff || null : isOurs(lines);
    // The fields of a handoff are one record.
    if (verdict === true && (kind !== 'field' || !isHandoffCounted)) removed++;
    if (kind === 'field') isHandoffCounted = true;
    if (verdict === false) edited++;
    return verdict === true;
  });
  return { text: rest, removed, edited, isEmpty: blocksOf(rest).length === 0 && isBare(rest) };
}

/** Whether a notebook has only front matter, headings and blank lines. */
function isBare(text: string): boolean {
  const body = text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  return body.split('\n').every((line) => line.trim() === '' || line.startsWith('## '));
}
