import { type Query, type QueryProblem, formatQuery, suggestedTag } from '#src/index/query.ts';
import { isRecordKind, kindWords } from '#src/index/record.ts';
import { listed } from '#src/lib/listed.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { type SearchState, choiceCount } from '../model/search-state.ts';
import { element } from './elements.ts';
import type { SearchRefusal } from './search-refusal.ts';

/** The problems of a query, each with a button that replaces the word, if that is in the text. */
export function drawProblems(problems: readonly QueryProblem[], text: string): HTMLElement[] {
  return problems.map(({ word, message, suggestion }) =>
    element(
      'p',
      { class: 'note', dir: 'auto' },
      `${message} `,
      ...(suggestion === null || !text.includes(word)
        ? []
        : [
            wordButton(
              text.replace(word, () => suggestion),
              `Use ${suggestion}`,
            ),
          ]),
    ),
  );
}

/** The message without results, and what to do next. */
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
    element('p', { dir: 'auto' }, 'No matches for ', element('strong', {}, formatQuery(query) || text), '.'),
    ...(tag === undefined ? [] : [element('p', {}, 'Did you mean the tag? ', wordButton(`tag:${tag}`, `tag:${tag}`))]),
    element('p', {}, 'Pages of this site and its guide are found by name: press Ctrl K.'),
    ...(isNarrowed
      ? [element('p', {}, element('button', { class: 'button', type: 'button', 'data-clear': '' }, 'Clear filters'))]
      : []),
  );
}

/** Why search is not available, and what to do about it. */
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
          ', or open the site with ',
          element('code', {}, 'chronicle dev'),
          ', which builds the index itself.',
        )
      : element('p', {}, element('button', { class: 'button', type: 'button', 'data-again': '' }, 'Try again'));
  return element('div', { class: 'empty' }, element('p', {}, message), advice);
}

/** The tag whose name is, or resembles, a word of the query. */
function nearestTagIn({ words }: Query): string | undefined {
  return words.map((word) => suggestedTag(word)).find((tag) => tag !== undefined);
}

function wordButton(text: string, label: string): HTMLButtonElement {
  return element('button', { class: 'button text', type: 'button', 'data-word': text }, label);
}

/** The words that no page has. Pagefind then finds pages with the beginning of such a word, which is no answer. */
export function drawMissing(words: readonly string[]): HTMLElement[] {
  if (words.length === 0) return [];
  return [element('p', { class: 'note', dir: 'auto' }, `Nothing has ${listed(words, 'or')}.`)];
}

/** Kinds of names, which the palette finds. */
export function drawNamed({ kinds }: Query): HTMLElement[] {
  const named = kinds.filter((kind) => !isRecordKind(kind) && kind !== 'rule' && kind !== 'file').map(kindWords);
  if (named.length === 0) return [];
  return [element('p', { class: 'note' }, `${capitalised(listed(named))} are found by name: press Ctrl K.`)];
}
