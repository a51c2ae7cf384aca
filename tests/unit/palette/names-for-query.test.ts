import { describe, expect, it } from 'vitest';
import { countFacets } from '#src/index/facets.ts';
import { parseQuery } from '#src/index/parse-query.ts';
import { namesForQuery } from '#src/palette/names-for-query.ts';
import { sampleNames } from './sample-names.ts';

const index = sampleNames();

function found(typed: string): string[] {
  return namesForQuery(index, parseQuery(typed).query).found.map(({ kind, name }) => `${kind} ${name.name}`);
}

describe('namesForQuery', () => {
  it('finds names with all words, by kind', () => {
    expect(found('lar-30')).toEqual(['ticket LAR-30', 'branch lar/30-window-dst']);
    expect(found('"window dst"')).toEqual(['branch lar/30-window-dst']);
    expect(found('"dst window"')).toEqual([]);
    expect(found('disk moved')).toEqual(['draft the-disk-that-moved']);
  });

  it('applies the filters that names have, and finds none with others', () => {
    expect(found('clock project:nestbox').length).toBeGreaterThan(0);
    expect(found('clock project:nestbox').length).toBeLessThan(found('clock').length);
    expect(found('clock -lint').length).toBe(found('clock').length - 1);
    expect(found('lar-30 kind:branch')).toEqual(['branch lar/30-window-dst']);
    expect(found('lar-30 until:2026-09')).toEqual([]);
    expect(found('clock tag:miss')).toEqual([]);
    expect(found('clock concept:caching')).toEqual([]);
  });

  it('lists a kind that was asked for, and nothing without words', () => {
    expect(found('kind:project')).toEqual(['project larder', 'project nestbox', 'project tidemark']);
    expect(found('project:larder')).toEqual([]);
    expect(found('')).toEqual([]);
  });

  it('counts for each facet what its choices would find', () => {
    const { query } = parseQuery('clock kind:file');
    const { withText } = namesForQuery(index, query);
    const counts = countFacets(query, withText);
    for (const [kind, count] of counts.kind) expect(found(`clock kind:${kind}`)).toHaveLength(count);
    for (const [project, count] of counts.project)
      expect(found(`clock kind:file project:${project}`)).toHaveLength(count);
    for (const [month, count] of counts.month) expect(found(`clock kind:file month:${month}`)).toHaveLength(count);
    expect(counts.kind.get('file')).toBe(found('clock kind:file').length);
  });
});
