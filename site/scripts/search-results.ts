import { TAG_WORDS } from '#src/chronicle/tags.ts';
import { excerptOf, type Run } from '#src/search/excerpt.ts';
import type { Query } from '#src/search/query.ts';
import { formatQuery } from '#src/search/query.ts';
import { KIND_FACTS, kindLabel } from '#src/search/record.ts';
import { groupBySession, type SessionGroup } from '#src/search/search-records.ts';
import { shortDay } from '#src/text/day.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import { grouped } from '#src/value/grouped.ts';
import { memoised } from '#src/value/memo.ts';
import { element, symbol } from './elements.ts';
import type { FoundRow, OpenIndex } from './search-index.ts';

/** Hits to draw of a session, among others or alone; a link leads to the rest. */
const HITS_AMONG_OTHERS = 12;
const HITS_ALONE = 500;
const FIRST_LINE = 60;
const DETAILS = 24;

/** The hits grouped by session, sessions in the order of their best hit. */
export const sessionsOf = memoised((found: readonly FoundRow[]): SessionGroup<FoundRow>[] =>
  groupBySession(found, ({ row }) => row),
);

/** A list item for each session: title, date, project and a link to each hit. */
export function drawSessions(
  index: OpenIndex,
  query: Query,
  groups: readonly SessionGroup<FoundRow>[],
): Promise<HTMLLIElement[]> {
  return Promise.all(groups.map((group) => drawSession(index, query, group)));
}

async function drawSession(
  index: OpenIndex,
  query: Query,
  { project, session, found }: SessionGroup<FoundRow>,
): Promise<HTMLLIElement> {
  const row = found[0]?.row;
  const shown = found.slice(0, query.sessions.length === 1 ? HITS_ALONE : HITS_AMONG_OTHERS);
  const hits = await Promise.all(shown.map((hit) => drawHit(index, query, hit)));
  const day = row ? `${shortDay(row.date)} ${row.date.slice(0, 4)}` : '';
  const rest = found.length - shown.length;
  return element(
    'li',
    { class: 'found-session' },
    element('h2', {}, element('a', { href: sessionAddress(project, session), dir: 'auto' }, row?.title ?? session)),
    element('p', { class: 'quiet' }, [day, project, row?.task ?? ''].filter((part) => part !== '').join(', ')),
    element('ul', {}, ...hits, ...(rest > 0 ? [drawRest(query, project, session, rest)] : [])),
  );
}

async function drawHit(index: OpenIndex, query: Query, hit: FoundRow): Promise<HTMLLIElement> {
  const { address, first, rest, matching } = await index.read(hit, query);
  const { tag, kind } = hit.row;
  const details = rest.some(({ at }) => matching.has(at)) ? drawRuns(excerptOf(rest, matching, DETAILS)) : [];
  // The title is already in the heading.
  const isRepeated = KIND_FACTS[kind].isTitled && details.length > 0;
  const words = element('span', { class: 'words', dir: 'auto' });
  if (!isRepeated) words.append(...drawRuns(excerptOf(first, matching, FIRST_LINE)));
  if (details.length > 0) words.append(element('span', { class: 'details' }, ...details));
  const isCandidate = kind === 'candidate';
  // A bdi does not count for the direction of the words.
  if (isCandidate) words.prepend(element('bdi', { class: 'candidate-word' }, 'unconfirmed'), ' ');
  if (!tag) words.prepend(element('bdi', { class: 'quiet' }, kindLabel(kind)), ' ');
  return element(
    'li',
    {},
    element(
      'a',
      { class: 'hit', href: address, 'data-tag': tag },
      tag ? symbol(`#g-${isCandidate ? 'candidate-' : ''}${tag}`, 'glyph') : element('span', {}),
      element('span', { class: 'visually-hidden' }, tag ? `${TAG_WORDS[tag].label}: ` : ''),
      words,
    ),
  );
}

/** A link to the other hits of a session. */
function drawRest(query: Query, project: string, session: string, count: number): HTMLLIElement {
  const narrowed = formatQuery({ ...query, projects: [project], sessions: [session] });
  const href = `/search/?${new URLSearchParams({ q: narrowed })}`;
  return element('li', {}, element('a', { class: 'more-hits quiet', href }, `${grouped(count)} more in this session`));
}

function drawRuns(runs: readonly Run[]): (Node | string)[] {
  return runs.map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text));
}
