/** The sections of a retrospective's context about events, mistakes, memories and proposals, and the document of all sections. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { isFound, writtenDetails } from '#src/format/event-source.ts';
import type { Note } from '#src/format/notebook/notebook.ts';
import { foundEvents, type Session } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';
import { counted } from '#src/lib/text/day.ts';
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
const LONGEST = { name: 120, text: 160, reason: 240, detail: 240, description: 300, event: 400 };
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
  return { text: [`${head} ${shortLine(text, LONGEST.event)}`, ...details].join('\n'), rank: RANKS[tag] };
}

/** The mistakes that a session's events belong to, and where else they were made. */
export function missSection(session: Session, mistakes: readonly Mistake[]): ContextSection {
  return sectionOf(
    `Mistakes of this session, in all sessions (${mistakes.length})`,
    mistakes.map((mistake) => mistakeText(session, mistake)),
    ['mistake', 'chronicle search tag:miss'],
    mistakes.length === 0 ? ['This session has no misses or hits that count.'] : [],
  );
}

function mistakeText(session: Session, { name, memory, misses, hits, state, stateDetail }: Mistake): string {
  const here = [...misses, ...hits].filter((each) => each.session === session).map(({ event }) => event.id);
  const others = misses.filter((miss) => miss.session !== session).toReversed();
  const file = memory ? `, ${shortLine(memory.file, LONGEST.name)}` : '';
  return [
    `${here.slice(0, MOST.misses).join(', ')}  ${shortLine(name, LONGEST.name)}`,
    `    ${state}: ${stateDetail}${file}; ${counted(others.length, 'miss', 'misses')} in other sessions`,
    ...others
      .slice(0, MOST.misses)
      .map((miss) => `    ${miss.event.date}  ${occurrenceName(miss)}  ${shortLine(miss.event.text, LONGEST.text)}`),
    ...(others.length > MOST.misses ? [`    … and ${others.length - MOST.misses} before`] : []),
  ].join('\n');
}

/** An existing memory, and its effect if the archive knows it. */
export interface KnownMemory {
  file: MemoryFile;
  result: MemoryResult | undefined;
}

/** Memories in the given order; the last ones are cut first. */
export function memorySection(heading: string, memories: readonly KnownMemory[]): ContextSection {
  const texts = memories.map(({ file: { file, text }, result }) => {
    const type = text.type ?? (text.fault === null ? 'no type' : text.fault);
    const bytes = new TextEncoder().encode(text.raw).length;
    const size = `${grouped(bytes)} bytes in ${counted(text.raw.trimEnd().split('\n').length, 'line')}`;
    return [
      `${shortLine(file, LONGEST.name)}  ${type}, ${size}`,
      ...(result ? [`    ${stateOfMemory(result)}: ${shortLine(result.effect.because, LONGEST.description)}`] : []),
      ...(text.description === '' ? [] : [`    ${shortLine(text.description, LONGEST.description)}`]),
    ].join('\n');
  });
  return sectionOf(`${heading} (${memories.length})`, texts, ['memory', 'chronicle memory list']);
}

/** What a person keeps telling the agent, and what keeps failing, with the command that proposes a memory for each. */
export function repeatSection(repeats: readonly Repeat[]): ContextSection {
  const texts = repeats.map((repeat) => {
    const { known, since } = repeat;
    const what =
      repeat.kind === 'request'
        ? `The user asks: ${shortLine(repeat.words, LONGEST.text)}`
        : `Fails: ${shortLine(repeat.run, LONGEST.text)}: ${shortLine(repeat.line, LONGEST.text)}`;
    const file = shortLine(known?.file ?? '', LONGEST.name);
    const command = known
      ? `${file} is ${known.state}${since > 0 ? `; ${sinceWords(since, file)}` : ''}`
      : `chronicle memory propose --from ${repeat.id}`;
    return `${what}\n    ${seenWords(repeat)}\n    ${command}`;
  });
  const heading = `What comes back in the sessions of this project (${repeats.length})`;
  const note = 'If a memory would prevent one, file it as printed; its prompts are the evidence.';
  return sectionOf(heading, texts, ['repeat', 'chronicle memory list'], [note]);
}

/** Notes, which a proposal cites by these ids. */
export function noteSection(
  heading: string,
  remark: string,
  notes: readonly { note: Note; sessionId: string }[],
): ContextSection {
  const texts = notes.map(
    ({ note, sessionId }) => `${sessionId}#${note.id}  ${note.kind}  ${shortLine(note.text, LONGEST.event)}`,
  );
  return sectionOf(`${heading} (${notes.length})`, texts, ['note', 'chronicle notes'], [remark]);
}

/** The open proposals. */
export function proposalSection(proposals: readonly Proposal[]): ContextSection {
  const texts = proposals.map(({ id, action, file, proposed, reason }) => {
    const head = `${id}  ${action}  ${shortLine(file, LONGEST.name)}  ${proposed.slice(0, 10)}`;
    return `${head}\n    ${shortLine(reason, LONGEST.reason)}`;
  });
  return sectionOf(`Open proposals (${proposals.length})`, texts, ['proposal', 'chronicle memory list']);
}

/**
 * A document of sections that is cut to a length: the items of the least important sections are cut to their first lines, then
 * omitted, with a note on how many there are and where to read them. Texts in it are untrusted: each of their lines is indented
 * or follows a name of ours.
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
  /** Of this, only the first line stays if there is little room. */
  text: string;
  /** Items with a higher rank are cut earlier. */
  rank: number;
}

/** A section; items that are only texts are cut from the last. `noun` is what it lists, and `where` the command that prints the rest. */
export function sectionOf(
  heading: string,
  items: readonly (string | ContextItem)[],
  [noun, where]: readonly [noun: string, where: string],
  notes: readonly string[] = [],
): ContextSection {
  const plural = noun === 'memory' ? 'more memories' : undefined;
  return {
    heading: `## ${heading}`,
    notes,
    items: items.map((item, rank) => (typeof item === 'string' ? { text: item, rank } : item)),
    more: (count) => `… and ${counted(count, `more ${noun}`, plural)}: ${where}`,
  };
}

/** Longer first lines are clipped where room is short. */
const BRIEF = 160;
/** Room for the note on omitted items. */
const NOTE = 120;

/**
 * The document's text, at most `limit` characters if headings and notes leave room. `order` names the sections that are cut, the least
 * important first.
 */
export function cutDocument<Name extends string>(
  opening: readonly string[],
  sections: Readonly<Partial<Record<Name, ContextSection>>>,
  order: readonly Name[],
  limit: number,
): string {
  const all = Object.values<ContextSection | undefined>(sections).filter((section) => section !== undefined);
  const texts = new Map(all.flatMap(({ items }) => items.map((item) => [item, item.text] as const)));
  const render = ({ heading, notes, items, more }: ContextSection): string => {
    const left = items.flatMap((item) => texts.get(item) ?? []);
    const omitted = items.length - left.length;
    return ['', heading, ...notes, ...left, ...(omitted > 0 ? [more(omitted)] : [])].join('\n');
  };
  const text = () => [...opening, ...all.map(render)].join('\n');
  let over = text().length - limit;
  if (over <= 0) return text();
  over += NOTE * all.length;
  for (const isBrief of [true, false])
    for (const name of order)
      for (const item of sections[name]?.items.toSorted((a, b) => b.rank - a.rank) ?? []) {
        if (over <= 0) return text();
        const brief = clip(item.text.split('\n', 1)[0] ?? '', BRIEF);
        over -= isBrief ? item.text.length - brief.length : brief.length + 1;
        if (isBrief) texts.set(item, brief);
        else texts.delete(item);
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
