/** The sections of a retrospective's context about events, mistakes, memories and proposals, and the document of all sections. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { isFound, writtenDetails } from '#src/format/event-source.ts';
import type { Note } from '#src/format/notebook/notebook.ts';
import { foundEvents, type Session } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';
import { counted, shortDay } from '#src/lib/text/day.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { type MemoryResult, stateOfMemory } from './memory-results.ts';
import type { MemoryFile } from './history.ts';
import type { Mistake } from './mistakes.ts';
import { occurrenceName } from './misses.ts';
import type { Proposal } from './proposals.ts';
import { INDEX_BYTES, INDEX_LINES, indexEntries, indexSize } from './memory-index.ts';
import { seenWords, sinceWords } from './proposed-memory.ts';
import type { Repeat } from './repeats.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { printable } from '#src/lib/text/plain.ts';

/** The longest of each (characters), and how many of each. */
const LONGEST = { name: 120, text: 160, reason: 240, detail: 240, description: 300, event: 400, brief: 90 };
const MOST = { named: 10, details: 12, misses: 5 };

/** How full MEMORY.md is; `text` is null if it does not exist. */
export function indexSection(text: string | null): ContextSection {
  const { lines, bytes, past } = indexSize(text ?? '');
  const isFull = past > 0 || lines >= INDEX_LINES || bytes >= INDEX_BYTES;
  const room = isFull
    ? 'It is full: merge or delete memories first.'
    : `There is room for ${counted(INDEX_LINES - lines, 'more line')} and ${grouped(INDEX_BYTES - bytes)} bytes.`;
  const lost = indexEntries(text ?? '').filter(({ line }) => line > lines - past);
  const named = lost.slice(0, MOST.named).map(({ file }) => shortLine(file, LONGEST.name));
  const notes = [
    text === null
      ? 'It does not exist yet; the first NEW creates it.'
      : `${lines} of ${INDEX_LINES} lines, ${grouped(bytes)} of ${grouped(INDEX_BYTES)} bytes are used. ${room}`,
    ...(past > 0 ? [`Its last ${counted(past, 'line')} is not loaded: ${named.join(', ')}`] : []),
  ];
  return sectionOf('MEMORY.md', [], ['line', ''], notes);
}

/** The tags that say most about memory come first, and are cut last. */
const RANKS: Readonly<Record<Tag, number>> = {
  'MEMORY-MISS': 0,
  'USER-CORRECTION': 1,
  'MEMORY-HIT': 2,
  ERROR: 3,
  PIVOT: 4,
  INSIGHT: 5,
  BLOCKED: 6,
  DECISION: 7,
};

/** The events of a session, in order, including found ones, which are marked. Those of a session that is over are cited with its id. */
export function eventSection(session: Session, isOver = false): ContextSection {
  const { frontMatter, events } = session.chronicle;
  const found = foundEvents(session.chronicle).length;
  const notes = [
    ...(isOver ? [`Cite its events as ${session.id}#e-…`] : []),
    ...(found > 0
      ? [
          `The list includes ${counted(found, 'event')} marked "found:", from the transcript. A memory cannot rest on them.`,
        ]
      : []),
  ];
  const where = `chronicle search session:${session.name}, with tag:decision and the like`;
  const items = events.map((event) => eventItem(event, frontMatter.date));
  return sectionOf(`Events (${events.length})`, items, ['event', where], notes);
}

function eventItem(event: ChronicleEvent, day: string): ContextItem {
  const { id, tag, text, time, date } = event;
  const when = date === day ? (time ?? '') : `${date} ${time ?? ''}`;
  const head = `${id.padEnd(9)} ${when.trim().padEnd(5)} ${tag.padEnd(15)} ${isFound(event) ? ' found:' : ''}`;
  const details = indentedLines(writtenDetails(event), MOST.details, LONGEST.detail);
  return {
    full: [`${head} ${shortLine(text, LONGEST.event)}`, ...details].join('\n'),
    brief: `${head} ${shortLine(text, LONGEST.text)}`,
    rank: RANKS[tag],
  };
}

/** The mistakes that a session's events belong to, and where else they were made. */
export function missSection(session: Session, mistakes: readonly Mistake[]): ContextSection {
  return sectionOf(
    `Mistakes of this session, in all sessions (${mistakes.length})`,
    mistakes.map((mistake, rank) => mistakeItem(session, mistake, rank)),
    ['mistake', 'chronicle search tag:miss'],
    mistakes.length === 0 ? ['This session has no misses or hits that count.'] : [],
  );
}

