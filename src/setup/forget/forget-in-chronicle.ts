import { readUnchecked, withRenewedCount } from '#src/format/read.ts';
import { withIds } from '#src/format/event-id.ts';
import { fieldOf, frontMatterLine, frontMatterText, hasFixedForm, sessionIn } from '#src/format/front-matter-line.ts';
import { type Block, lineStart, type Scan, scan, sectionName } from '#src/format/scan.ts';
import type { Tag } from '#src/format/tags.ts';
import { recordOf } from '#src/format/event-source.ts';
import { readFrontMatter } from '#src/format/front-matter.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { DeletedEvents, Match } from './forget-in-data.ts';
import { FORGOTTEN, TextMatcher, WORD } from './text-matcher.ts';

interface ForgottenInChronicle {
  bytes: string;
  /** The new names of its events, by the old ones, where they changed; null for a deleted event. */
  names: Map<string, string | null>;
}

/**
 * Removes the match from a chronicle. A text is searched for in the values of the front matter, in events with their
 * details, and in prose; headings, tags, times, dates and the session's id stay. An event or a line with nothing else in it is deleted; a
 * value becomes `(forgotten)`.
 */
export function forgetInChronicle(bytes: string, match: Match): ForgottenInChronicle {
  const before = namedEvents(bytes);
  const edit = new Edit(bytes, match, before);
  const after = namedEvents(edit.bytes);
  const names = new Map<string, string | null>();
  let next = 0;
  for (const [index, { id }] of before.events.entries()) {
    const kept = edit.isGone(index) ? undefined : after.events[next++]?.id;
    const [was, is] = [`${before.session}#${id}`, kept === undefined ? null : `${before.session}#${kept}`];
    if (was !== is) names.set(was, is);
  }
  return { bytes: edit.bytes, names };
}

/** What the events with these names tell, `<session_id>#e-…`, before they are deleted. */
export function deletedEvents(bytes: string, names: ReadonlySet<string>): DeletedEvents {
  const session = sessionIn(bytes);
  const events = withIds(readUnchecked(asText(bytes))?.events ?? []).filter(({ id }) => names.has(`${session}#${id}`));
  return {
    session,
    records: new Set(events.flatMap((event) => recordOf(event) ?? [])),
    texts: new TextMatcher(events.map(({ text }) => text).filter(({ length }) => length >= TELLING)),
  };
}

/** A shorter first line, such as `Yes`, may stand for something else elsewhere (characters). */
const TELLING = 12;

/** Lines of an event's details that say only where it is from. */
const EVIDENCE = /^\s*(?:candidate|evidence|recorded|transcript): .*$/gm;

interface NamedEvents {
  session: string;
  events: { id: string; tag: Tag; text: string }[];
}

function namedEvents(bytes: string): NamedEvents {
  return { session: sessionIn(bytes), events: withIds(readUnchecked(asText(bytes))?.events ?? []) };
}

class Edit {
  readonly bytes: string;
  readonly #match: Match;
  readonly #before: NamedEvents;
  readonly #gone = new Set<number>();
  #event = 0;

  constructor(bytes: string, match: Match, before: NamedEvents) {
    this.#match = match;
    this.#before = before;
    const structure = scan(bytes);
    const front = this.#frontMatter(bytes, structure);
    const body = this.#body(bytes, structure);
    this.bytes = this.#withCounts(front + body);
  }

  /** Whether the event with this index is deleted. */
  isGone(index: number): boolean {
    return this.#gone.has(index);
  }

  #frontMatter(bytes: string, structure: Scan): string {
    const { lines, frontMatter } = structure;
    const written = frontMatterText(bytes, structure);
    const entries = written === null ? [] : [...readFrontMatter(asText(written)).entries];
    let front = '';
    for (let i = 0; i <= frontMatter.close; ) {
      const line = bytes.slice(lineStart(bytes, structure, i), lines[i]?.end);
      const [key = '', entry] = entries.find(([, { index }]) => index + 1 === i) ?? [];
      const edited = entry ? this.#entry(line, key, entry.value) : this.#match.text.replace(line);
      if (edited !== null) front += edited + bytes.slice(lines[i]?.end, lineStart(bytes, structure, i + 1));
      // An edited value has one line.
      i = entry && edited !== line ? entry.end + 1 : i + 1;
    }
    return front;
  }

  /** The edited line of an entry; null to delete it. The value is text, not bytes. */
  #entry(line: string, key: string, value: string): string | null {
    const { text } = this.#match;
    if (hasFixedForm(key) || !(text.isIn(asBytes(value)) || text.isIn(line.slice(key.length)))) return line;
    const forget = fieldOf(key)?.forget;
    if (forget === 'keep') return line;
    if (forget === undefined) return asBytes(frontMatterLine(key, asText(text.replace(asBytes(value)))));
    const files = value.split(' ').filter((file) => !text.isIn(asBytes(file)));
    return files.length === 0 ? null : frontMatterLine(key, files.join(' '));
  }

  #body(bytes: string, structure: Scan): string {
    const { lines, blocks, frontMatter } = structure;
    const special = new Map(blocks.filter(isOfForm).map((block) => [block.line, block]));
    const at = (line: number) => lineStart(bytes, structure, line);
    let body = '';
    for (let i = frontMatter.close + 1; i < lines.length; ) {
      const block = special.get(i);
      let end = block?.end ?? i + 1;
      while (!block && end < lines.length && !special.has(end)) end++;
      const part = bytes.slice(at(i), at(end));
      if (!block) body += withoutEmptied(part, this.#match.text.replace(part));
      else if (block.kind === 'event') body = this.#withEvent(body, part, block);
      else body += this.#heading(part, block);
      i = end;
    }
    return body;
  }

  #withEvent(body: string, part: string, { event }: Extract<Block, { kind: 'event' }>): string {
    const index = this.#event++;
    const { session, events } = this.#before;
    const text = part.slice(event.textAt);
    const edited = withoutEmptied(text, this.#match.text.replace(text), 1);
    const isEmptied = edited !== text && !WORD.test(edited.replaceAll(FORGOTTEN, '').replace(EVIDENCE, ''));
    if (!isEmptied && !this.#match.events.has(`${session}#${events[index]?.id ?? ''}`))
      return body + part.slice(0, event.textAt) + edited;
    this.#gone.add(index);
    return body;
  }

  #heading(part: string, block: Block): string {
    return sectionName(block) ? part : part.replace(/[^#\s].*/s, (title) => this.#match.text.replace(title));
  }

  /** A generated summary counts events, so its old count would tell how many were forgotten. */
  #withCounts(file: string): string {
    if (this.#gone.size === 0) return file;
    const isNone = this.#gone.size === this.#before.events.length;
    return isNone ? withRenewedCount(file).replace(NO_EVENTS, '') : withRenewedCount(file);
  }
}

const NO_EVENTS = /^Auto-generated: no (?:candidate )?events(?=\r?$)/m;

function isOfForm({ kind }: Block): boolean {
  return kind === 'event' || kind === 'heading';
}

/** The edited lines without those that are now empty; the first `kept` lines stay. */
function withoutEmptied(before: string, after: string, kept = 0): string {
  if (before === after) return after;
  const lines = after.split(/(?<=\n)/);
  return lines.filter((line, i) => i < kept || !isEmptied(line)).join('');
}

function isEmptied(line: string): boolean {
  return line.includes(FORGOTTEN) && !WORD.test(line.replaceAll(FORGOTTEN, ''));
}
