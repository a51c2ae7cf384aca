import { wordsOf } from '#src/palette/fold-name.ts';
import { NameIndex } from '#src/palette/name-index.ts';
import { type NamePart, namesName } from '#src/palette/name-part.ts';
import { addressOf, asideOf, remarkOn } from '#src/palette/name-words.ts';
import { type NameRow, type NamesForQuery, namesForQuery } from '#src/palette/names-for-query.ts';
import type { PaletteHead } from '#src/palette/palette-head.ts';
import type { Query } from '#src/search/query.ts';
import { kindLabel, kindWords, NAMED_KINDS, type NamedKind } from '#src/search/record.ts';
import { grouped } from '#src/value/grouped.ts';
import { capitalised } from '#src/value/spelled.ts';
import { element } from './elements.ts';
import { iconOf } from './palette-icons.ts';
import { readPart } from './palette-names.ts';
import { marked } from './palette-rows.ts';

/** Names of a kind to draw beside others, and alone. */
const AMONG_OTHERS = 4;
const ALONE = 200;

/** The names of the archive, for the search page. */
export class SearchNames {
  readonly #index: NameIndex;

  /** Takes some milliseconds for each thousand names. */
  constructor({ head, parts }: LoadedNames) {
    this.#index = new NameIndex(head);
    for (const part of parts) this.#index.addSums(part);
  }

  /** The kinds of which there are any. */
  get kinds(): NamedKind[] {
    return NAMED_KINDS.filter((kind) => this.#index[kind].length > 0);
  }

  /** The projects, as a query and as pages name them. */
  get projects(): { slug: string; name: string }[] {
    return this.#index.head.projects.map(([slug, name]) => ({ slug, name }));
  }

  find(query: Query): NamesForQuery {
    return namesForQuery(this.#index, query);
  }

  /** How many sessions of the chosen projects, branches, tasks and months could not be read; none if none is chosen. */
  unread({ projects, branches, tasks, months }: Query): number {
    if (projects.length + branches.length + tasks.length === 0) return 0;
    const isOneOf = (values: readonly string[], value: string) =>
      values.length === 0 || values.some((each) => each.toLowerCase() === value.toLowerCase());
    return this.#index.head.unread.filter(
      ([project, branch, task, month]) =>
        isOneOf(projects, project) && isOneOf(branches, branch) && isOneOf(tasks, task) && isOneOf(months, month),
    ).length;
  }

  draw(query: Query, found: readonly NameRow[]): HTMLElement[] {
    return drawNames(this.#index, query, found);
  }
}

/** Loads all names, with less haste than records. Throws if a file cannot be read. */
export async function loadNames(): Promise<LoadedNames> {
  const head = await readPart<PaletteHead>('names', 'low');
  const parts = await Promise.all(head.periods.map((period) => readPart<NamePart>(namesName(period), 'low')));
  return { head, parts };
}

/** The files of names. */
export interface LoadedNames {
  head: PaletteHead;
  parts: NamePart[];
}

/** The names that a search found, by kind, each a link; a button shows all of a kind. */
function drawNames(index: NameIndex, query: Query, found: readonly NameRow[]): HTMLElement[] {
  const words = wordsOf([...query.words, ...query.phrases].join(' '));
  const isAlone = query.kinds.length === 1;
  return NAMED_KINDS.flatMap((kind) => {
    const own = found.filter((row) => row.kind === kind);
    if (own.length === 0) return [];
    const shown = own.slice(0, isAlone ? ALONE : AMONG_OTHERS);
    const title = own.length === 1 ? kindLabel(kind) : capitalised(kindWords(kind));
    const rest = own.length - shown.length;
    return [
      element(
        'section',
        { class: 'found-names', 'aria-label': title },
        element('h2', {}, title, ' ', element('span', { class: 'quiet' }, grouped(own.length))),
        element('ul', {}, ...shown.map((row) => drawName(index, row, words))),
        ...(rest > 0
          ? [
              isAlone
                ? element('p', { class: 'quiet' }, `The first ${ALONE}. More words narrow the list.`)
                : element(
                    'button',
                    { class: 'button text', type: 'button', 'data-kind': kind },
                    `All ${grouped(own.length)} ${kindWords(kind)}`,
                  ),
            ]
          : []),
      ),
    ];
  });
}

function drawName(index: NameIndex, { name }: NameRow, words: readonly string[]): HTMLLIElement {
  const parts = [remarkOn(name, index, null), asideOf(name, index)].filter((part) => part !== '');
  return element(
    'li',
    {},
    element(
      'a',
      { class: 'name-hit', href: addressOf(name, index) },
      iconOf(name),
      element(
        'span',
        { class: 'words' },
        element('bdi', { class: 'found-name' }, ...marked(name.name, words)),
        ' ',
        element('bdi', { class: 'quiet' }, parts.join(' · ')),
      ),
    ),
  );
}