function mistakeItem(
  session: Session,
  { name, memory, misses, hits, state, stateDetail }: Mistake,
  rank: number,
): ContextItem {
  const here = [...misses, ...hits].filter((each) => each.session === session).map(({ event }) => event.id);
  const others = misses.filter((miss) => miss.session !== session).toReversed();
  const file = memory ? `, ${shortLine(memory.file, LONGEST.name)}` : '';
  const lines = (most: number) => [
    `${here.slice(0, MOST.misses).join(', ')}  ${shortLine(name, LONGEST.name)}`,
    `    ${state}: ${stateDetail}${file}; ${counted(others.length, 'miss', 'misses')} in other sessions`,
    ...others
      .slice(0, most)
      .map((miss) => `    ${miss.event.date}  ${occurrenceName(miss)}  ${shortLine(miss.event.text, LONGEST.text)}`),
    ...(others.length > most ? [`    … and ${others.length - most} before`] : []),
  ];
  return { full: lines(MOST.misses).join('\n'), brief: lines(1).join('\n'), rank };
}

/** An existing memory, and its effect if the archive knows it. */
export interface KnownMemory {
  file: MemoryFile;
  result: MemoryResult | undefined;
}

/** Memories in the given order; the last ones are cut first. */
export function memorySection(heading: string, memories: readonly KnownMemory[], now: Date): ContextSection {
  const items = memories.map((memory, rank) => memoryItem(memory, rank, now));
  return sectionOf(`${heading} (${memories.length})`, items, ['memory', 'chronicle memory list']);
}

function memoryItem({ file: { file, text }, result }: KnownMemory, rank: number, now: Date): ContextItem {
  const name = shortLine(file, LONGEST.name);
  const type = text.type ?? (text.fault === null ? 'no type' : text.fault);
  const bytes = new TextEncoder().encode(text.raw).length;
  const size = `${grouped(bytes)} bytes in ${counted(text.raw.trimEnd().split('\n').length, 'line')}`;
  const lines = [
    `${name}  ${[type, ageOf(result, now), size, ...(result ? [figures(result)] : [])].join(', ')}`,
    ...(result ? [`    ${stateOfMemory(result)}: ${shortLine(result.effect.because, LONGEST.description)}`] : []),
    ...(text.description === '' ? [] : [`    ${shortLine(text.description, LONGEST.description)}`]),
  ];
  const state = [type, ...(result ? [stateOfMemory(result)] : [])].join(', ');
  return { full: lines.join('\n'), brief: `${name}  ${state}  ${shortLine(text.description, LONGEST.brief)}`, rank };
}

function ageOf(result: MemoryResult | undefined, now: Date): string {
  const born = result?.history.born;
  if (!born) return 'date unknown';
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(born.at)) / DAY_MS));
  const ago = days === 0 ? 'today' : `${counted(days, 'day')} ago`;
  return `${born.isFileDate ? 'file dated' : 'written'} ${shortDay(born.at)} ${born.at.slice(0, 4)} (${ago})`;
}

function figures({ hits, before, since, now }: MemoryResult): string {
  const later =
    now === null || now.how === 'written' ? '' : `, ${now.misses.length} after it was last written or strengthened`;
  return `${counted(hits.length, 'hit')}, ${counted(before.length, 'miss', 'misses')} before it was written and ${since.length} since${later}`;
}

/** What a person keeps telling the agent, and what keeps failing, with the command that proposes a memory for each. */
export function repeatSection(repeats: readonly Repeat[]): ContextSection {
  const items = repeats.map((repeat, rank): ContextItem => {
    const { known, since } = repeat;
    const what =
      repeat.kind === 'request'
        ? `The user asks: ${shortLine(repeat.words, LONGEST.text)}`
        : `Fails: ${shortLine(repeat.run, LONGEST.text)}: ${shortLine(repeat.line, LONGEST.text)}`;
    const file = shortLine(known?.file ?? '', LONGEST.name);
    const command = known
      ? `${file} is ${known.state}${since > 0 ? `; ${sinceWords(since, file)}` : ''}`
      : `chronicle memory propose --from ${repeat.id}`;
    return { full: `${what}\n    ${seenWords(repeat)}\n    ${command}`, brief: `${what}\n    ${command}`, rank };
  });
  return sectionOf(
    `What comes back in the sessions of this project (${repeats.length})`,
    items,
    ['repeat', 'chronicle memory list'],
    ['If a memory would prevent one, file it as printed; its prompts are the evidence.'],
  );
}

