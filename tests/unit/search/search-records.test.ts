import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAGS } from '#src/chronicle/tags.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { KIND_FACTS, RECORD_KINDS, type SearchRecord } from '#src/search/record.ts';
import { groupBySession, matches, searchRecords } from '#src/search/search-records.ts';

const RECORDS: SearchRecord[] = [
  record({ event: 'e-1', text: 'Heredoc corrupted the quotes', tag: 'ERROR', date: '2026-10-14' }),
  record({ event: 'e-2', text: 'No memory of heredocs', tag: 'MEMORY-MISS', date: '2026-10-15' }),
  record({ event: 'e-3', text: 'Wrote a file instead\nof a heredoc in bash', tag: 'DECISION', project: 'tidemark' }),
  record({ event: 'e-4', text: 'Old heredoc', tag: 'DECISION', date: '2025-12-31', session: 'old', branch: 'x/Y' }),
  record({ event: 'summary', kind: 'summary', text: 'A day of heredoc trouble', tag: null, date: '2025-01-01' }),
  record({ event: 'title', kind: 'session', text: 'quoting/heredocs\nLAR-9', tag: null, date: '2024-01-01' }),
];

describe('searchRecords', () => {
  it.each([
    ['heredoc', ['e-1', 'e-3', 'e-4', 'summary', 'e-2', 'title']],
    ['heredoc -corrupted', ['e-3', 'e-4', 'summary', 'e-2', 'title']],
    ['trouble', ['summary']],
    ['quoting', ['title']],
    ['lar-9', ['title']],
    ['heredoc kind:summary', ['summary']],
    ['heredoc kind:session kind:summary', ['summary', 'title']],
    ['heredoc bash', ['e-3']],
    ['"heredoc in"', ['e-3']],
    ['tag:decision', ['e-3', 'e-4']],
    ['tag:decision tag:miss', ['e-3', 'e-2', 'e-4']],
    ['project:Tidemark', ['e-3']],
    ['branch:x/y', ['e-4']],
    ['session:old', ['e-4']],
    ['since:2026-10-15', ['e-3', 'e-2']],
    ['until:2025-11', ['summary']],
    ['kind:session', ['title']],
    ['since:2026-10 until:2026-10-14', ['e-1']],
    ['until:2025', ['e-4', 'summary']],
    ['month:2026-10 tag:error', ['e-1']],
    ['zebra', []],
  ])('finds for %s', (text, found) => {
    const { hits } = searchRecords(parseQuery(text).query, RECORDS);
    expect(hits.map(({ event }) => event)).toEqual(found);
  });

  it('counts each facet without its own choices', () => {
    const { counts } = searchRecords(parseQuery('heredoc tag:decision project:tidemark').query, RECORDS);
    expect(Object.fromEntries(counts.tag)).toEqual({ DECISION: 1 });
    expect(Object.fromEntries(counts.project)).toEqual({ tidemark: 1, larder: 1 });
    expect(Object.fromEntries(counts.kind)).toEqual({ event: 1 });
    expect(Object.fromEntries(counts.month)).toEqual({ '2026-11': 1 });
  });

  it('finds exactly the matching records, and counts what each choice would find', () => {
    fc.assert(
      fc.property(fc.array(anyRecord()), anyQuery(), (records, text) => {
        const { query } = parseQuery(text);
        const { hits, counts } = searchRecords(query, records);
        expect(new Set(hits)).toEqual(new Set(records.filter((each) => matches(query, each))));
        for (const tag of TAGS) {
          const chosen = searchRecords({ ...query, tags: [tag] }, records).hits;
          const isCounted = ({ kind }: SearchRecord) => kind !== 'candidate' || query.kinds.includes(kind);
          expect(counts.tag.get(tag) ?? 0).toBe(chosen.filter(isCounted).length);
        }
        for (const kind of RECORD_KINDS) {
          expect(counts.kind.get(kind) ?? 0).toBe(searchRecords({ ...query, kinds: [kind] }, records).hits.length);
        }
      }),
    );
  });

  it('orders hits regardless of the order of the records', () => {
    const { query } = parseQuery('heredoc');
    const order = (records: SearchRecord[]) => searchRecords(query, records).hits.map(({ event }) => event);
    expect(order(RECORDS.toReversed())).toEqual(order(RECORDS));
  });
});

describe('groupBySession', () => {
  it('puts a session at the place of its first hit', () => {
    const groups = groupBySession(searchRecords(parseQuery('heredoc').query, RECORDS).hits, (hit) => hit);
    expect(groups.map(({ project, session, found }) => [project, session, found.length])).toEqual([
      ['larder', 's', 4],
      ['tidemark', 's', 1],
      ['larder', 'old', 1],
    ]);
  });
});

function record(fields: Partial<SearchRecord>): SearchRecord {
  const common = {
    project: 'larder',
    session: 's',
    title: 'A title',
    event: '',
    anchor: '',
    branch: 'main',
    task: 'LAR-1',
  };
  return { ...common, kind: 'event', tag: null, date: '2026-11-01', time: null, text: '', ...fields };
}

function anyRecord(): fc.Arbitrary<SearchRecord> {
  return fc
    .record({
      kind: fc.constantFrom(...RECORD_KINDS),
      tag: fc.constantFrom(...TAGS),
      project: fc.constantFrom('larder', 'tidemark'),
      date: fc.constantFrom('2026-01-01', '2026-10-14', '2026-10-15'),
      text: fc.constantFrom('', 'heredoc', 'Heredoc in bash', 'no push'),
    })
    .map((fields) => record({ ...fields, tag: KIND_FACTS[fields.kind].isTagged ? fields.tag : null }));
}

function anyQuery(): fc.Arbitrary<string> {
  const word = fc.constantFrom(
    'heredoc',
    '"in bash"',
    '-bash',
    'tag:miss',
    'tag:error',
    'project:larder',
    'kind:summary',
    'since:2026-10',
    'month:2026-01',
  );
  return fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
}
