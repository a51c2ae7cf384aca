import { describe, expect, it } from 'vitest';
import { carriedFacts, unreadReason } from '#src/transcript/facts-file.ts';
import { aFound, someFacts } from '#tests/support/some-facts.ts';

const stamp = (size = 100, file = 'a.jsonl', folder = '-home-me', writtenMs = 5) => ({ file, folder, size, writtenMs });

describe('transcripts are read again', () => {
  const reason = (
    read: readonly ReturnType<typeof stamp>[],
    found: readonly ReturnType<typeof stamp>[],
    isRunning = false,
  ) => unreadReason({ transcripts: [...read] }, found, isRunning);

  it('unless files, sizes and times are the same, in any order', () => {
    expect(reason([stamp(), stamp(1, 'b.jsonl')], [stamp(1, 'b.jsonl'), stamp()])).toBe('is unchanged');
    expect(reason([stamp()], [stamp(101)])).toBeNull();
    expect(reason([stamp()], [stamp(100, 'a.jsonl', '-home-me', 6)])).toBeNull();
    expect(reason([stamp()], [stamp(100, 'a.jsonl', '-home-me', 6)], true)).toBe('is unchanged');
    expect(reason([stamp()], [stamp(100, 'a.jsonl', '-home-you')])).toBeNull();
    expect(unreadReason({ version: 1, transcripts: [stamp()] }, [stamp()], false)).toBeNull();
  });

  it('unless one is gone or has become shorter', () => {
    expect(reason([stamp()], [stamp(99)])).toMatch(/shorter/);
    expect(reason([stamp(), stamp(1, 'b.jsonl')], [stamp()])).toMatch(/shorter/);
    expect(reason([stamp()], [])).toMatch(/shorter/);
    expect(reason([stamp()], [stamp(), stamp(1, 'b.jsonl')])).toBeNull();
  });
});

describe('carriedFacts', () => {
  it('replaces everything except for evidence', () => {
    const commit = { source: 'commit a1b2c3d', record: 'c' };
    const plan = { event: 'e-2', source: 'plan', record: 'd' };
    const earlier = someFacts({ evidence: [{ event: 'e-1', ...commit }, plan], branches: ['old'] });
    const facts = someFacts({ evidence: [{ event: 'e-9', ...commit }], branches: ['new'] });
    expect(carriedFacts(earlier, facts)).toEqual({ ...facts, evidence: [plan, { event: 'e-9', ...commit }] });
    expect(carriedFacts(null, facts)).toBe(facts);
  });

  it('keeps what a person hid', () => {
    const [kept, hid] = [aFound({ id: 'f-aaaaaa' }), aFound({ id: 'f-bbbbbb' })];
    const earlier = someFacts({ found: [kept, { ...hid, hidden: true }] });
    expect(carriedFacts(earlier, someFacts({ found: [kept, hid] })).found).toEqual([kept, { ...hid, hidden: true }]);
  });
});
