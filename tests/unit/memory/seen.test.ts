import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHistory } from '#src/memory/history.ts';
import { linesFor, type Look } from '#src/memory/see-memories.ts';
import { isMemoryName } from '#src/memory/memory-text.ts';

const NOW = '2026-08-10T12:00:00Z';

function look(changes: Partial<Look>): Look {
  return { facts: new Map(), found: [], gone: [], isFirst: false, now: new Date(NOW), sessionId: 's', ...changes };
}

const file = (hash: string, written: string, made = written) => ({
  ...{ file: 'a.md', hash, mtimeMs: Date.parse(written), madeMs: Date.parse(made) },
});
const facts = (after: string | null, at: string) => new Map([['a.md', { after, at }]]);

describe('linesFor', () => {
  it.each<[string, Partial<Look>, object]>([
    [
      'a new file, when it was made',
      { found: [file('h', '2026-08-10T10:00:00Z', '2026-08-09T08:00:00Z')] },
      { action: 'new', at: '2026-08-09T08:00:00Z', before: null, after: 'h' },
    ],
    ['a file of the future, now', { found: [file('h', '2027-01-01T00:00:00Z')] }, { at: NOW }],
    [
      'a change, when it was written',
      { facts: facts('old', '2026-08-01T00:00:00Z'), found: [file('new', '2026-08-10T10:00:00Z')] },
      { action: 'changed', at: '2026-08-10T10:00:00Z', before: 'old', after: 'new' },
    ],
    [
      'a change by a copy with an old date, now',
      { facts: facts('old', '2026-08-09T00:00:00Z'), found: [file('new', '2026-08-01T08:00:00Z')] },
      { action: 'changed', at: NOW },
    ],
    [
      'a file that is back, as new',
      { facts: facts(null, '2026-08-05T00:00:00Z'), found: [file('h', '2026-08-07T00:00:00Z')] },
      { action: 'new', at: '2026-08-07T00:00:00Z', before: null },
    ],
    [
      'a file that is gone, now',
      { facts: facts('h', '2026-08-05T00:00:00Z'), gone: ['a.md'] },
      { action: 'delete', at: NOW, before: 'h', after: null },
    ],
  ])('dates %s', (_, given, line) => {
    expect(linesFor(look(given))).toMatchObject([line]);
  });

  it('writes one line for one change, whoever sees it', () => {
    const found = [file('h', '2026-08-10T10:00:00Z')];
    const ids = ['s', 't'].map((sessionId) => linesFor(look({ found, sessionId }))[0]?.id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('makes valid history lines, after which the same look adds nothing', () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 30 })
      .map((text) => `${text}.md`)
      .filter(isMemoryName);
    const time = fc.integer({ min: 1, max: 4e12 });
    const hash = fc.constantFrom('a'.repeat(64), 'b'.repeat(64));
    const found = fc.uniqueArray(fc.record({ file: name, hash, mtimeMs: time, madeMs: time }), {
      ...{ selector: (item: { file: string }) => item.file, maxLength: 5 },
    });
    fc.assert(
      fc.property(found, fc.boolean(), (found, isFirst) => {
        const lines = linesFor(look({ found, isFirst }));
        const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        expect(parseHistory(text)).toEqual({ value: lines, problems: [] });
        expect(lines).toHaveLength(found.length);
        const facts = new Map(lines.map((line) => [line.file, line]));
        expect(linesFor(look({ found, isFirst, facts }))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});
