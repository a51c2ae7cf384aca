import { frontMatterText, valueIn } from './front-matter-line.ts';
import type { Chronicle, ChronicleEvent } from './chronicle.ts';
import { type EventClock, tick } from './event-time.ts';
import { isBlank } from './lines.ts';
import { type Block, type Scan, scan } from './scan.ts';
import { isTitle, sectionAt, sectionName } from './section.ts';
import { type NarrativeLines, readSummary } from './summary.ts';

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
