/**
 * Removes what is forgotten from chronicles, notebooks and drafts. Headings, tags, times and the session's id stay, as the
 * files could not be read without them; an event, note or line with nothing else in it is deleted.
 */
import { withIds } from '#src/format/event-id.ts';
import { fieldOf, frontMatterLine, frontMatterText, sessionIn } from '#src/format/front-matter-line.ts';
import { readFrontMatter } from '#src/format/front-matter.ts';
import { scanNotebook } from '#src/format/notebook/scan-notebook.ts';
import { readUnchecked, withRenewedCount } from '#src/format/read.ts';
import { lineStart, type Scan, scan, sectionName } from '#src/format/scan.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { Renaming } from './forget-in-data.ts';
import { FORGOTTEN, type TextMatcher, WORD } from './text-matcher.ts';

interface ForgottenInChronicle {
  bytes: string;
  /** The new names of its events, `<session_id>#e-…`, by the old ones, where they changed; null for a deleted event. */
  names: Map<string, string | null>;
}

/** Lines of an event's details that say only where it is from. */
const EVIDENCE = /^\s*(?:candidate|evidence|recorded|transcript): .*$/gm;
const NO_EVENTS = /^Auto-generated: no (?:candidate )?events(?=\r?$)/m;

/** A chronicle without the text: in values of the front matter, events with their details, titles and prose. */
export function forgetInChronicle(bytes: string, text: TextMatcher): ForgottenInChronicle {
  const structure = scan(bytes);
  const { lines, blocks, frontMatter } = structure;
  const special = new Map(blocks.map((block) => [block.line, block]));
  const isSpecial = (i: number) => ['event', 'heading'].includes(special.get(i)?.kind ?? '');
  const gone: boolean[] = [];
  let edited = frontMatterWithout(bytes, structure, text);
  for (let i = frontMatter.close + 1; i < lines.length; ) {
    const block = isSpecial(i) ? special.get(i) : undefined;
    let end = block?.end ?? i + 1;
    while (!block && end < lines.length && !isSpecial(end)) end++;
    const part = bytes.slice(lineStart(bytes, structure, i), lineStart(bytes, structure, end));
    if (block?.kind === 'heading') {
      edited += sectionName(block) ? part : part.replace(/[^#\s].*/s, (title) => text.replace(title));
    } else if (block?.kind === 'event') {
      const { textAt } = block.event;
      const [before, after] = [part.slice(textAt), withoutEmptied(part.slice(textAt), text, 1)];
      gone.push(after !== before && !hasWords(after.replace(EVIDENCE, '')));
      if (!gone.at(-1)) edited += part.slice(0, textAt) + after;
    } else edited += withoutEmptied(part, text);
    i = end;
  }
  if (gone.includes(true)) {
    // A generated summary counts events, so its old count would tell how many were forgotten.
    edited = withRenewedCount(edited);
    if (!gone.includes(false)) edited = edited.replace(NO_EVENTS, '');
  }
  return { bytes: edited, names: newNames(bytes, edited, gone) };
}

function newNames(before: string, after: string, gone: readonly boolean[]): Map<string, string | null> {
  const namesOf = (bytes: string) =>
    withIds(readUnchecked(asText(bytes))?.events ?? []).map(({ id }) => `${sessionIn(before)}#${id}`);
  const names = new Map<string, string | null>();
  const kept = namesOf(after);
  for (const [index, was] of namesOf(before).entries()) {
    const is = gone[index] ? null : (kept.shift() ?? null);
    if (was !== is) names.set(was, is);
  }
  return names;
}

function frontMatterWithout(bytes: string, structure: Scan, text: TextMatcher): string {
  const { lines, frontMatter } = structure;
  const written = frontMatterText(bytes, structure);
  const entries = written === null ? [] : [...readFrontMatter(asText(written)).entries];
  let front = '';
  for (let i = 0; i <= frontMatter.close; ) {
    const line = bytes.slice(lineStart(bytes, structure, i), lines[i]?.end);
    const [key = '', entry] = entries.find(([, { index }]) => index + 1 === i) ?? [];
    const edited = entry ? entryWithout(line, key, entry.value, text) : text.replace(line);
    front += edited + bytes.slice(lines[i]?.end, lineStart(bytes, structure, i + 1));
    // An edited value has one line.
    i = entry && edited !== line ? entry.end + 1 : i + 1;
  }
  return front;
}

/** The edited line of an entry. The value is text, not bytes. */
function entryWithout(line: string, key: string, value: string, text: TextMatcher): string {
  if (key === 'session_id' || fieldOf(key)?.fixed || !(text.isIn(asBytes(value)) || text.isIn(line.slice(key.length))))
    return line;
  return asBytes(frontMatterLine(key, asText(text.replace(asBytes(value)))));
}

/** The edited lines without those that are now empty; the first `kept` lines stay. */
function withoutEmptied(before: string, text: TextMatcher, kept = 0): string {
  const after = text.replace(before);
  if (before === after) return after;
  const lines = after.split(/(?<=\n)/);
  return lines.filter((line, i) => i < kept || !line.includes(FORGOTTEN) || hasWords(line)).join('');
}

function hasWords(text: string): boolean {
  return WORD.test(text.replaceAll(FORGOTTEN, ''));
}

/** A notebook without the text: in notes, observations and fields; null if its session is forgotten. */
export function forgetInNotebook(bytes: string, text: TextMatcher, sessions: ReadonlySet<string>): string | null {
  if (sessions.has(sessionIn(bytes))) return null;
  const { lines, frontMatter, blocks } = scanNotebook(bytes);
  const part = (from: number, to: number) =>
    bytes.slice(lines[from]?.start ?? bytes.length, lines[to]?.start ?? bytes.length);
  let edited = '';
  for (let i = 0; i <= frontMatter.close; i++) {
    const line = part(i, i + 1);
    edited += /^session_id[ \t]*:/.test(line) ? line : text.replace(line);
  }
  const at = new Map(blocks.map((block) => [block.line, block]));
  for (let i = frontMatter.close + 1; i < lines.length; ) {
    const block = at.get(i);
    const end = block?.end ?? i + 1;
    const before = part(i, end);
    const isHeading = block?.kind === 'section' && (block.note !== null || block.part !== null);
    // What says when or what is never forgotten.
    const isForm = block?.kind === 'note' || block?.kind === 'observation';
    const head = block?.kind === 'field' ? block.valueAt : isForm ? block.form.textAt : 0;
    const after = isHeading ? before : before.slice(0, head) + text.replace(before.slice(head));
    if (after === before || hasWords(after.slice(head))) edited += after;
    i = end;
  }
  return edited;
}

/** A block quote that ends in a comment with an event's name, and the empty line below it. */
const CITED = /^(?:[ \t]*>[^\n]*\n)*[ \t]*>[ \t]*<!-- event: (\S+) -->[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/gm;
const FRONT_MATTER = /^---\r?\n[\s\S]*?\n---\r?\n/;
const LISTED = /^[ \t]*- ["']?([A-Za-z0-9][\w.-]*)["']?[ \t]*\r?\n/gm;

/** A draft, without the quotes of events that are gone. */
export function forgetInDraft(bytes: string, text: TextMatcher, renamed: Renaming): string {
  const [head = ''] = FRONT_MATTER.exec(bytes) ?? [];
  const keys = head
    .replace(LISTED, (line, name: string) => (renamed(name) === null ? '' : line))
    .replace(/^([a-z]+:)?([^\n]*\n)/gm, (_, key = '', rest: string) => key + text.replace(rest));
  const body = bytes.slice(head.length).replace(CITED, (lines: string, name: string) => {
    const after = renamed(name);
    return after === null ? '' : lines.replace(name, () => after);
  });
  return keys + text.replace(body);
}
