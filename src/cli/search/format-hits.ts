import type { Session } from '#src/chronicle/session.ts';
import type { Query } from '#src/search/query.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { foldedQuery, groupBySession } from '#src/search/search-records.ts';
import { foldText, hasWord } from '#src/search/words.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { cells, TAG_WIDTH } from '../terminal/table.ts';

const LINE = 240;
const TITLE = 100;

/** Hits grouped by session, each with the id to cite it by. `sessions` are all sessions of the archive. */
export function formatHits(query: Query, hits: readonly SearchRecord[], sessions: readonly Session[]): string {
  const ids = sessionIds(sessions);
  return groupBySession(hits)
    .map(({ project, session, found }) => {
      const title = clip(oneLine(found[0]?.title ?? ''), TITLE);
      const heading = `${session}  ${project}  ${ids.get(`${project}/${session}`) ?? ''}  ${title}`;
      return [heading, ...found.flatMap((hit) => formatHit(query, hit))].join('\n');
    })
    .join('\n\n');
}

/** Hits as JSON entries. */
export function hitEntries(hits: readonly SearchRecord[], sessions: readonly Session[]): Record<string, unknown>[] {
  const ids = sessionIds(sessions);
  return hits.map(({ event, ...hit }) => {
    const id = ids.get(`${hit.project}/${hit.session}`) ?? '';
    return { id: event === '' ? id : `${id}#${event}`, ...hit };
  });
}

function formatHit(query: Query, { kind, event, tag, time, text }: SearchRecord): string[] {
  const [first = '', ...rest] = text.split('\n');
  const head = tag ? cells([event, 9], [time ?? '', 5], [tag, TAG_WIDTH]) : kind;
  const detail = rest.find((line) => isFound(query, line));
  const shown = detail !== undefined && !isFound(query, first) ? [`    … ${clip(oneLine(detail), LINE)}`] : [];
  const mark = kind === 'candidate' ? 'unconfirmed: ' : '';
  return [`  ${head}  ${mark}${clip(oneLine(first), LINE)}`, ...shown];
}

function isFound(query: Query, line: string): boolean {
  const { words, phrases } = foldedQuery(query);
  const folded = foldText(line);
  return [...words, ...phrases.flatMap((phrase) => phrase.split(' '))].some((word) => hasWord(folded, word));
}

function sessionIds(sessions: readonly Session[]): Map<string, string> {
  return new Map(sessions.map(({ project, name, id }) => [`${project.slug}/${name}`, id]));
}
