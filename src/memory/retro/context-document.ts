/**
 * A document of sections that is cut to a length: what matters least is told in brief first, and left out last, with a
 * word on how many there are and where to read them. Texts in it are untrusted: every line of theirs is indented or
 * stands behind a name of ours.
 */
import { clip, oneLine } from '#src/text/clip.ts';
import { printable } from '#src/text/printable.ts';

export interface ContextSection {
  heading: string;
  /** Lines that are never cut. */
  notes: readonly string[];
  items: readonly ContextItem[];
  /** What is said of items that were left out, such as `… and 40 more: chronicle memory list`. */
  more(count: number): string;
}

/** One thing, of one line or several. */
export interface ContextItem {
  full: string;
  brief: string;
  /** The higher, the earlier it is cut. */
  rank: number;
}

/** One cut: the items of a section in brief, or without them; the highest ranks first, and only as far as needed. */
export interface Cut<Name extends string> {
  section: Name;
  to: 'brief' | 'nothing';
}

/** The document's text, at most `limit` characters if the notes leave room for that; sections stand in the order of their keys. */
export function cutDocument<Name extends string>(
  opening: readonly string[],
  sections: Readonly<Record<Name, ContextSection>>,
  cuts: readonly Cut<Name>[],
  limit: number,
): string {
  const texts = new Map<ContextItem, string>();
  const dropped = new Map<ContextSection, number>();
  for (const { items } of Object.values<ContextSection>(sections)) for (const item of items) texts.set(item, item.full);
  const render = (section: ContextSection): string => {
    const left = dropped.get(section) ?? 0;
    const lines = section.items.flatMap((item) => texts.get(item) || []);
    return ['', section.heading, ...section.notes, ...lines, ...(left > 0 ? [section.more(left)] : [])].join('\n');
  };
  const all = Object.values<ContextSection>(sections);
  let length = [...opening, ...all.map(render)].join('\n').length;
  for (const { section: name, to } of cuts) {
    const section = sections[name];
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

/** An untrusted text as one line of at most `length` characters that a terminal shows as they are. */
export function shortLine(text: string, length: number): string {
  return clip(printable(oneLine(text.slice(0, 4 * length))), length);
}

/** An untrusted text as indented lines; says how many it leaves out. */
export function indentedLines(text: string, most: number, length: number): string[] {
  if (text.trim() === '') return [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, most).map((line) => `    ${clip(printable(line.slice(0, 4 * length)), length)}`);
  return lines.length > most ? [...shown, `    … ${lines.length - most} more lines`] : shown;
}

/** What an item and the word on those left out take, each with its line end. */
function lengthOf(
  section: ContextSection,
  text: string | undefined,
  dropped: ReadonlyMap<ContextSection, number>,
): number {
  const left = dropped.get(section) ?? 0;
  return (text ? text.length + 1 : 0) + (left > 0 ? section.more(left).length + 1 : 0);
}
