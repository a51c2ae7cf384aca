/** The rows of the palette: names, commands, and what the search index has. A link opens; a button does something. */
import { foldName, type FoundName, type Name } from '#site/model/find-names.ts';
import type { FoundPage, FoundPart } from '#site/model/found-session.ts';
import { tagAt } from '#site/model/palette-pages.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { parseQuery } from '#src/index/query.ts';
import { kindLabel } from '#src/index/record.ts';
import { counted, shortDay } from '#src/lib/text/day.ts';
import { shellWord } from '#src/lib/words.ts';
import { copy } from './copy.ts';
import { element, symbol } from './elements.ts';
import { openEngine, type SearchEngine } from './search-engine.ts';

export interface Row {
  element: HTMLAnchorElement | HTMLButtonElement;
  /** What makes it the same row in another drawing: an address, a command. */
  key: string;
  run?: (() => void) | undefined;
}

interface Shown {
  icon: SVGSVGElement;
  name: (Node | string)[];
  /** For those who do not see the icon. */
  label?: string;
  remark?: string;
  aside?: string;
  tag?: string | null;
}

/** Draws a row. Options are chosen by their listbox and never focused. */
function rowOf(key: string, action: { href: string } | { run: () => void }, shown: Shown): Row {
  const { icon, name, label = '', remark = '', aside = '', tag = null } = shown;
  const attributes = {
    class: 'palette-row',
    role: 'option',
    tabindex: '-1',
    'aria-selected': 'false',
    'data-tag': tag,
  };
  const made =
    'href' in action
      ? element('a', { ...attributes, href: action.href })
      : element('button', { ...attributes, type: 'button' });
  made.append(
    icon,
    element(
      'span',
      { class: 'palette-words' },
      element('span', { class: 'visually-hidden' }, label),
      element('span', { class: 'palette-name', dir: 'auto' }, ...name),
      ' ',
      element('span', { class: 'palette-remark', dir: 'auto' }, remark),
    ),
    ' ',
    element('span', { class: 'palette-aside' }, aside),
  );
  return { element: made, key, ...('run' in action && action) };
}

export function nameRow({ of, marks }: FoundName): Row {
  const { kind, name, address, remark, projectName } = of;
  const aside = kind === 'project' ? '' : projectName;
  const key = `${kind} ${name} ${address}`;
  return rowOf(key, { href: address }, { icon: iconOf(of), name: marked(name, marks), remark, aside });
}

