import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventId, withIds } from '#src/format/event-id.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { TAGS } from '#src/format/tags.ts';
import { anyLine, fileWith } from './generated.ts';

describe('withIds', () => {
  it('gives the ids that the format defines', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), anyLine, (tag, line) => {
        const digest = createHash('sha1')
          .update(`${tag}\n${line.normalize('NFC').trim()}`, 'utf8')
          .digest('hex');
        expect(eventId(tag, line)).toBe(`e-${digest.slice(0, 6)}`);
      }),
    );
  });

  it('numbers repeats', () => {
    const text = 'Forgot the second list';
    const events = [
      { tag: 'ERROR' as const, text },
      { tag: 'DECISION' as const, text },
      { tag: 'ERROR' as const, text: `  ${text}\t` },
      { tag: 'ERROR' as const, text },
    ];
    expect(withIds(events).map(({ id }) => id)).toEqual(['e-c0d01d', 'e-8491f6', 'e-c0d01d-2', 'e-c0d01d-3']);
  });

  it('treats all normal forms of a character alike', () => {
    expect(eventId('ERROR', 'Café')).toBe(eventId('ERROR', 'Cafe\u0301'));
  });

  it('stay the same when other lines are inserted anywhere', () => {
    const lines =
      '## Events\n\n- 14:00 [ERROR] One\n  detail\n- [ERROR] One\n- [PIVOT] Two\n\n## Summary\n\nText.'.split('\n');
    const before = idsOf(lines);
    const events = ['- [BLOCKED] New', '- 09:00 [INSIGHT] New too', '- [DECISON] slip'];
    const inserted = fc.constantFrom(...events, 'prose', '', '  detail', '### Title');
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