/** Notes, which a proposal cites by these ids. */
export function noteSection(
  heading: string,
  remark: string,
  notes: readonly { note: Note; sessionId: string }[],
): ContextSection {
  const items = notes.map(({ note, sessionId }, rank): ContextItem => {
    const text = `${sessionId}#${note.id}  ${note.kind}  ${shortLine(note.text, LONGEST.event)}`;
    return { full: text, brief: shortLine(text, LONGEST.text), rank };
  });
  return sectionOf(`${heading} (${notes.length})`, items, ['note', 'chronicle notes'], [remark]);
}

/** The open proposals. */
export function proposalSection(proposals: readonly Proposal[]): ContextSection {
  const items = proposals.map(({ id, action, file, proposed, reason }, rank): ContextItem => {
    const head = `${id}  ${action}  ${shortLine(file, LONGEST.name)}  ${proposed.slice(0, 10)}`;
    return { full: `${head}\n    ${shortLine(reason, LONGEST.reason)}`, brief: head, rank };
  });
  return sectionOf(`Open proposals (${proposals.length})`, items, ['proposal', 'chronicle memory list']);
}

/**
 * A document of sections that is cut to a length: the items of the least important sections are shortened first, then omitted,
 * with a note on how many there are and where to read them. Texts in it are untrusted: each of their lines is indented or follows
 * a name of ours.
 */

export interface ContextSection {
  heading: string;
  /** Never cut. */
  notes: readonly string[];
  items: readonly ContextItem[];
  /** The note on omitted items, such as `… and 40 more: chronicle memory list`. */
  more(count: number): string;
}

export interface ContextItem {
  full: string;
  brief: string;
  /** Items with a higher rank are cut earlier. */
  rank: number;
}

/** A section, without notes. `noun` is what it lists, and `where` the command that prints the rest. */
export function sectionOf(
  heading: string,
  items: readonly ContextItem[],
  [noun, where]: readonly [noun: string, where: string],
  notes: readonly string[] = [],
): ContextSection {
  const plural = noun === 'memory' ? 'more memories' : undefined;
  const more = (count: number) => `… and ${counted(count, `more ${noun}`, plural)}: ${where}`;
  return { heading: `## ${heading}`, notes, items, more };
}

/** The document's text, at most `limit` characters if the notes leave room. `order` names the least important sections first. */
export function cutDocument<Name extends string>(
  opening: readonly string[],
  sections: Readonly<Partial<Record<Name, ContextSection>>>,
  order: readonly Name[],
  limit: number,
): string {
  const texts = new Map<ContextItem, string>();
  const dropped = new Map<ContextSection, number>();
  const all = Object.values<ContextSection | undefined>(sections).filter((section) => section !== undefined);
  for (const { items } of all) for (const item of items) texts.set(item, item.full);
  const render = (section: ContextSection): string => {
    const left = dropped.get(section) ?? 0;
    const lines = section.items.flatMap((item) => texts.get(item) || []);
    return ['', section.heading, ...section.notes, ...lines, ...(left > 0 ? [section.more(left)] : [])].join('\n');
  };
  const text = () => [...opening, ...all.map(render)].join('\n');
  /** The length of an item and of the note on omitted ones, each with its line end. */
  const lengthOf = (section: ContextSection, item: ContextItem) => {
    const [own, left] = [texts.get(item) ?? '', dropped.get(section) ?? 0];
    return (own === '' ? 0 : own.length + 1) + (left > 0 ? section.more(left).length + 1 : 0);
  };
  let length = text().length;
  for (const isBrief of [true, false])
    for (const name of order) {
      const section = sections[name];
      for (const item of section?.items.toSorted((a, b) => b.rank - a.rank) ?? []) {
        if (length <= limit || !section) break;
        const before = lengthOf(section, item);
        texts.set(item, isBrief ? item.brief : '');
        if (!isBrief) dropped.set(section, (dropped.get(section) ?? 0) + 1);
        length += lengthOf(section, item) - before;
      }
    }
  return text();
}

/** An untrusted text as one printable line of at most `length` characters. */
export function shortLine(text: string, length: number): string {
  return clip(printable(oneLine(text.slice(0, 4 * length))), length);
}

/** An untrusted text as indented lines, with a note on omitted ones. */
export function indentedLines(text: string, most: number, length: number): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, most).map((line) => `    ${clip(printable(line.slice(0, 4 * length)), length)}`);
  return lines.length > most ? [...shown, `    … ${lines.length - most} more lines`] : shown;
}
