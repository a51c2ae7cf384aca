import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventIds } from '#src/format/event-id.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { TAGS } from '#src/format/tags.ts';
import { anyLine, fileWith } from './generated.ts';

describe('eventIds', () => {
  it('gives the ids that the format defines', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), anyLine, (tag, line) => {
        const digest = createHash('sha1')
          .update(`${tag}\n${line.normalize('NFC').trim()}`, 'utf8')
          .digest('hex');
        expect(eventIds()(tag, line)).toBe(`e-${digest.slice(0, 6)}`);
      }),
    );
  });

  it('numbers repeats', () => {
    const idOf = eventIds();
    const first = idOf('ERROR', 'Forgot the second list');
    expect(first).toBe('e-c0d01d');
    expect(idOf('DECISION', 'Forgot the second list')).toBe('e-8491f6');
    expect(idOf('ERROR', '  Forgot the second list\t')).toBe(`${first}-2`);
    expect(idOf('ERROR', 'Forgot the second list')).toBe(`${first}-3`);
  });

  it('treats all normal forms of a character alike', () => {
    expect(eventIds()('ERROR', 'Café')).toBe(eventIds()('ERROR', 'Cafe\u0301'));
  });

  it('stay the same when other lines are inserted anywhere', () => {
    const lines = [
      '## Events',
      '',
      '- 14:00 [ERROR] One',
      '  detail',
      '- [ERROR] One',
      '- [PIVOT] Two',
      '',
      '## Summary',
      '',
      'Text.',
    ];
    const before = idsOf(lines);
    const inserted = fc.constantFrom(
      '- [BLOCKED] New',
      '- 09:00 [INSIGHT] New too',
      'prose',
      '',
      '  detail',
      '### Title',
      '- [DECISON] slip',
    );
    fc.assert(
      fc.property(inserted, fc.nat({ max: lines.length }), (line, at) => {
        expect(idsOf(lines.toSpliced(at, 0, line))).toEqual(expect.arrayContaining(before));
      }),
    );
  });
});

function idsOf(lines: string[]): string[] {
  return parseChronicle(fileWith(lines.join('\n'))).chronicle?.events.map(({ id }) => id) ?? [];
}
