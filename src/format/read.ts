import { frontMatterText, valueIn } from './front-matter-line.ts';
import type { Chronicle, ChronicleEvent, Summary } from './chronicle.ts';
import { type EventClock, tick } from './event.ts';
import { type Block, isBlank, isTitle, type Scan, scan, sectionAt, sectionName } from './scan.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { TAG_WORDS, TAGS } from './tags.ts';
import { isLogged } from './event-source.ts';

/** A chronicle without its front matter. Events get ids only where needed, since ids take longer than all the rest. */
export interface Body extends Pick<Chronicle, 'strays' | 'summary'> {
  events: Omit<ChronicleEvent, 'id'>[];
}

/**
 * Reads a chronicle file's body without checking its front matter; null if it has none. For writers, which already know
 * whose file it is. Never throws.
 */
export function readUnchecked(text: string): Body | null {
  const structure = scan(text);
  const front = frontMatterText(text, structure);
  if (front === null) return null;
  return readBody(text, structure, { date: valueIn(front, 'date') ?? '', retro: valueIn(front, 'retro') });
}

/** The day of a file's first event, from its front matter; empty if it has none. */
export function firstDay(text: string, structure: Omit<Scan, 'blocks'>): string {
  return valueIn(frontMatterText(text, structure), 'date') ?? '';
}

/** The body of a scanned text. `date` is the day of its first event; `retro` is set if it contains a narrative. */
export function readBody(
  text: string,
  { lines, frontMatter: { close }, blocks }: Scan,
  { date, retro }: { date: string; retro?: string | undefined },
): Body {
  const events: Body['events'] = [];
  const strays: Chronicle['strays'] = [];
  const lead: string[] = [];
  let narrative: NarrativeLines | null = null;
  const sectionOf = sectionAt(blocks);
  let clock: EventClock = { date, time: null };
  let next = 0;

  for (let i = close + 1; i < lines.length; ) {
    const block = blocks[next]?.line === i ? blocks[next++] : undefined;
    const end = block?.end ?? i + 1;
    if (block?.kind === 'event') {
      clock = tick(clock, block.event.date, block.event.time);
      events.push(readEvent(text, lines, block, clock.date));
    } else if (!block || !sectionName(block)) {
      const inSummary = sectionOf(i) === 'summary';
      if (inSummary && retro && !narrative && isTitle(block)) narrative = { title: block.title, lines: [] };
      else for (let j = i; j < end; j++) keep(j, inSummary ? (narrative?.lines ?? lead) : null);
    }
    i = end;
  }
  return { events, strays, summary: readSummary(lead, narrative) };

  function keep(index: number, summary: string[] | null) {
    const line = lines[index];
    if (!line) return;
    const content = text.slice(line.start, line.end);
    if (summary) summary.push(content);
    else if (!isBlank(text, line)) strays.push({ line: index + 1, text: content });
  }
}

function readEvent(
  text: string,
  lines: Scan['lines'],
  block: Extract<Block, { kind: 'event' }>,
  date: string,
): Body['events'][number] {
  const [first = '', ...rest] = lines.slice(block.line, block.end).map(({ start, end }) => text.slice(start, end));
  const { tag, time, textAt } = block.event;
  return { tag, text: first.slice(textAt).trim(), details: dedent(rest), time, date, line: block.line + 1 };
}

/** Removes an indent of two blanks or a tab; a deeper indent keeps the rest. */
function dedent(lines: string[]): string {
  return lines.map((line) => line.replace(/^(?: {1,2}|\t)/, '')).join('\n');
}

const MACHINE = 'Auto-generated:';

const SPOILT = `${MACHINE} 0`;

/** The first scripts wrote the count of a session without events in two lines: `Auto-generated: 0` and `0 events`. */
function isSpoiltCount(before: string | undefined, line: string): boolean {
  return before?.trim() === SPOILT && /^0 events\b/.test(line);
}

