import type { FoundPage } from '#site/model/found-session.ts';
import { type ParsedQuery, type Query, type QueryProblem, isEmpty } from '#src/index/query.ts';
import { unknownNames } from '#src/index/unknown-names.ts';
import { counted } from '#src/lib/text/day.ts';
import { type SearchState, choiceCount } from '../model/search-state.ts';
import { required } from './elements.ts';
import type { Findings, KnownValues } from './search-engine.ts';
import type { Facets } from './search-facets.ts';
import { drawFailure, drawMissing, drawNamed, drawNothing, drawProblems } from './search-notes.ts';
import type { SearchRefusal } from './search-refusal.ts';
import { drawPage } from './search-results.ts';

/** Pages drawn at first, and with each "Show more". */
const FIRST = 10;
const MORE = 20;

/** A search, and whether it is still the latest. */
export interface Asked {
  state: SearchState;
  parsed: ParsedQuery;
  isCurrent: () => boolean;
}

/** Everything below the box: the filters, the total, notes and results. */
export class Answer {
  readonly results = required('[data-search-results]');
  readonly #status = required('[data-search-status]');
  readonly #notes = required('[data-search-notes]');
  readonly #more = required<HTMLButtonElement>('[data-search-more]');
  readonly #idle = required('[data-search-idle]');
  readonly #fold = required('[data-search-fold]');
  readonly #foldCount = required('[data-search-fold-count]');
  readonly #facets: Facets;
  #drawMore: (() => Promise<void>) | undefined;

  constructor(facets: Facets) {
    this.#facets = facets;
    this.#more.addEventListener('click', () => void this.#drawMore?.());
  }

  /** Makes place for what will be found. */
  place(query: Query): void {
    this.#idle.hidden = !isEmpty(query);
  }

  /** Draws what was found. */
  show(findings: Findings, values: KnownValues, { state, parsed, isCurrent }: Asked): void {
    if (!isCurrent()) return;
    const { query, problems } = parsed;
    const isAsked = !isEmpty(query);
    const pages = isAsked ? findings.pages : [];
    this.#facets.draw(query, findings.counts, values);
    this.#fold.hidden = Object.keys(values).length === 0;
    const count = choiceCount(query);
    this.#foldCount.textContent = count === 0 ? '' : `${count} on`;
    const unknown = isAsked && pages.length === 0 ? unknownIn(query, values) : [];
    this.#notes.replaceChildren(
      ...drawProblems([...problems, ...unknown], state.text),
      ...drawNamed(query),
      ...drawMissing(findings.missing),
      ...(isAsked && pages.length === 0 ? [drawNothing(query, state)] : []),
    );
    this.#replace(pages.slice(0, FIRST).map(drawPage));
    this.#offer(pages.slice(FIRST), isAsked ? findings.more : async () => [], isCurrent);
    this.say(isAsked ? totalOf(findings) : '');
  }

  fail(refusal: SearchRefusal): void {
    this.#idle.hidden = true;
    this.#more.hidden = true;
    this.results.replaceChildren();
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

  /** Offers the pages that are read and not drawn, and those after them. */
  #offer(read: readonly FoundPage[], next: Findings['more'], isCurrent: () => boolean): void {
    this.#more.hidden = read.length === 0;
    this.#more.textContent = 'Show more';
    this.#drawMore = async () => {
      const drawn = read.slice(0, MORE).map(drawPage);
      const rest = read.slice(MORE);
      const after = rest.length > 0 ? rest : await next();
      if (!isCurrent()) return;
      this.results.append(...drawn);
      drawn[0]?.querySelector<HTMLElement>('a.hit')?.focus();
      this.#offer(after, next, isCurrent);
    };
  }
}

/** The names in a query that no page has. */
function unknownIn(query: Query, values: KnownValues): QueryProblem[] {
  const keys = { machine: 'on', branch: 'branch', task: 'task', session: 'session', from: 'from' } as const;
  return unknownNames(query, {
    projects: () => (values.project ?? []).map((slug) => ({ slug, name: slug })),
    names: (of) => values[keys[of]] ?? [],
  });
}

function totalOf({ pages, total, isExact, haveAll }: Findings): string {
  if (pages.length === 0) return 'No matches';
  if (!haveAll) return `No page has all words. ${counted(total, 'page')} with some of them:`;
  return isExact ? counted(total, 'page') : `Up to ${counted(total, 'page')}`;
}
