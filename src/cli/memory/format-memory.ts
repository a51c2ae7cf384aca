import { verdictWords } from '#src/memory/effect/memory-standing.ts';
import type { MemoryChange, ProjectProposal } from '#src/memory/ledger/memory-history.ts';
import type { Occurrence } from '#src/memory/misses/miss-group.ts';
import { occurrenceName } from '#src/memory/misses/occurrences.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import { capitalised } from '#src/value/spelled.ts';
import { cells } from '../terminal/table.ts';
import { bornWords, type ListedMemory, memoryEntry, sizeWords } from './format-memories.ts';

/** A memory with all that is known of it. */
export interface ShownMemory extends ListedMemory {
  path: string;
  /** What was proposed for it, decided or not. */
  proposals: ProjectProposal[];
}

/** Claude Code cuts what a command prints at 30,000 characters; the text of a memory leaves room for the rest. */
const TEXT = 14_000;
const TEXT_LINES = 200;
/** More events than this are a count. */
const EVENTS = 15;
const CHANGES = 15;
const REFERENCES = 6;
const LINE = 200;

/** A memory as text: facts, verdict, what it says, changes, misses and hits with their references, open proposals. */
export function formatMemory({ standing, file, path, proposals }: ShownMemory): string {
  const { history, exists, before, since, hits, effect } = standing;
  const open = proposals.filter(({ state }) => state === 'open');
  const isLost = file?.text.isUnread === true;
  const size = file && !isLost ? [sizeWords(file)] : [];
  const born = history.born ? [`${history.born.isFileDate ? '' : 'written '}${bornWords(standing)}`] : ['no date'];
  const facts = [history.project.slug, file?.text.type ?? 'no type', ...size, ...born];
  return [
    oneLine(history.file),
    facts.join(', '),
    oneLine(path),
    ...(exists ? [] : ['It is deleted; this is what the ledger knows of it.']),
    ...(isLost ? [`What it says is not known: ${file.text.fault}.`] : []),
    `${capitalised(verdictWords(standing))}. ${effect.because}`,
    ...(file && !isLost ? ['', ...textLines(file.text.raw)] : []),
    ...section('Changes', history.changes, CHANGES, changeLines, 'earlier change'),
    ...section('Missed since it was written', since, EVENTS, eventLines, 'earlier miss', 'earlier misses'),
    ...section('Missed before', before, EVENTS, eventLines, 'earlier miss', 'earlier misses'),
    ...section('Hits', hits, EVENTS, eventLines, 'earlier hit'),
    ...section('Open proposals', open, EVENTS, proposalLines, 'earlier proposal'),
  ].join('\n');
}

/** A memory for a script: what `list --json` says of it, and all that is known. */
export function shownMemory(shown: ShownMemory): Record<string, unknown> {
  const { standing, file, path, proposals } = shown;
  const { history, before, since, hits, effect } = standing;
  return {
    ...memoryEntry(shown),
    path,
    text: file && !file.text.isUnread ? file.text.raw : null,
    changes: history.changes.map(({ project, ...line }) => line),
    events: { before: before.map(eventEntry), since: since.map(eventEntry), hits: hits.map(eventEntry) },
    rates: effect.rates,
    ratio: effect.ratio,
    proposals: proposals.map(({ project, ...proposal }) => proposal),
  };
}

/** The newest of what there is, in its order, under a heading; nothing where there is nothing. */
function section<Item>(
  heading: string,
  items: readonly Item[],
  most: number,
  linesOf: (item: Item) => string[],
  one: string,
  several?: string,
): string[] {
  if (items.length === 0) return [];
  const rest = items.length - most;
  return [
    '',
    `${heading} (${items.length})`,
    ...(rest > 0 ? [`  … ${counted(rest, one, several)}; --json has all.`] : []),
    ...items.slice(-most).flatMap(linesOf),
  ];
}

function changeLines({ at, action, source, dated, id, session_id, events }: MemoryChange): string[] {
  const when = `${at.slice(0, 10)}${dated ? ' (file date)' : ''}`;
  const rest = events.length - REFERENCES;
  return [
    clip(`  ${cells([when], [action, 10], [source, 8], [oneLine(id)], [`session ${oneLine(session_id)}`])}`, LINE),
    ...events.slice(0, REFERENCES).map((event) => clip(`    because of ${oneLine(event)}`, LINE)),
    ...(rest > 0 ? [`    … ${counted(rest, 'more event')}`] : []),
  ];
}

function eventLines(occurrence: Occurrence): string[] {
  const { event } = occurrence;
  return [clip(`  ${event.date}  ${occurrenceName(occurrence)}  ${oneLine(event.text)}`, LINE)];
}

function eventEntry(occurrence: Occurrence): Record<string, unknown> {
  const { event } = occurrence;
  return { id: occurrenceName(occurrence), date: event.date, time: event.time, text: event.text };
}

function proposalLines({ id, action, reason, proposed }: ProjectProposal): string[] {
  return [clip(`  ${cells([id], [action, 10], [proposed.slice(0, 10)], [oneLine(reason)])}`, LINE)];
}

function textLines(raw: string): string[] {
  const all = raw.trimEnd().split(/\r?\n/);
  const lines: string[] = [];
  let left = TEXT;
  for (const line of all.slice(0, TEXT_LINES)) {
    if (left <= 0) break;
    lines.push(`  | ${clip(line, left)}`);
    left -= line.length + 4;
  }
  const rest = all.length - lines.length;
  return rest > 0 || left < 0
    ? [...lines, `  … ${rest > 0 ? counted(rest, 'more line') : 'More'}; --json has all.`]
    : lines;
}
