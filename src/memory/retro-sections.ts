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
import type { Proposal } from './proposals.ts';
import { INDEX_BYTES, INDEX_LINES, indexEntries, indexSize } from './memory-index.ts';
import { occurrenceName } from './misses.ts';
import type { Mistake } from './mistakes.ts';
import { seenWords, sinceWords } from './proposed-memory.ts';
import type { Repeat } from './repeats.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { printable } from '#src/lib/text/plain.ts';

/** At most this many memories past the limits are named. */
const NAMED = 10;

/** How full MEMORY.md is; `text` is null if it does not exist. */
export function indexSection(text: string | null): ContextSection {
  const { lines, bytes, past } = indexSize(text ?? '');
  const number = (value: number) => grouped(value);
  const room =
    past > 0 || lines >= INDEX_LINES || bytes >= INDEX_BYTES
      ? 'It is full: merge or delete memories first.'
      : `There is room for ${counted(INDEX_LINES - lines, 'more line')} and ${number(INDEX_BYTES - bytes)} bytes.`;
  return {
    heading: '## MEMORY.md',
    notes: [
      text === null
        ? 'It does not exist yet; the first NEW creates it.'
        : `${lines} of ${INDEX_LINES} lines, ${number(bytes)} of ${number(INDEX_BYTES)} bytes are used. ${room}`,
      ...(past > 0 ? [pastLimits(text ?? '', lines, past)] : []),
    ],
    items: [],
    more: () => '',
  };
}

