import { describe, expect, it } from 'vitest';
import { NOW, Transcript } from './transcript.ts';

const at = (time: string) => ({ timestamp: time });
/** When the correction of a transcript took place. */
function correctionOf(time: string): string {
  const transcript = new Transcript().prompt('clean up').answers('I shall').interrupt().prompt('no, test', at(time));
  return new Date(transcript.read().found[0]?.origin.at ?? 0).toISOString();
}

describe('the time of an event', () => {
  it.each(['2026-03-24T13:05:00.000Z', '2026-03-23T14:00:00.000Z', '2026-03-30T10:00:00.000Z'])(
    "is its record's: %s",
    (time) => {
      expect(correctionOf(time)).toBe(time);
    },
  );

  it.each(['2025-02-17T10:00:00.000Z', '1970-01-01T00:00:00Z', '2050-07-11T10:00:00.000Z', 'no time'])(
    'is that of the previous record if its own is wrong: %s',
    (time) => {
      expect(correctionOf(time)).toBe('2026-03-24T13:00:02.000Z');
    },
  );

  it('is missing if no record has one, and its prompts are counted', () => {
    const { prompts, untimed } = new Transcript().prompt('one', at('')).answers('x').read();
    expect([prompts.length, untimed]).toEqual([0, 1]);
  });

  it('is not that of a clock that was not set, even at the beginning', () => {
    const { prompts } = new Transcript().add('assistant', [], at('1970-01-01T00:00:09Z')).prompt('clean up').read();
    expect(prompts.map((prompt) => new Date(prompt.at).toISOString())).toEqual(['2026-03-24T13:00:01.000Z']);
    expect(new Transcript().prompt('one', at('1970-01-01T00:00:09Z')).read().untimed).toBe(1);
  });

  it('is correct again after a record with a wrong clock', () => {
    const late = new Date(NOW + 1e11).toISOString();
    const { prompts } = new Transcript().add('assistant', [], at(late)).prompt('clean up').read();
    expect(prompts.map((prompt) => new Date(prompt.at).toISOString())).toEqual(['2026-03-24T13:00:01.000Z']);
  });
});
