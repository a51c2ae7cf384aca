import type { FoundPage, FoundPart } from '#site/model/found-session.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { parseQuery } from '#src/index/query.ts';
import { kindLabel } from '#src/index/record.ts';
import { shortDay } from '#src/lib/text/day.ts';
import { element, symbol } from './elements.ts';
import { icon } from './palette-icons.ts';
import { openEngine, type SearchEngine } from './search-engine.ts';

/** An event or another text that the search index has for a query. */
export interface FoundEvent {
  address: string;
  tag: string | null;
  glyph: Element;
  /** Its tag, for those who do not see the glyph. */
  label: string;
  words: (Node | string)[];
  aside: string;
  /** The title of its session, and the whole text. */
  title: string;
  text: string;
}

/** The first events and other texts, and how many there are. */
export interface FoundEvents {
  events: FoundEvent[];
  total: number;
}

const MOST = 5;

let engine: Promise<SearchEngine> | undefined;

/** What the search has for a text, without what leads to one of the `shown` addresses: nothing without the index. */
export async function findEvents(text: string, shown: ReadonlySet<string>): Promise<FoundEvents> {
  try {
    engine ??= openEngine();
    const { pages, total, haveAll } = await (await engine).find(parseQuery(text).query);
    if (!haveAll) return { events: [], total: 0 };
    // Names say what sessions are found by.
    const events = pages.flatMap((page) =>
      page.parts
        .filter(({ kind, address }) => kind !== 'session' && !shown.has(address))
        .map((part) => drawn(page, part)),
    );
    return { events: events.slice(0, MOST), total: Math.max(total, events.length) };
  } catch {
    engine = undefined;
    return { events: [], total: 0 };
  }
}

function drawn(
  { title, date }: FoundPage,
  { address, kind, tag, words, details, text, date: day }: FoundPart,
): FoundEvent {
  const isFound = kind === 'found';
  return {
    address,
    tag,
    glyph: tag ? symbol(`#g-${isFound ? 'found-' : ''}${tag}`, 'palette-icon glyph') : icon('text'),
    label: tag ? `${TAG_WORDS[tag].label}: ` : '',
    words: (words.some(({ isFound }) => isFound) || details.length === 0 ? words : details).map((run) =>
      run.isFound ? element('mark', {}, run.text) : run.text,
    ),
    aside: [tag ? '' : kindLabel(kind), shortDay(day || date)].filter((part) => part !== '').join(' · '),
    title,
    text,
  };
}