/** A text with the stretches between pairs of places marked. */
function marked(text: string, places: readonly number[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (let i = 0; i + 1 < places.length; i += 2) {
    const [start = 0, end = 0] = places.slice(i, i + 2);
    parts.push(text.slice(from, start), element('mark', {}, text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** Rows under a heading. */
export function drawGroup(title: string, rows: readonly Row[], id: string): HTMLElement {
  const heading = element('div', { class: 'palette-heading', id, role: 'presentation' }, title);
  return element('div', { role: 'group', 'aria-labelledby': id }, heading, ...rows.map((row) => row.element));
}

// Commands

interface Command {
  name: string;
  /** Other words by which it is found. */
  words: string;
  run: () => void;
}

const COMMANDS: readonly Command[] = [
  {
    name: 'Switch between light and dark theme',
    words: '',
    run: () => document.querySelector<HTMLElement>('[data-theme-switch]')?.click(),
  },
  { name: 'Copy the address of this page', words: 'link url', run: () => void copy(location.href, null) },
  { name: 'Print this page', words: '', run: () => print() },
  terminal('chronicle review', 'decides what waits in the inbox'),
  terminal('chronicle brief', 'prints what the next session here is told'),
  terminal('chronicle doctor', 'checks whether recording works'),
  terminal('chronicle import', 'brings in what other tools recorded'),
  terminal('chronicle build', 'writes this site as files'),
];

/** A command that copies a line for a terminal. */
function terminal(line: string, words: string): Command {
  return { name: `Copy command ${line}`, words, run: () => void copy(line, null) };
}

/** The commands with all words; without words, all of them. */
export function commandsFor(text: string): Row[] {
  const words = foldName(text).toLowerCase().split(/\s+/);
  return COMMANDS.filter(({ name, words: more }) => {
    const all = ` ${name} ${more}`.toLowerCase();
    return words.every((word) => all.includes(` ${word}`));
  }).map(commandRow);
}

function commandRow({ name, words, run }: Command): Row {
  return rowOf(name, { run }, { icon: icon('command'), name: [name], remark: words });
}

/** What can be done with a query: search everything, of which so many pages are known to match, or ask in a terminal. */
export function commandsOn(query: string, matches: number | null): Row[] {
  const name = `Search everything for “${query}”`;
  const remark = matches === null ? '' : counted(matches, 'match', 'matches');
  const words = query.split(/\s+/).map((word) => (/^[A-Za-z0-9][\w./-]*$/.test(word) ? word : shellWord(word)));
  return [
    rowOf(
      name,
      { href: `/search/?${new URLSearchParams({ q: query })}` },
      { icon: icon('search'), name: [name], remark },
    ),
    commandRow(terminal(`chronicle recall ${words.join(' ')}`, '')),
  ];
}

// Events and other texts

/** The first events and other texts, and how many there are. */
export interface FoundEvents {
  rows: Row[];
  total: number;
}

const MOST = 5;
const NOTHING: FoundEvents = { rows: [], total: 0 };

let engine: Promise<SearchEngine> | undefined;

/** What the search has for a text, without what leads to one of the `shown` addresses: nothing without the index. */
export async function findEvents(text: string, shown: ReadonlySet<string>): Promise<FoundEvents> {
  try {
    engine ??= openEngine();
    const { pages, total, haveAll } = await (await engine).find(parseQuery(text).query);
    if (!haveAll) return NOTHING;
    // Names say what sessions are found by.
    const found = pages.flatMap((page) =>
      page.parts.flatMap((part) => (part.kind === 'session' || shown.has(part.address) ? [] : [eventRow(page, part)])),
    );
    return { rows: found.slice(0, MOST), total: Math.max(total, found.length) };
  } catch {
    engine = undefined;
    return NOTHING;
  }
}

function eventRow(page: FoundPage, { address, kind, tag, words, details, date }: FoundPart): Row {
  const isInWords = words.some(({ isFound }) => isFound) || details.length === 0;
  const runs = (isInWords ? words : details).map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text));
  const glyph = tag ? symbol(`#g-${kind === 'found' ? 'found-' : ''}${tag}`, 'palette-icon glyph') : icon('text');
  return rowOf(
    address,
    { href: address },
    {
      icon: glyph,
      name: runs,
      label: tag ? `${TAG_WORDS[tag].label}: ` : '',
      aside: [tag ? '' : kindLabel(kind), shortDay(date || page.date)].filter((part) => part !== '').join(' · '),
      tag,
    },
  );
}

// Icons

/** Outlines of 16 pixels; tags, memories and commits have glyphs. */
const SHAPES = {
  session: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  ticket: 'M1.8 4.5h12.4v2a1.5 1.5 0 0 0 0 3v2H1.8v-2a1.5 1.5 0 0 0 0-3Z',
  branch:
    'M4.5 5.2v5.6M4.5 5.2a1.6 1.6 0 1 0 0-.1M4.5 14a1.6 1.6 0 1 0 0-.1M11.5 6.2a1.6 1.6 0 1 0 0-.1M11.5 6.3c0 3.2-7 1.9-7 4.6',
  file: 'M3.8 1.8h5.4l3 3v9.4H3.8ZM6.2 7.5h3.6M6.2 10.5h3.6',
  project: 'M1.8 3.5h4.4l1.5 1.7h6.5v7.6H1.8Z',
  narrative: 'M8 4.2C6.3 3 4.2 2.8 2 3v9.6c2.2-.2 4.3 0 6 1.2 1.7-1.2 3.8-1.4 6-1.2V3c-2.2-.2-4.3 0-6 1.2Zm0 0v9.6',
  draft: 'M10.8 2.6l2.6 2.6L5.6 13l-3.2.6.6-3.2Zm-1.7 1.7l2.6 2.6',
  page: 'M2 3.2h12v9.6H2ZM2 6h12',
  command: 'M3 4l4 4-4 4M8.5 12h4.5',
  text: 'M2 3h12v8H7.5L4.5 13.5V11H2Z',
  search: 'M6.8 2a4.8 4.8 0 1 0 .01 0M10.5 10.5l4 4',
} as const;

export function icon(name: keyof typeof SHAPES): SVGSVGElement {
  const svg = symbol('', 'palette-icon');
  svg.setAttribute('viewBox', '0 0 16 16');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', SHAPES[name]);
  svg.replaceChildren(path);
  return svg;
}

/** The icon of a name: a page of a tag has the tag's glyph. */
function iconOf({ kind, address }: Name): SVGSVGElement {
  if (kind === 'memory') return symbol('#g-flag', 'palette-icon glyph');
  if (kind === 'commit') return symbol('#g-commit', 'palette-icon glyph');
  if (kind !== 'tag') return icon(kind);
  const tag = tagAt(address);
  if (!tag) return icon('page');
  const glyph = symbol(`#g-${tag}`, 'palette-icon glyph');
  glyph.setAttribute('data-tag', tag);
  return glyph;
}
