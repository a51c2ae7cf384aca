import { TAG_WORDS } from '#src/chronicle/tags.ts';
import { excerptOf } from '#src/search/excerpt.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import type { Query } from '#src/search/query.ts';
import { kindLabel } from '#src/search/record.ts';
import { shortDay } from '#src/text/day.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import { element, symbol } from './elements.ts';
import { icon } from './palette-icons.ts';
import { type FoundRow, type OpenedIndex, type OpenIndex, openIndex } from './search-index.ts';

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
const LONGEST = 24;

let index: Promise<OpenedIndex> | undefined;

/** What the search index has for a text, without what leads to one of the `shown` addresses: nothing without the index. */
export async function findEvents(text: string, shown: ReadonlySet<string>): Promise<FoundEvents> {
  try {
    index ??= openIndex();
    const { whole } = await index;
    const { query } = parseQuery(text);
    const { found } = await whole.find(query);
    // Names say what sessions are found by, and may have led to the story of one.
    const isNew = ({ row }: FoundRow) =>
      row.kind !== 'session' && !(row.kind === 'narrative' && shown.has(sessionAddress(row.project, row.session)));
    const read = await Promise.all(
      found
        .filter(isNew)
        .slice(0, MOST + shown.size)
        .map((hit) => drawn(whole, query, hit)),
    );
    return { events: read.filter(({ address }) => !shown.has(address)).slice(0, MOST), total: found.length };
  } catch {
    index = undefined;
    return { events: [], total: 0 };
  }
}

async function drawn(open: OpenIndex, query: Query, hit: FoundRow): Promise<FoundEvent> {
  const { address, first, rest, matching } = await open.read(hit, query);
  const { row } = hit;
  const isInFirst = first.some(({ at }) => matching.has(at));
  const runs = excerptOf(isInFirst || rest.length === 0 ? first : rest, matching, LONGEST);
  const isUnconfirmed = row.kind === 'candidate';
  return {
    address,
    tag: row.tag,
    glyph: row.tag ? symbol(`#g-${isUnconfirmed ? 'candidate-' : ''}${row.tag}`, 'palette-icon glyph') : icon('text'),
    label: row.tag ? `${TAG_WORDS[row.tag].label}: ` : '',
    words: runs.map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text)),
    aside: `${row.tag ? '' : `${kindLabel(row.kind)} · `}${shortDay(row.date)}`,
    title: row.title,
    text: [...first, ...rest].map(({ text }) => text).join(' '),
  };
}
