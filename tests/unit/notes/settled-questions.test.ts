import { describe, expect, it } from 'vitest';
import { timesOf, unsettled } from '#src/notes/notebook-index.ts';

const asked = (text: string, at: string, answered: string | null = null) => ({ text, asked: at, answered });
const left = (...questions: ReturnType<typeof asked>[]) => unsettled(questions).map(({ asked: at }) => at);

describe('unsettled', () => {
  it('leaves out what was answered since, whatever its case and punctuation', () => {
    expect(
      left(asked('Who signs?', '2026-09-01 10:00'), asked('who signs', '2026-09-02 10:00', '2026-09-02 11:00')),
    ).toEqual([]);
    expect(left(asked('Who signs?', '2026-09-01 10:00'), asked('Who?', '2026-09-02', '2026-09-02'))).toHaveLength(1);
  });

  it('has a question again that was asked after its answer, in the same minute by its place', () => {
    const answer = asked('Q', '2026-09-02 10:00', '2026-09-02 11:00');
    expect(left(answer, asked('Q', '2026-09-02 11:01'))).toEqual(['2026-09-02 11:01']);
    expect(left(answer, asked('Q', '2026-09-02 11:00'))).toEqual(['2026-09-02 11:00']);
    expect(left(asked('Q', '2026-09-02 11:00'), answer)).toEqual([]);
  });
});

it("says when a note was asked and answered, by the session's day where the note states none", () => {
  const note = { date: null, time: '10:00' };
  const times = (at: string | null) => timesOf({ ...note, resolved: { answer: 'x', at } }, '2026-09-01').answered;
  expect([times('11:00'), times('2026-09-03 09:00'), times(null)]).toEqual([
    '2026-09-01 11:00',
    '2026-09-03 09:00',
    '2026-09-01 10:00',
  ]);
  expect(timesOf({ ...note, resolved: null }, '2026-09-01')).toEqual({ asked: '2026-09-01 10:00', answered: null });
});
