import { describe, expect, it } from 'vitest';
import { carriedFacts, isCutShort, isSameReading } from '#src/transcript/carried-facts.ts';
import { aFound, someFacts } from '#tests/support/some-facts.ts';

const stamp = (size = 100, file = 'a.jsonl', folder = '-home-me', writtenMs = 5) => ({ file, folder, size, writtenMs });

describe('isSameReading', () => {
  it('compares files, sizes and times in any order', () => {
    expect(isSameReading([stamp(), stamp(1, 'b.jsonl')], [stamp(1, 'b.jsonl'), stamp()])).toBe(true);
    expect(isSameReading([stamp()], [stamp(101)])).toBe(false);
    expect(isSameReading([stamp()], [stamp(100, 'a.jsonl', '-home-me', 6)])).toBe(false);
    expect(isSameReading([stamp()], [stamp(100, 'a.jsonl', '-home-you')])).toBe(false);
    expect(isSameReading([stamp()], [])).toBe(false);
  });
});

describe('isCutShort', () => {
  it('is true if a transcript is gone or has become shorter', () => {
    expect(isCutShort([stamp()], [stamp(99)])).toBe(true);
    expect(isCutShort([stamp(), stamp(1, 'b.jsonl')], [stamp()])).toBe(true);
  });

  it('is false if transcripts have grown, or others were found', () => {
    expect(isCutShort([stamp()], [stamp(200)])).toBe(false);
    expect(isCutShort([stamp()], [stamp(), stamp(1, 'b.jsonl')])).toBe(false);
    expect(isCutShort([], [stamp()])).toBe(false);
  });

  it('is false if a project was renamed', () => {
    expect(isCutShort([stamp()], [stamp(100, 'a.jsonl', '-home-you')])).toBe(false);
  });
});

describe('carriedFacts', () => {
  it('replaces everything except for evidence', () => {
    const earlier = someFacts({
      evidence: [
        { event: 'e-1', source: 'commit a1b2c3d', record: 'c' },
        { event: 'e-2', source: 'plan', record: 'd' },
      ],
      branches: ['old'],
    });
    const facts = someFacts({
      evidence: [{ event: 'e-9', source: 'commit a1b2c3d', record: 'c' }],
      branches: ['new'],
    });
    expect(carriedFacts(earlier, facts)).toEqual({
      ...facts,
      evidence: [
        { event: 'e-2', source: 'plan', record: 'd' },
        { event: 'e-9', source: 'commit a1b2c3d', record: 'c' },
      ],
    });
    expect(carriedFacts(null, facts)).toBe(facts);
  });

  it('keeps what a person hid', () => {
    const [kept, hid] = [aFound({ id: 'f-aaaaaa' }), aFound({ id: 'f-bbbbbb' })];
    const earlier = someFacts({ found: [kept, { ...hid, hidden: true }] });
    expect(carriedFacts(earlier, someFacts({ found: [kept, hid] })).found).toEqual([kept, { ...hid, hidden: true }]);
  });
});
