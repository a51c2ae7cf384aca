import type { Query, QueryProblem } from '#src/search/query.ts';
import { formatQuery } from '#src/search/query.ts';
import { suggestedTag } from '#src/search/query-words.ts';
import { choiceCount, type SearchState } from '#src/search/search-state.ts';
import { element } from './elements.ts';
import type { SearchRefusal } from './search-engine.ts';

/** What could not be taken of the query, each with the word that was meant, to be put in its place. */
export function drawProblems(problems: readonly QueryProblem[], text: string): HTMLElement[] {
  return problems.map(({ word, message, suggestion }) =>
    element(
      'p',
      { class: 'note', dir: 'auto' },
      `${message} `,
      ...(suggestion === null ? [] : [wordButton(text.replace(word, suggestion), `Use ${suggestion}`)]),
    ),
  );
}

/** What to do when nothing was found. */
export function drawNothing(query: Query, { text }: SearchState): HTMLElement {
  const tag = nearestTagIn(query);
  const isNarrowed =
    choiceCount(query) > 0 ||
    query.since !== null ||
    query.until !== null ||
    query.tasks.length + query.sessions.length > 0;
  return element(
    'div',
    { class: 'empty' },
    element('p', { dir: 'auto' }, 'Nothing was found for ', element('strong', {}, formatQuery(query) || text), '.'),
    ...(tag === undefined ? [] : [element('p', {}, 'Looking for a tag? ', wordButton(`tag:${tag}`, `tag:${tag}`))]),
    ...(isNarrowed
      ? [element('p', {}, element('button', { class: 'button', type: 'button', 'data-clear': '' }, 'Clear filters'))]
      : []),
  );
}

/** Why there is no search, and what to do about it. */
export function drawFailure({ reason, message }: SearchRefusal): HTMLElement {
  const advice =
    reason === 'missing'
      ? element(
          'p',
          {},
          'Run ',
          element('code', {}, 'chronicle build'),
          ' without ',
          element('code', {}, '--no-search'),
          ', or browse with ',
          element('code', {}, 'chronicle dev'),
          ', which builds it by itself.',
        )
      : element('p', {}, element('button', { class: 'button', type: 'button', 'data-again': '' }, 'Try again'));
  return element('div', { class: 'empty' }, element('p', {}, message), advice);
}

/** A plain word that is, or is nearly, the name of a tag. */
function nearestTagIn({ words }: Query): string | undefined {
  return words.map((word) => suggestedTag(word)).find((tag) => tag !== undefined);
}

function wordButton(text: string, label: string): HTMLButtonElement {
  return element('button', { class: 'button text', type: 'button', 'data-word': text }, label);
}
