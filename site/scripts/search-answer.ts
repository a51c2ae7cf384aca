import { addedCounts, countFacets } from '#src/search/facets.ts';
import type { ParsedQuery } from '#src/search/parse-query.ts';
import { isEmpty, type Query, type QueryProblem } from '#src/search/query.ts';
import { isRecordKind } from '#src/search/record.ts';
import { countedMatches } from '#src/search/search-records.ts';
import { choiceCount, type SearchState } from '#src/search/search-state.ts';
import type { TableRow } from '#src/search/search-table.ts';
import { unknownNames } from '#src/search/unknown-names.ts';
import { counted } from '#src/text/day.ts';
import { grouped } from '#src/value/grouped.ts';
import { required } from './elements.ts';
import type { SearchRefusal } from './index-files.ts';
import type { Facets } from './search-facets.ts';
import type { Findings, FoundRow, OpenIndex } from './search-index.ts';
import type { SearchNames } from './search-names.ts';
import { drawFailure, drawNothing, drawProblems, drawUnread } from './search-notes.ts';
import { drawSessions, sessionsOf } from './search-results.ts';

/** Sessions drawn before anything else, at first, and with each "Show more": each needs a file of texts. */
const PREVIEW = 3;
const FIRST = 10;
const PAGE = 20;

/** A search, and whether it is still the latest. */
interface Asked {
  state: SearchState;
  parsed: ParsedQuery;
  isCurrent: () => boolean;
}

/** Everything below the box: the filters, the total, notes, names and results. */
export class Answer {
  readonly results = required('[data-search-results]');
  readonly #body = required('[data-search-body]');
  readonly #status = required('[data-search-status]');
  readonly #notes = required('[data-search-notes]');
  readonly #namesFold = required<HTMLDetailsElement>('[data-search-names-fold]');
  readonly #namesCount = required('[data-search-names-count]');
  readonly #names = required('[data-search-names]');
  readonly #more = required<HTMLButtonElement>('[data-search-more]');
  readonly #unread = required('[data-search-unread]');
  readonly #idle = required('[data-search-idle]');
  readonly #fold = required('[data-search-fold]');
  readonly #foldCount = required('[data-search-fold-count]');
  readonly #facets: Facets;
  #drawMore: (() => Promise<void>) | undefined;

  constructor(facets: Facets) {
    this.#facets = facets;
    this.#more.addEventListener('click', () => void this.#drawMore?.());
  }

  /** Makes place for what will be found. Names have theirs before they are loaded; alone they have that of the results. */
  place(query: Query): void {
    const isAlone = query.kinds.length > 0 && !query.kinds.some(isRecordKind);
    this.#body.classList.toggle('names-alone', isAlone);
    this.#namesFold.hidden = isEmpty(query);
    this.#idle.hidden = !isEmpty(query);
    if (isAlone) this.#namesFold.open = true;
  }

  get isEmpty(): boolean {
    return !this.results.hasChildNodes();
  }

  /** Draws the first results alone. */
  async preview(index: OpenIndex, { found }: Findings, { parsed, isCurrent }: Asked): Promise<void> {
    if (isEmpty(parsed.query)) return;
    const first = await drawSessions(index, parsed.query, sessionsOf(found).slice(0, PREVIEW));
    if (isCurrent() && first.length > 0) this.results.replaceChildren(...first);
  }

  /** Draws the records that were found. */
  async show(index: OpenIndex, { found }: Findings, { state, parsed, isCurrent }: Asked): Promise<void> {
    const { query, problems } = parsed;
    const isAsked = !isEmpty(query);
    const sessions = isAsked ? sessionsOf(found) : [];
    const first = await drawSessions(index, query, sessions.slice(0, FIRST));
    if (!isCurrent()) return;
    this.#notes.replaceChildren(...drawProblems(problems, state.text));
    this.#replace(first);
    this.#offerMore(sessions.length, first.length, async (from) => {
      const next = await drawSessions(index, query, sessions.slice(from, from + PAGE));
      if (isCurrent()) this.results.append(...next);
      return isCurrent() ? next : [];
    });
  }

  /** Draws the names that were found, and what counts them with the records; nothing in it moves the records. */
  complete({ found, counts, rows }: Findings, names: SearchNames | null, { state, parsed, isCurrent }: Asked): void {
    if (!isCurrent()) return;
    const { query } = parsed;
    const isAsked = !isEmpty(query);
    const named = names ? names.find(query) : { found: [], withText: [] };
    this.#names.replaceChildren(...(names && isAsked ? names.draw(query, named.found) : []));
    this.#namesCount.textContent = named.found.length === 0 ? 'none' : grouped(named.found.length);
    this.#facets.offer(rows, names?.kinds ?? []);
    this.#facets.draw(query, addedCounts(counts(), countFacets(query, named.withText)));
    this.#fold.hidden = rows.length === 0;
    const count = choiceCount(query);
    this.#foldCount.textContent = count === 0 ? '' : `${count} on`;
    if (isAsked && found.length === 0) this.#notes.append(...drawProblems(unknownIn(query, rows, names), state.text));
    if (isAsked && found.length + named.found.length === 0) this.#notes.append(drawNothing(query, state));
    this.#unread.replaceChildren(...drawUnread(names?.unread(query) ?? 0));
    this.say(isAsked ? totalOf(found, sessionsOf(found).length, named.found.length) : '');
  }

  fail(refusal: SearchRefusal): void {
    this.#idle.hidden = true;
    this.#more.hidden = true;
    this.#namesFold.hidden = true;
    this.results.replaceChildren();
    this.#unread.replaceChildren();
    this.#names.replaceChildren();
    this.#notes.replaceChildren(drawFailure(refusal));
    this.say('');
  }

  say(text: string): void {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /** Replaces the results and keeps the focus on its hit. */
  #replace(items: readonly HTMLElement[]): void {
    const focused = this.results.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
    this.results.replaceChildren(...items);
    if (focused) this.results.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }

  #offerMore(total: number, drawn: number, draw: (from: number) => Promise<HTMLElement[]>): void {
    const rest = Math.min(PAGE, total - drawn);
    this.#more.hidden = rest <= 0;
    this.#more.textContent = `Show ${counted(rest, 'more session')}`;
    this.#drawMore = async () => {
      const next = await draw(drawn);
      if (next.length === 0) return;
      this.#offerMore(total, drawn + next.length, draw);
      next[0]?.querySelector<HTMLElement>('a.hit')?.focus();
    };
  }
}

/** The names in a query that the archive does not have. Without the names of projects, their slugs must do. */
function unknownIn(query: Query, rows: readonly TableRow[], names: SearchNames | null): QueryProblem[] {
  const values = (of: 'project' | 'branch' | 'task' | 'session' | 'machine' | 'from') => [
    ...new Set(rows.map((row) => row[of] ?? '')),
  ];
  const projects = () => names?.projects ?? values('project').map((slug) => ({ slug, name: slug }));
  return unknownNames(query, { projects, names: values });
}

function totalOf(found: readonly FoundRow[], sessions: number, names: number): string {
  const words = names === 0 ? '' : counted(names, 'name');
  if (found.length === 0) return names === 0 ? 'No matches' : words;
  const unconfirmed = found.filter(({ row }) => row.kind === 'candidate').length;
  const matches = countedMatches(found.length, unconfirmed, sessions);
  return names === 0 ? matches : `${matches}, and ${words}`;
}
