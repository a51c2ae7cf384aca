import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choiceCount,
  FACETS,
  isChosen,
  NO_CHOICES,
  queryOf,
  readState,
  type SearchState,
  toggled,
  withoutFilters,
  writeState,
} from '#site/model/search-state.ts';
import { TAGS } from '#src/format/tags.ts';
import { RECORD_KINDS } from '#src/index/record.ts';

describe('readState', () => {
  it('reads what writeState wrote', () => {
    fc.assert(
      fc.property(anyState(), (state) => {
        expect(readState(writeState(state))).toEqual({ ...state, text: state.text.trim() });
      }),
    );
  });

  it('reads short and long tag names, and ignores invalid values', () => {
    const state = readState(
      '?q=a&tag=miss&tag=MEMORY-HIT&tag=no&kind=x&kind=summary&month=2026-13&month=2026-1&project=',
    );
    expect(state.text).toBe('a');
    expect(state.chosen).toEqual({
      ...NO_CHOICES,
      tag: ['MEMORY-MISS', 'MEMORY-HIT'],
      kind: ['summary'],
      month: ['2026-01'],
    });
  });

  it('writes nothing for a page that was just opened', () => {
    expect(writeState(readState(''))).toBe('');
  });
});

describe('toggled', () => {
  it('turns any choice on, off and on again', () => {
    fc.assert(
      fc.property(anyState(), fc.constantFrom(...FACETS), (state, facet) => {
        const value = VALUES[facet][0] ?? '';
        const once = toggled(state, facet, value);
        const wasOn = isChosen(queryOf(state).query, facet, value);
        expect(isChosen(queryOf(once).query, facet, value)).toBe(!wasOn);
        const twice = toggled(once, facet, value);
        expect(isChosen(queryOf(twice).query, facet, value)).toBe(wasOn);
      }),
    );
  });

  it('changes the text in the box only if it contradicts the choice', () => {
    const state = { text: 'tag:miss  memory', chosen: NO_CHOICES };
    expect(toggled(state, 'tag', 'MEMORY-HIT').text).toBe('tag:miss  memory');
    expect(toggled(state, 'tag', 'MEMORY-MISS').text).toBe('memory');
    expect(toggled({ ...state, text: 'kind:summary x' }, 'kind', 'summary')).toEqual({ text: 'x', chosen: NO_CHOICES });
  });
});

describe('queryOf', () => {
  it('joins the text in the box and the chosen filters', () => {
    const state = readState('?q=tag:miss+memory+project:larder&tag=miss&tag=hit&project=nestbox&kind=summary');
    const { query } = queryOf(state);
    expect(query).toMatchObject({
      words: ['memory'],
      tags: ['MEMORY-MISS', 'MEMORY-HIT'],
      projects: ['larder', 'nestbox'],
      kinds: ['summary'],
    });
    expect(choiceCount(query)).toBe(5);
    expect(withoutFilters(state)).toEqual({ text: 'memory', chosen: NO_CHOICES });
  });
});

const VALUES = {
  tag: [...TAGS],
  project: ['larder', 'Tide mark'],
  kind: [...RECORD_KINDS],
  month: ['2026-10', '2026-09'],
  branch: ['lar/30-x', 'a&b=c', 'x y'],
};

function anyState(): fc.Arbitrary<SearchState> {
  const some = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
  const text = fc.constantFrom(
    '',
    'memory',
    ' tag:miss x',
    'project:LARDER',
    'kind:summary',
    'branch:"x y" -z',
    'month:2026-10',
  );
  return fc.record({
    text,
    chosen: fc.record({
      tag: some(VALUES.tag),
      project: some(VALUES.project),
      kind: some(VALUES.kind),
      month: some(VALUES.month),
      branch: some(VALUES.branch),
    }),
  });
}
