import { isCandidate } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { decideCandidates, type Reworded, type Verdict } from '#src/chronicle/edit-candidate.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { replaceFile } from '#src/lib/files.ts';
import { isThere } from '#src/node/disk/is-there.ts';
import { asBytes, asText } from '#src/node/disk/latin1.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { readEventText, readTag } from '#src/record/written-text.ts';

/** An editor may block the file for a moment (ms). */
const PATIENCE = 5000;

/** An event as the person saw it, and their verdict, or the words with which they confirm it. */
export interface Decided {
  event: Pick<ChronicleEvent, 'tag' | 'text' | 'details'>;
  verdict: Verdict | Reworded;
}

/** Reads what a person made of an event. Refuses an unknown tag and what is not one line (CHRONICLE_BAD_EVENT). */
export function readReworded(tag: string, text: string): Reworded {
  const [read, written] = [readTag(tag), readEventText(text)];
  if ('refusal' in read) throw badEvent(read.refusal);
  if ('refusal' in written) throw badEvent('The event has no text, or too much of it.');
  if (written.details !== '') throw badEvent('The event has more than one line.');
  return { tag: read.tag, text: written.text };
}

function badEvent(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_BAD_EVENT', `${sentence} Nothing was changed.`);
}

/** Which of these candidates of a chronicle still wait for a verdict, as they were shown. */
export function waitingIn<Shown extends { event: Decided['event'] }>(path: string, shown: readonly Shown[]): Shown[] {
  const events = isThere(path) ? (readUnchecked(readRegularFile(path).text)?.events ?? []) : [];
  const open = events.filter(isCandidate);
  return shown.filter(({ event }) => {
    const place = open.findIndex((each) => isSame(each, event));
    return place !== -1 && open.splice(place, 1).length > 0;
  });
}

/**
 * Confirms or drops candidates of one chronicle, all of them or none. Refuses (CHRONICLE_CHANGED) if one is not in the
 * file as it was shown. Returns a function that undoes this, unless the file was changed since (CHRONICLE_CHANGED).
 */
export function saveVerdicts(path: string, decided: readonly Decided[]): () => void {
  let before = '';
  const after = replaceFile(path, PATIENCE, (current) => {
    before = current;
    const verdicts = new Map<number, Verdict | Reworded>();
    // Parsed as text, since that was shown. The events in the bytes are the same.
    const events = readUnchecked(asText(current))?.events ?? [];
    for (const { event, verdict } of decided) {
      const place = events.findIndex((each, i) => !verdicts.has(i) && isCandidate(each) && isSame(each, event));
      if (place === -1) throw changed(path, event);
      verdicts.set(place, asLatin1(verdict));
    }
    return decideCandidates(current, verdicts);
  });
  return () => restore(path, after, before);
}

/** The file is edited as Latin-1. */
function asLatin1(verdict: Decided['verdict']): Decided['verdict'] {
  if (typeof verdict === 'string') return verdict;
  return { tag: verdict.tag, text: asBytes(verdict.text) };
}

function restore(path: string, after: string, before: string): void {
  replaceFile(path, PATIENCE, (current) => {
    if (current === after || current === before) return before;
    throw new ChronicleError(
      'CHRONICLE_CHANGED',
      `${path} has been changed since, so this cannot be undone. The file was left as it is.`,
    );
  });
}

function isSame(read: Decided['event'], shown: Decided['event']): boolean {
  return read.tag === shown.tag && read.text === shown.text && read.details === shown.details;
}

function changed(path: string, { tag, text }: Decided['event']): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_CHANGED',
    `[${tag}] ${text} is no longer in ${path} as it was shown. The file was changed meanwhile and was left as it is.`,
  );
}
