import { type Facet, type FacetCounts, isFacet } from '#site/model/facets.ts';
import { glyphAddress } from '#src/chart/glyphs.ts';
import { TAG_ORDER, TAG_WORDS, isTag } from '#src/format/tags.ts';
import { type Query, searchedKindNamed } from '#src/index/query.ts';
import { KIND_FACTS, RECORD_KINDS, isRecordKind, kindLabel } from '#src/index/record.ts';
import { monthName } from '#src/lib/text/day.ts';
import { compare } from '#src/lib/compare.ts';
import { grouped } from '#src/lib/grouped.ts';
import { isChosen } from '../model/search-state.ts';
import { element, symbol } from './elements.ts';
import type { KnownValues } from './search-engine.ts';

/** Values of a facet to draw before its "more" button is pressed. */
const SHOWN: Record<Facet, number> = {
  tag: 8,
  project: 12,
  kind: RECORD_KINDS.length + 2,
  branch: 8,
  month: 12,
};

/** The filters next to the results. Redrawn after each search; the focus stays on its choice. */
export class Facets {
  readonly #root: HTMLElement;
  readonly #opened = new Set<Facet>();
  #redraw = () => {};

  constructor(root: HTMLElement, onToggle: (facet: Facet, value: string) => void) {
    this.#root = root;
    root.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement && isFacet(target.name)) onToggle(target.name, target.value);
    });
    root.addEventListener('click', ({ target }) => {
      const facet = target instanceof HTMLButtonElement ? (target.getAttribute('data-all') ?? undefined) : undefined;
      if (!isFacet(facet)) return;
      this.#opened.add(facet);
      this.#redraw();
      root.querySelector<HTMLInputElement>(`fieldset[data-facet="${facet}"] input`)?.focus();
    });
  }

  /** Draws the choices: all values that pages have, with how many pages each finds. */
  draw(query: Query, counts: FacetCounts, known: KnownValues): void {
    this.#redraw = () => this.draw(query, counts, known);
    const valuesOf = (facet: Facet) => orderedValues(facet, known[facet] ?? []);
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
    for (const fieldset of this.#root.querySelectorAll<HTMLFieldSetElement>('fieldset[data-facet]')) {
      const facet = fieldset.getAttribute('data-facet') ?? undefined;
      if (isFacet(facet)) this.#drawFacet(fieldset, facet, { query, counts, values: valuesOf(facet) });
    }
    if (focused && !focused.isConnected) this.#inputOf(focused.name, focused.value)?.focus();
  }

  #drawFacet(fieldset: HTMLFieldSetElement, facet: Facet, { query, counts, values }: Drawn): void {
    const countOf = (value: string) => counts[facet].get(value) ?? 0;
    // There are many branches: chosen ones come first, then the largest.
    const rank = (value: string) => (isChosen(query, facet, value) ? Number.POSITIVE_INFINITY : countOf(value));
    const ordered = facet === 'branch' ? values.toSorted((a, b) => rank(b) - rank(a) || compare(a, b)) : values;
    // Where nothing leads to a result, only what is chosen is of use.
    const isAll = facet !== 'branch' && ordered.some((value) => countOf(value) > 0);
    const offered = isAll ? ordered : ordered.filter((value) => rank(value) > 0);
    const limit = this.#opened.has(facet) ? offered.length : SHOWN[facet];
    const shown = offered.filter((value, at) => at < limit || isChosen(query, facet, value));
    const rest = offered.length - shown.length;
    const hasTags =
      query.kinds.length === 0 ||
      query.kinds.some((kind) => isRecordKind(kind) && KIND_FACTS[kind].isTagged) ||
      query.tags.length > 0;
    fieldset.hidden = offered.length === 0 || (facet === 'tag' && !hasTags);
    fieldset.replaceChildren(
      ...fieldset.querySelectorAll('legend'),
      ...shown.map((value) => drawChoice(facet, value, countOf(value), isChosen(query, facet, value))),
      ...(rest > 0
        ? [element('button', { class: 'button text', type: 'button', 'data-all': facet }, `${rest} more`)]
        : []),
    );
  }

  #inputOf(name: string, value: string): HTMLInputElement | undefined {
    return [...this.#root.querySelectorAll('input')].find((input) => input.name === name && input.value === value);
  }
}

interface Drawn {
  query: Query;
  counts: FacetCounts;
  values: readonly string[];
}

/** The values of a facet in the order of its choices. */
function orderedValues(facet: Facet, values: readonly string[]): string[] {
  switch (facet) {
    case 'tag':
      return TAG_ORDER.filter((tag) => values.includes(tag));
    case 'kind':
      return [...RECORD_KINDS, 'rule', 'file'].filter((kind) => values.includes(kind));
    case 'month':
      return values.toSorted().reverse();
    case 'project':
      return values.toSorted((a, b) => a.localeCompare(b));
    case 'branch':
      return [...values];
  }
}

function drawChoice(facet: Facet, value: string, count: number, isOn: boolean): HTMLLabelElement {
  const input = element('input', { type: 'checkbox', name: facet, value });
  input.checked = isOn;
  return element(
    'label',
    { class: count === 0 ? 'none' : null, 'data-tag': facet === 'tag' ? value : null },
    input,
    ...(isTag(value) && facet === 'tag' ? [symbol(glyphAddress(value), 'glyph')] : []),
    element('span', { class: 'name', dir: 'auto' }, labelOf(facet, value)),
    element('span', { class: 'count' }, grouped(count)),
  );
}

function labelOf(facet: Facet, value: string): string {
  if (facet === 'tag' && isTag(value)) return TAG_WORDS[value].label;
  if (facet === 'month') return `${monthName(value).slice(0, 3)} ${value.slice(0, 4)}`;
  const kind = facet === 'kind' ? searchedKindNamed(value) : undefined;
  return kind ? kindLabel(kind) : value;
}
