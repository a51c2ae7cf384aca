import type { FoundRecord } from '#src/recall/found.ts';
import type { Query } from '#src/search/query.ts';
import { KIND_FACTS, kindWord, type SearchRecord } from '#src/search/record.ts';
import { foldedQuery, groupBySession } from '#src/search/search-records.ts';
import { foldText, hasWord } from '#src/search/words.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { TAG_WIDTH, table } from '../terminal/table.ts';
import { bold, dim, joined, line, type Text, tagged } from '../terminal/text.ts';
import { cut, measureOf } from '../terminal/wrap.ts';

const LINE = 240;
const ID = 8;
const TIME = 5;

/** Hits grouped by session, each with the id to cite it by. `columns` is the terminal's width. */
export function formatHits(query: Query, hits: readonly FoundRecord[], columns = Number.POSITIVE_INFINITY): Text {
  const width = measureOf(columns);
  return joined(
    groupBySession(hits, (hit) => hit).map((group) => {
      const [first] = group.found;
      const title = bold(clip(oneLine(first?.title ?? ''), LINE));
      const place = [group.project, first?.start ?? '', first?.sessionId ?? ''];
      const rows = table(
        group.found.map((hit) => formatHit(query, hit)),
        { indent: 2, width, least: [ID, TIME, TAG_WIDTH] },
      );
      return joined([cut(title, width), dim(place.join(' · ')), rows]);
    }),
    '\n\n',
  );
}

/** Hits as JSON entries. */
export function hitEntries(hits: readonly FoundRecord[]): Record<string, unknown>[] {
  return hits.map(({ event: _event, sessionId, start: _start, ...hit }) => ({
    id: KIND_FACTS[hit.kind].hasId ? `${sessionId}#${hit.anchor}` : sessionId,
    ...hit,
  }));
}

function formatHit(query: Query, { kind, anchor, tag, time, text }: SearchRecord): Text[] {
  const [first = '', ...rest] = text.split('\n');
  const detail = rest.find((each) => isFound(query, each));
  const excerpt = detail !== undefined && !isFound(query, first) ? dim(`\n… ${clip(oneLine(detail), LINE)}`) : '';
  const unconfirmed = kind === 'candidate' ? dim('unconfirmed: ') : '';
  const label = tag ? tagged(tag) : dim(kindWord(kind));
  const place = KIND_FACTS[kind].hasId || kind === 'prompt' || kind === 'commit' ? anchor : '';
  return [dim(place), time ?? '', label, line`${unconfirmed}${clip(oneLine(first), LINE)}${excerpt}`];
}

function isFound(query: Query, line: string): boolean {
  const { words, phrases } = foldedQuery(query);
  const folded = foldText(line);
  return [...words, ...phrases.flatMap((phrase) => phrase.split(' '))].some((word) => hasWord(folded, word));
}
