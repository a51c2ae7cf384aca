import { describe, expect, it } from 'vitest';
import { memoriesAnswer, type Verdict } from '#src/memory/verdict.ts';
import { plantedMistakes } from '#tests/bench/planted-mistakes.ts';
import { seeded } from '#tests/bench/random.ts';
import { plantedStandings } from './planted-archive.ts';

const memories = (count: number, verdict: Verdict, since = 10, exists = true) =>
  Array.from({ length: count }, () => ({
    exists,
    sessions: { before: 10, since },
    missed: { before: 3, since: 0 },
    effect: { verdict, chance: since === 0 ? null : 0.5 },
  }));

/** Memories written after the third miss, in whose archive nothing changes. */
const withoutEffect = plantedStandings(80, plantedMistakes({ rate: 0.12, ratio: 1, misses: 3 }, 80, 400, seeded(3)));

describe('memoriesAnswer', () => {
  it('is not known without a memory, and without one that can be compared', () => {
    expect(memoriesAnswer([])).toEqual({
      verdict: 'not known yet',
      says: 'Not known yet: no memory has been written.',
    });
    expect(memoriesAnswer(memories(3, 'not known yet', 4)).says).toBe(
      'Not known yet: of 3 memories, none can be compared yet, which takes 2 sessions with the mistake before it was written and 5 sessions since.',
    );
  });

  it('is not known while no memory made its mistake rarer', () => {
    expect(memoriesAnswer([...memories(2, 'not known yet'), ...memories(4, 'not known yet', 2)]).says).toBe(
      'Not known yet: of 6 memories, only 2 have enough misses and sessions to compare, and none of these made its mistake clearly rarer.',
    );
    expect(memoriesAnswer(memories(1, 'did not help')).verdict).toBe('not known yet');
  });

  it('does not take what luck would show as well for a yes', () => {
    const one = [...memories(1, 'helped'), ...memories(4, 'not known yet'), ...memories(6, 'not known yet', 1)];
    expect(memoriesAnswer(one).says).toBe(
      'Not known yet: of 11 memories, only 5 have enough misses and sessions to compare, and 1 made its mistake clearly rarer; even if no memory helped, luck would show one or more in 23% of cases.',
    );
  });

  it('is yes if more memories helped than luck explains, and names those that did not', () => {
    expect(
      memoriesAnswer([...memories(4, 'helped'), ...memories(2, 'did not help'), ...memories(1, 'not known yet', 3)]),
    ).toEqual({
      verdict: 'yes',
      says: 'Yes: of 7 memories, 6 have enough misses and sessions to compare, and 4 made their mistakes clearly rarer, while 2 did not help.',
    });
  });

  it('is no if none helped and most did not, and counts deleted memories', () => {
    const most = [
      ...memories(2, 'did not help'),
      ...memories(1, 'not known yet'),
      ...memories(1, 'did not help', 9, false),
    ];
    expect(memoriesAnswer(most)).toEqual({
      verdict: 'no',
      says: 'No, not so far: of 3 memories and 1 deleted, 4 have enough misses and sessions to compare, 3 of these did not help, and none made its mistake clearly rarer.',
    });
  });

  it.each([1, 3, 10, 30])('says yes for %i memories without effect in at most 5 of 100 archives', (together) => {
    const next = seeded(together);
    const archives = Array.from({ length: 1000 }, () =>
      Array.from({ length: together }, () => withoutEffect[Math.floor(next() * withoutEffect.length)]),
    );
    const yes = archives.filter((own) => memoriesAnswer(own.flatMap((each) => each ?? [])).verdict === 'yes').length;
    expect(yes / archives.length).toBeLessThanOrEqual(0.05 + 0.018);
  });

  it('says yes for memories that end their mistakes', () => {
    const planted = plantedMistakes({ rate: 0.12, ratio: 0, misses: 3 }, 80, 10, seeded(7));
    expect(memoriesAnswer(plantedStandings(80, planted)).verdict).toBe('yes');
  });
});
