/**
 * A document of sections that is cut to a length: the least important items are shortened first, then omitted, with a
 * note on how many there are and where to read them. Texts in it are untrusted: each of their lines is indented or
 * follows a name of ours.
 */
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { printable } from '#src/lib/text/plain.ts';

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
