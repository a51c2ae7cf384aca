import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHistory } from '#src/memory/history.ts';
import { historyFacts, planSeen, type Scan } from '#src/memory/see-memories.ts';
import { isMemoryName } from '#src/memory/memory-text.ts';

const NOW = new Date('2026-08-10T12:00:00Z');

function scan(changes: Partial<Scan>): Scan {
  const nothing = { files: new Map(), scanned: null, facts: new Map(), found: [], gone: [] };
  return { ...nothing, now: NOW, sessionId: 's', ...changes };
}

const file = (name: string, hash: string, written: string, made = written) => ({
  file: name,
  hash,
  size: 1,
  mtimeMs: Date.parse(written),
  madeMs: Date.parse(made),
});

const known = (hash: string) => ({
  size: 1,
  mtimeMs: 1,
  hash,
});

describe('planSeen', () => {
  it('dates a new file by its creation, if that is after the last scan', () => {
    const scanned = '2026-08-09T00:00:00Z';
    const at = (written: string, made?: string) =>
      planSeen(scan({ scanned, found: [file('a.md', 'h', written, made)] })).lines[0]?.at;
    expect(at('2026-08-10T10:00:00Z', '2026-08-09T08:00:00Z')).toBe('2026-08-09T08:00:00Z');
    expect(at('2026-08-10T10:00:00Z', '2026-08-01T08:00:00Z')).toBe('2026-08-10T10:00:00Z');
    expect(at('2026-08-01T08:00:00Z')).toBe('2026-08-10T12:00:00Z');
    expect(at('2027-01-01T00:00:00Z')).toBe('2026-08-10T12:00:00Z');
  });

  it('keeps the date of writing when the text is changed by hand', () => {
    const files = new Map([['a.md', known('old')]]);
    const plan = planSeen(
      scan({ files, scanned: '2026-08-09T00:00:00Z', found: [file('a.md', 'new', '2026-08-10T10:00:00Z')] }),
    );
    expect(plan.lines).toMatchObject([{ action: 'changed', at: '2026-08-10T10:00:00Z', before: 'old', after: 'new' }]);
    expect(plan.files.get('a.md')).toMatchObject({ hash: 'new' });
  });

  it('writes one line for one change, whoever sees it', () => {
    const found = [file('a.md', 'h', '2026-08-10T10:00:00Z')];
    const scanned = '2026-08-09T00:00:00Z';
    const ids = ['s', 't'].map((sessionId) => planSeen(scan({ found, scanned, sessionId })).lines[0]?.id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('gives a recreated memory a new line, but keeps its first birth', () => {
    const line = (at: string, action: string, after: string | null) =>
      JSON.stringify({ file: 'a.md', at, action, after });
    const facts = historyFacts(
      [line('2026-08-01T00:00:00Z', 'new', 'h'), line('2026-08-05T00:00:00Z', 'delete', null)].join('\n'),
    );
    const plan = planSeen(
      scan({ facts, scanned: '2026-08-06T00:00:00Z', found: [file('a.md', 'h', '2026-08-07T00:00:00Z')] }),
    );
    expect(plan.lines).toMatchObject([{ action: 'new', before: null, after: 'h', at: '2026-08-07T00:00:00Z' }]);
  });

  it('makes valid history lines, after which the same scan adds nothing', () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 30 })
      .map((text) => `${text}.md`)
      .filter(isMemoryName);
    const time = fc.integer({ min: 1, max: 4e12 });
    const found = fc.uniqueArray(
      fc.record({
        file: name,
        hash: fc.string({ minLength: 64, maxLength: 64 }),
        size: fc.nat(),
        mtimeMs: time,
        madeMs: time,
      }),
      { selector: (item) => item.file },
    );
    fc.assert(
      fc.property(found, fc.option(fc.constant('2020-01-01T00:00:00Z')), (found, scanned) => {
        const { lines } = planSeen(scan({ found, scanned }));
        const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        expect(parseHistory(text)).toEqual({ value: lines, problems: [] });
        expect(lines).toHaveLength(found.length);
        expect(planSeen(scan({ found, scanned, facts: historyFacts(text) })).lines).toEqual([]);
      }),
    );
  });
});

describe('historyFacts', () => {
  it('accepts what the schema accepts, and skips invalid lines', () => {
    const text = [
      '{"file":"a.md","at":"2026-08-02T00:00:00Z","action":"strengthen","after":"2"}',
      '{"file":"a.md","at":"2026-08-01T00:00:00Z","action":"changed","after":"3"}',
      'null',
      '[1]',
      '{"file":"a.md","at":"yesterday","action":"new","after":"4"}',
      '{"file":7}',
      '{"file":"a.md","at":"2026-',
    ].join('\n');
    expect(historyFacts(text)).toEqual(new Map([['a.md', { after: '3', last: '2026-08-01T00:00:00Z' }]]));
  });

  it('uses the dates of lines that an import adds after newer ones', () => {
    const seen = '{"file":"a.md","at":"2026-08-03T00:00:00Z","source":"seen","action":"new","after":"3"}';
    const filled = '{"file":"a.md","at":"2026-08-01T00:00:00Z","source":"backfill","action":"new","after":"1"}';
    const unknown = '{"file":"a.md","at":"2026-08-04T00:00:00Z","source":"backfill","action":"changed","after":null}';
    const facts = { after: '3' };
    expect(historyFacts(`${seen}\n${filled}`).get('a.md')).toEqual({ ...facts, last: '2026-08-03T00:00:00Z' });
    expect(historyFacts(`${seen}\n${filled}\n${unknown}`).get('a.md')).toMatchObject({ ...facts, after: '' });
  });
});