function pastLimits(text: string, lines: number, past: number): string {
  const first = lines - past + 1;
  const files = indexEntries(text).flatMap(({ line, file }) => (line >= first ? [shortLine(file, 60)] : []));
  const named = files.length === 0 ? '' : `: ${files.slice(0, NAMED).join(', ')}${files.length > NAMED ? ', …' : ''}`;
  return `${first === lines ? `Line ${lines} is` : `Lines ${first} to ${lines} are`} not loaded${named}.`;
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
const EVENT_LINE = 400;
const BRIEF_EVENT = 160;
const DETAIL_LINES = 12;
const DETAIL = 240;

/** The events of a session, in order, including found ones, which are marked. Those of a session that is over are cited with its id. */
export function eventSection(session: Session, isOver = false): ContextSection {
  const { frontMatter, events } = session.chronicle;
  return {
    heading: `## Events (${session.chronicle.events.length})`,
    notes: [
      ...(isOver ? [`Cite its events as ${session.id}#e-…`] : []),
      ...foundNotes(foundEvents(session.chronicle).length),
    ],
    items: events.map((event) => eventItem(event, frontMatter.date)),
    more: (count) =>
      `… and ${counted(count, 'more event')}: chronicle search session:${session.name}, with tag:decision and the like`,
  };
}

function foundNotes(found: number): string[] {
  if (found === 0) return [];
  const list = counted(found, 'event');
  return [`The list includes ${list} marked "found:", from the transcript. A memory cannot rest on them.`];
}

function eventItem(event: ChronicleEvent, day: string): ContextItem {
  const { id, tag, text, time, date } = event;
  const when = date === day ? (time ?? '') : `${date} ${time ?? ''}`;
  const head = `${id.padEnd(9)} ${when.trim().padEnd(5)} ${tag.padEnd(15)} ${isFound(event) ? ' found:' : ''}`;
  const lines = [
    `${head} ${shortLine(text, EVENT_LINE)}`,
    ...indentedLines(writtenDetails(event), DETAIL_LINES, DETAIL),
  ];
  return { full: lines.join('\n'), brief: `${head} ${shortLine(text, BRIEF_EVENT)}`, rank: RANKS[tag] };
}

const GROUP_NAME = 140;
const TEXT = 160;
/** At most this many of the newest misses of a mistake. */
const MOST_MISSES = 5;
const BRIEF_MISSES = 1;

/** The mistakes that a session's events belong to, and where else they were made. */
export function missSection(session: Session, mistakes: readonly Mistake[]): ContextSection {
  return {
    heading: `## Mistakes of this session, in all sessions (${mistakes.length})`,
    notes: mistakes.length === 0 ? ['This session has no misses or hits that count.'] : [],
    items: mistakes.map((mistake, rank) => mistakeItem(session, mistake, rank)),
    more: (count) => `… and ${counted(count, 'more mistake')}: chronicle search tag:miss`,
  };
}

function mistakeItem(session: Session, mistake: Mistake, rank: number): ContextItem {
  const here = [...mistake.misses, ...mistake.hits]
    .filter((each) => each.session === session)
    .map(({ event }) => event.id);
  const others = mistake.misses.filter((miss) => miss.session !== session).toReversed();
  const memory = mistake.memory ? `, ${shortLine(mistake.memory.file, GROUP_NAME)}` : '';
  const head = [
    `${here.slice(0, MOST_MISSES).join(', ')}  ${shortLine(mistake.name, GROUP_NAME)}`,
    `    ${mistake.state}: ${shortLine(mistake.stateDetail, GROUP_NAME)}${memory}; ${counted(others.length, 'miss', 'misses')} in other sessions`,
  ];
  const missLines = (most: number) => [
    ...others
      .slice(0, most)
      .map((miss) => `    ${miss.event.date}  ${occurrenceName(miss)}  ${shortLine(miss.event.text, TEXT)}`),
    ...(others.length > most ? [`    … and ${others.length - most} before`] : []),
  ];
  return {
    full: [...head, ...missLines(MOST_MISSES)].join('\n'),
    brief: [...head, ...missLines(BRIEF_MISSES)].join('\n'),
    rank,
  };
}

const NAME = 120;
const DESCRIPTION = 300;
const BRIEF_DESCRIPTION = 90;

/** An existing memory, and its effect if the archive knows it. */
export interface KnownMemory {
  file: MemoryFile;
  result: MemoryResult | undefined;
}

/** Memories in the given order; the last ones are cut first. */
export function memorySection(heading: string, memories: readonly KnownMemory[], now: Date): ContextSection {
  return {
    heading: `## ${heading} (${memories.length})`,
    notes: [],
    items: memories.map((memory, rank) => memoryItem(memory, rank, now)),
    more: (count) => `… and ${counted(count, 'more memory', 'more memories')}: chronicle memory list`,
  };
}

function memoryItem({ file: { file, text }, result }: KnownMemory, rank: number, now: Date): ContextItem {
  const name = shortLine(file, NAME);
  const type = text.type ?? (text.fault === null ? 'no type' : text.fault);
  const bytes = new TextEncoder().encode(text.raw).length;
  const size = `${grouped(bytes)} bytes in ${counted(text.raw.trimEnd().split('\n').length, 'line')}`;
  const facts = [type, ageOf(result, now), size, ...(result ? [figures(result)] : [])].join(', ');
  const verdict = result ? [`    ${stateOfMemory(result)}: ${shortLine(result.effect.because, DESCRIPTION)}`] : [];
  const description = text.description === '' ? [] : [`    ${shortLine(text.description, DESCRIPTION)}`];
  return {
    full: [`${name}  ${facts}`, ...verdict, ...description].join('\n'),
    brief: `${name}  ${[type, ...(result ? [stateOfMemory(result)] : [])].join(', ')}  ${shortLine(text.description, BRIEF_DESCRIPTION)}`,
    rank,
  };
}

function ageOf(result: MemoryResult | undefined, now: Date): string {
  const born = result?.history.born;
  if (!born) return 'date unknown';
  const day = `${shortDay(born.at)} ${born.at.slice(0, 4)}`;
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(born.at)) / DAY_MS));
  return `${born.isFileDate ? 'file dated' : 'written'} ${day} (${days === 0 ? 'today' : `${counted(days, 'day')} ago`})`;
}

function figures({ hits, before, since, now }: MemoryResult): string {
  const later =
    now === null || now.how === 'written' ? '' : `, ${now.misses.length} after it was last written or strengthened`;
  return `${counted(hits.length, 'hit')}, ${counted(before.length, 'miss', 'misses')} before it was written and ${since.length} since${later}`;
}