/** A narrative's title and the lines below it. */
export interface NarrativeLines {
  title: string;
  lines: string[];
}

/**
 * Reads the lines under "## Summary", without the section's events; `lead` is the text before the narrative. A machine
 * summary is used only if nobody wrote one, and then its last line, since newer ones are appended.
 */
export function readSummary(lead: string[], narrative: NarrativeLines | null): Summary {
  const own = lead
    .filter((line, i) => !isMachineLine(line) && !isSpoiltCount(lead[i - 1], line))
    .join('\n')
    .trim();
  if (narrative)
    return {
      kind: 'retro',
      lead: own,
      narrative: { title: narrative.title.trim(), text: narrative.lines.join('\n').trim() },
    };
  if (own !== '') return { kind: 'agent', lead: own, narrative };
  const machine = lead.findLast(isMachineLine);
  return machine === undefined
    ? { kind: 'none', lead: '', narrative }
    : { kind: 'machine', lead: machine.trim() === SPOILT ? `${MACHINE} no events` : machine.trim(), narrative };
}

/** `Auto-generated: 3 events (2 decisions, 1 error)`, without counts of zero. */
export function machineSummary(events: readonly Pick<ChronicleEvent, 'tag'>[]): string {
  const parts = TAGS.flatMap((tag) => {
    const { label, several = `${label}s` } = TAG_WORDS[tag];
    const count = events.filter((event) => event.tag === tag).length;
    return count === 0 ? [] : [`${count} ${(count === 1 ? label : several).toLowerCase()}`];
  });
  return `${MACHINE} ${events.length} ${events.length === 1 ? 'event' : 'events'} (${parts.join(', ')})`;
}

/**
 * Twelve hex digits that change when somebody rewrites the summary: a digest of its kind, lead and narrative. A machine
 * summary counts as no summary, since nobody wrote it.
 */
export function summaryDigest({ kind, lead, narrative }: Summary): string {
  const prose = kind === 'machine' ? ['none', '', null] : [kind, lead, narrative && [narrative.title, narrative.text]];
  return sha1Of(JSON.stringify(prose)).slice(0, 12);
}

/** Whether a line of a summary is a machine summary. */
export function isMachineLine(line: string): boolean {
  return line.startsWith(MACHINE);
}

/** The counts in machine summaries: `Auto-generated: 3 events (2 decisions, 1 error)`. */

type Counted = readonly Pick<ChronicleEvent, 'tag' | 'details'>[];

/** The counts of an import's line come first, if it has any; version 0.1 counted unconfirmed events apart. */
const COUNT =
  /^Auto-generated: (?:no [a-z ]*events|\d+ [a-z ]*events? \([^()]*\)(?: and \d+ [a-z]+ events? \([^()]*\))?)/;

/** A machine summary with the counts of logged events. */
export function countedSummary(events: Counted): string {
  const logged = events.filter((event) => isLogged({ details: event.details }));
  return logged.length === 0 ? 'Auto-generated: no events' : machineSummary(logged);
}

/** Whether a machine summary has counts to update: the line of an import may have none. */
export function hasCount(line: string): boolean {
  return COUNT.test(line);
}

/**
 * Updates the counts in a file's machine summary, if it has one that begins with counts. Every other byte is kept. Takes
 * text or Latin-1.
 */
export function withRenewedCount(text: string): string {
  const body = readUnchecked(text);
  if (body?.summary.kind !== 'machine') return text;
  const { lines, blocks } = scan(text);
  const sectionOf = sectionAt(blocks);
  const inSummary = lines.filter((_, index) => sectionOf(index) === 'summary');
  const last = inSummary.findLast(({ start, end }) => isMachineLine(text.slice(start, end)));
  if (last === undefined) return text;
  const line = text.slice(last.start, last.end).replace(COUNT, countedSummary(body.events));
  return text.slice(0, last.start) + line + text.slice(last.end);
}
