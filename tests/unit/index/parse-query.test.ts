import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAGS, tagWord } from '#src/format/tags.ts';
import { EMPTY_QUERY, formatQuery, isEmpty, parseQuery } from '#src/index/query.ts';

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

describe('parseQuery', () => {
  it('reads words, phrases and exclusions', () => {
    expect(parseQuery('heredoc "exact words" -draft -"old way"')).toEqual({
      query: { ...EMPTY_QUERY, words: ['heredoc'], phrases: ['exact words'], without: ['draft', 'old way'] },
      problems: [],
    });
  });

  it('reads every key', () => {
    const text =
      'tag:miss project:larder branch:lar/30-x task:LAR-30 session:2026-10-26-main on:laptop from:claude-mem kind:narrative concept:"Time Zones" type:decision scope:Global month:2026-10 since:2026 until:2026-10-14';
    expect(parseQuery(text)).toEqual({
      query: {
        words: [],
        phrases: [],
        without: [],
        tags: ['MEMORY-MISS'],
        projects: ['larder'],
        branches: ['lar/30-x'],
        tasks: ['LAR-30'],
        sessions: ['2026-10-26-main'],
        machines: ['laptop'],
        systems: ['claude-mem'],
        concepts: ['time-zones'],
        types: ['decision'],
        scopes: ['global'],
        months: ['2026-10'],
        since: '2026',
        until: '2026-10-14',
        kinds: ['narrative'],
      },
      problems: [],
    });
  });

  it.each([
    ['tag:miss', 'MEMORY-MISS'],
    ['tag:hit', 'MEMORY-HIT'],
    ['TAG:Correction', 'USER-CORRECTION'],
    ['tag:memory-miss', 'MEMORY-MISS'],
    ['tag:DECISION', 'DECISION'],
    ['tag:blocked', 'BLOCKED'],
  ])('takes %s for %s', (text, tag) => {
    expect(parseQuery(text).query.tags).toEqual([tag]);
  });

  it.each(['http://example.test/a', 'foo:bar', 'C:\\x', '12:30', 'note:'])('takes %s as plain text', (text) => {
    expect(parseQuery(text)).toEqual({ query: { ...EMPTY_QUERY, words: [text] }, problems: [] });
  });

  it('reads an unclosed quote to the end, and typographic quotes', () => {
    expect(parseQuery('a "b c').query.phrases).toEqual(['b c']);
    expect(parseQuery('“b c” branch:"x y"').query).toEqual({ ...EMPTY_QUERY, phrases: ['b c'], branches: ['x y'] });
  });

  it('ignores words without a letter or digit', () => {
    expect(parseQuery('fix — (!) retry').query.words).toEqual(['fix', 'retry']);
    expect(isEmpty(parseQuery('… () "—" -!').query)).toBe(true);
  });

  it.each([
    ['tag:mis', 'tag:mis is not valid. Did you mean tag:miss?', 'tag:miss'],
    ['tag:DECISON', 'tag:DECISON is not valid. Did you mean tag:decision?', 'tag:decision'],
    ['tag:xyz', `tag:xyz is not valid. Use ${OR.format(TAGS.map(tagWord))}.`, null],
    ['kind:sumary', 'kind:sumary is not valid. Did you mean kind:summary?', 'kind:summary'],
    [
      'since:2026-02-30',
      'since:2026-02-30 is not valid. Use a year, month or day such as 2026-10 or 2026-10-14.',
      null,
    ],
    ['month:2026', 'month:2026 is not valid. Use a month such as 2026-10.', null],
    ['project:', 'project: has no value. Use the name of a project.', null],
    ['-tag:miss', 'A dash can only exclude words and "exact words".', null],
  ])('explains what is wrong with %s and keeps the rest', (word, message, suggestion) => {
    expect(parseQuery(`before ${word} after`)).toEqual({
      query: { ...EMPTY_QUERY, words: ['before', 'after'] },
      problems: [{ word, message, suggestion }],
    });
  });

  it('accepts any text and never throws', () => {
    fc.assert(fc.property(typed(), (text) => void parseQuery(text)));
  });

  it('parses a long text quickly', () => {
    expect(parseQuery('tag:x" '.repeat(5000)).problems.length).toBeGreaterThan(1);
    expect(parseQuery(`tag:${'a'.repeat(500_000)}`).problems).toHaveLength(1);
  });
});

describe('formatQuery', () => {
  it('writes a query that parses to the same query', () => {
    fc.assert(
      fc.property(typed(), (text) => {
        const { query } = parseQuery(text);
        expect(parseQuery(formatQuery(query))).toEqual({ query, problems: [] });
      }),
      { numRuns: 2000 },
    );
  });
});

/** Texts that look like queries, and random ones. */
function typed(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    ...['"', '-', '--', ':', ' ', ' ', '“', '\u200b', '\t', 'tag:', 'kind:', 'since:', 'branch:', 'project:', 'miss'],
    ...['event', '2026-10', 'a', 'Ünï', '$()', '🎉', '!', 'foo:', '\\', '\ufeff', '\u0085'],
  );
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  );
}