/** What a person keeps telling the agent, and what keeps failing, with the command that proposes a memory for each. */
export function repeatSection(repeats: readonly Repeat[]): ContextSection {
  return {
    heading: `## What comes back in the sessions of this project (${repeats.length})`,
    notes: ['If a memory would prevent one, file it as printed; its prompts are the evidence.'],
    items: repeats.map((repeat, rank) => {
      const { known, since } = repeat;
      const what =
        repeat.kind === 'request'
          ? `The user asks: ${shortLine(repeat.words, TEXT)}`
          : `Fails: ${shortLine(repeat.run, TEXT)}: ${shortLine(repeat.line, TEXT)}`;
      const command = known
        ? `${shortLine(known.file, NAME)} is ${known.state}${since > 0 ? `; ${sinceWords(since, shortLine(known.file, NAME))}` : ''}`
        : `chronicle memory propose --from ${repeat.id}`;
      return { full: `${what}\n    ${seenWords(repeat)}\n    ${command}`, brief: `${what}\n    ${command}`, rank };
    }),
    more: (count) => `… and ${count} more: chronicle memory list`,
  };
}

/** Notes, which a proposal cites by these ids. */
export function noteSection(
  heading: string,
  remark: string,
  notes: readonly { note: Note; sessionId: string }[],
): ContextSection {
  return {
    heading: `## ${heading} (${notes.length})`,
    notes: [remark],
    items: notes.map(({ note, sessionId }, rank) => {
      const text = `${sessionId}#${note.id}  ${note.kind}  ${shortLine(note.text, EVENT_LINE)}`;
      return { full: text, brief: shortLine(text, BRIEF_EVENT), rank };
    }),
    more: (count) => `… and ${counted(count, 'more note')}: chronicle notes`,
  };
}

const REASON = 240;

/** The open proposals. */
export function proposalSection(proposals: readonly Proposal[]): ContextSection {
  return {
    heading: `## Open proposals (${proposals.length})`,
    notes: [],
    items: proposals.map(({ id, action, file, proposed, reason }, rank) => {
      const head = `${id}  ${action}  ${shortLine(file, NAME)}  ${proposed.slice(0, 10)}`;
      return { full: `${head}\n    ${shortLine(reason, REASON)}`, brief: head, rank };
    }),
    more: (count) => `… and ${counted(count, 'more proposal')}: chronicle memory list`,
  };
}

/**
 * A document of sections that is cut to a length: the least important items are shortened first, then omitted, with a
 * note on how many there are and where to read them. Texts in it are untrusted: each of their lines is indented or
 * follows a name of ours.
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

/** One cut: shortens or omits the items of a section, the highest ranks first, only as far as needed. */
export interface Cut<Name extends string> {
  section: Name;
  to: 'brief' | 'nothing';
}

/** The document's text, at most `limit` characters if the notes leave room; sections in the order of their keys. */
export function cutDocument<Name extends string>(
  opening: readonly string[],
  sections: Readonly<Partial<Record<Name, ContextSection>>>,
  cuts: readonly Cut<Name>[],
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
  let length = [...opening, ...all.map(render)].join('\n').length;
  for (const { section: name, to } of cuts) {
    const section = sections[name];
    if (section === undefined) continue;
    for (const item of [...section.items].sort((a, b) => b.rank - a.rank)) {
      if (length <= limit) break;
      const before = lengthOf(section, texts.get(item), dropped);
      texts.set(item, to === 'brief' ? item.brief : '');
      if (to === 'nothing') dropped.set(section, (dropped.get(section) ?? 0) + 1);
      length += lengthOf(section, texts.get(item), dropped) - before;
    }
  }
  return [...opening, ...all.map(render)].join('\n');
}

/** An untrusted text as one printable line of at most `length` characters. */
export function shortLine(text: string, length: number): string {
  return clip(printable(oneLine(text.slice(0, 4 * length))), length);
}

/** An untrusted text as indented lines, with a note on omitted ones. */
export function indentedLines(text: string, most: number, length: number): string[] {
  if (text.trim() === '') return [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, most).map((line) => `    ${clip(printable(line.slice(0, 4 * length)), length)}`);
  return lines.length > most ? [...shown, `    … ${lines.length - most} more lines`] : shown;
}

/** The length of an item and of the note on omitted ones, each with its line end. */
function lengthOf(
  section: ContextSection,
  text: string | undefined,
  dropped: ReadonlyMap<ContextSection, number>,
): number {
  const left = dropped.get(section) ?? 0;
  return (text ? text.length + 1 : 0) + (left > 0 ? section.more(left).length + 1 : 0);
}
