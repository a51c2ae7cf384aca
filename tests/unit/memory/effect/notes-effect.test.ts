import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import type { FactsHead } from '#src/facts/facts.ts';
import { hasNotebooks, type NotesEffect, notesEffect, ratioSentence } from '#src/memory/effect/notes-effect.ts';
import { type NotesPlan, plantedNotes, plantedSessions } from '#tests/bench/planted-notes.ts';
import { seeded } from '#tests/bench/random.ts';

/** Sessions of 30 commands, the first `repeated` of which repeat a failing one at their tenth. */
function some(notes: 'on' | 'off', count: number, repeated: number): Session[] {
  return plantedSessions(
    Array.from({ length: count }, (_, i) => {
      const isRepeated = i < repeated;
      const repeats = { runs: 30, until: isRepeated ? 10 : 30, commands: isRepeated ? 2 : 0, failures: 9 };
      return { notes, repeats };
    }),
  );
}

const compared = (on: [count: number, repeated: number], off: [count: number, repeated: number]) =>
  notesEffect([...some('on', ...on), ...some('off', ...off)]);

const LIMITS =
  'Sessions without the notebook are mostly older, or in projects where it is off, so the two groups differ in more than the notebook.';

describe('notesEffect', () => {
  it('counts each session once, up to its first repetition', () => {
    expect(compared([40, 3], [38, 11])).toMatchObject({
      on: { sessions: 40, repeated: 3, runs: 37 * 30 + 3 * 10 },
      off: { sessions: 38, repeated: 11, runs: 27 * 30 + 11 * 10 },
      changed: 0,
    });
  });

  it('says what is missing for a comparison', () => {
    const because = (on: number, off: number) => compared([on, 0], [off, 2]).because;
    expect(because(12, 31)).toBe(
      'No data yet on whether the notebook helps: 12 of 20 sessions with it and 31 sessions without it.',
    );
    expect(because(1234, 19)).toBe(
      'No data yet on whether the notebook helps: 1,234 sessions with it and 19 of 20 sessions without it.',
    );
    expect(notesEffect([])).toMatchObject({ verdict: 'no data yet', ratio: null, chance: null });
    expect(compared([19, 0], [200, 150]).verdict).toBe('no data yet');
  });

  it('tells a notebook that helps from one that does not, and chance from both', () => {
    expect(compared([40, 3], [38, 11])).toMatchObject({
      verdict: 'repeated less often',
      because: `The notebook helps: a failing command was repeated in 3 of 40 sessions (once in 380 commands) with it and in 11 of 38 sessions (once in 84 commands) without it. Chance alone does this well 1.1% of the time. ${LIMITS}`,
    });
    expect(compared([40, 11], [38, 3])).toMatchObject({
      verdict: 'repeated more often',
      because: `The notebook does not help: a failing command was repeated in 11 of 40 sessions (once in 89 commands) with it and in 3 of 38 sessions (once in 360 commands) without it. ${LIMITS}`,
    });
    expect(compared([40, 0], [38, 2])).toMatchObject({
      verdict: 'cannot tell',
      because: `It is unclear whether the notebook helps: a failing command was repeated in 0 of 40 sessions (never in 1,200 commands) with it and in 2 of 38 sessions (once in 550 commands) without it; chance could explain the difference. ${LIMITS}`,
    });
    expect(compared([40, 0], [38, 0])).toMatchObject({
      verdict: 'cannot tell',
      ratio: null,
      because:
        'It is unclear whether the notebook helps: no failing command was repeated in 40 sessions with it and 38 without it.',
    });
  });

  it('agrees with its interval: it helps exactly if the ratio is certainly below 1', () => {
    for (let on = 0; on <= 20; on++) {
      for (let off = 0; off <= 20; off++) {
        const { verdict, ratio, chance } = compared([30, on], [25, off]);
        expect(verdict === 'repeated less often').toBe(ratio !== null && ratio.high <= 1);
        expect(verdict === 'repeated more often').toBe(ratio !== null && ratio.low > 1);
        if (chance !== null) expect(chance <= 0.05).toBe(ratio !== null && ratio.high <= 1);
      }
    }
  });

  it('compares only attended sessions that hooks recorded and in which a command was run', () => {
    const session = (more: Record<string, string> = {}, facts: Partial<FactsHead> = {}): Session[] =>
      some('on', 1, 1).map((one) => {
        Object.assign(one.chronicle.frontMatter, more);
        return { ...one, facts: one.facts && { ...one.facts, ...facts } };
      });
    const others = [
      ...session({ source: 'backfill' }),
      ...session({ source: 'import' }),
      ...session({ attended: 'no' }),
      ...session({}, { layers: undefined }),
      ...session({}, { repeats: undefined }),
      ...session({}, { repeats: { runs: 0, until: 0, commands: 0, failures: 0 } }),
      ...session().map((one) => ({ ...one, facts: undefined })),
    ];
    const none = { sessions: 0, repeated: 0, runs: 0 };
    expect(notesEffect(others)).toMatchObject({ on: none, off: none, changed: 0 });
    const switched = session({}, { layers: { notes: 'changed' } });
    expect(notesEffect([...others, ...switched, ...session()])).toMatchObject({
      on: { sessions: 1 },
      off: none,
      changed: 1,
    });
  });
});

describe('ratioSentence', () => {
  const said = (on: number, off: number) => {
    const { ratio } = compared([40, on], [38, off]);
    return ratio && ratioSentence(ratio);
  };

  it('gives the interval, also without an upper end', () => {
    expect(said(3, 11)).toBe(
      'Failing commands were repeated 0.22 times as often with the notebook as without it. The 90% interval is 0.05 to 0.70.',
    );
    expect(said(0, 2)).toContain(
      'repeated 0 times as often with the notebook as without it. The 90% interval is 0 to ',
    );
    expect(said(2, 0)).toMatch(/repeated more often with .+ The 90% interval is at least 0\.\d\d\.$/);
  });
});

describe('hasNotebooks', () => {
  it('is true once a session was told about the notebook or has one', () => {
    expect(hasNotebooks(some('off', 3, 0))).toBe(false);
    expect(hasNotebooks([...some('off', 3, 0), ...some('on', 1, 0)])).toBe(true);
    const notebook = { sessionId: 's-0', notes: [] };
    expect(hasNotebooks(some('off', 1, 0).map((one) => ({ ...one, facts: undefined, notebook })))).toBe(true);
  });
});

/** The bench has the whole grid (`npm run bench -- notes-effect`); with 600 archives, a share of 5 % is nearly always within 1.8 points. */
const RUNS = 600;

const known = new Map<string, NotesEffect[]>();

function effects(ratio: number, more: Partial<NotesPlan> = {}): NotesEffect[] {
  const key = JSON.stringify([ratio, more]);
  const found = known.get(key) ?? simulated(ratio, more);
  known.set(key, found);
  return found;
}

function simulated(ratio: number, more: Partial<NotesPlan>): NotesEffect[] {
  const random = seeded(17);
  const plan = { rate: 0.01, ratio, sessions: { on: 60, off: 60 }, ...more };
  return Array.from({ length: RUNS }, () => notesEffect(plantedSessions(plantedNotes(plan, random))));
}

function share(found: readonly NotesEffect[], holds: (effect: NotesEffect) => boolean): number {
  return found.filter(holds).length / found.length;
}

const lessOften = ({ verdict }: NotesEffect) => verdict === 'repeated less often';
const moreOften = ({ verdict }: NotesEffect) => verdict === 'repeated more often';

describe('notesEffect on synthetic archives with planted rates', () => {
  it.each<[name: string, more: Partial<NotesPlan>]>([
    ['sessions that do not differ', {}],
    ['few sessions', { sessions: { on: 20, off: 20 } }],
    ['many more sessions without it', { sessions: { on: 30, off: 200 } }],
    ['sessions of very different rates', { spread: 1.2 }],
    ['sessions twice as long with it', { longer: 2 }],
    ['sessions half as long with it', { longer: 0.5 }],
    ['four failures of one command', { isStreak: true }],
  ])('finds an effect where there is none in at most 5 of 100 cases: %s', (_, more) => {
    const found = effects(1, more);
    expect(share(found, lessOften)).toBeLessThanOrEqual(0.05 + 0.018);
    expect(share(found, moreOften)).toBeLessThanOrEqual(0.05 + 0.018);
  });

  it.each([0.5, 1, 2])('has the planted ratio %f in its interval in at least 90 of 100 cases', (ratio) => {
    const holds = ({ ratio: found }: NotesEffect) => found !== null && found.low <= ratio && ratio <= found.high;
    expect(share(effects(ratio), holds)).toBeGreaterThanOrEqual(0.9 - 0.025);
  });

  it('estimates too much as often as too little', () => {
    for (const ratio of [0.5, 1, 2]) {
      const below = share(effects(ratio), ({ ratio: found }) => (found?.estimate ?? 0) < ratio);
      expect(below).toBeGreaterThan(0.42);
      expect(below).toBeLessThan(0.58);
    }
  });

  it('finds a halved and a doubled rate, the more sessions the more often, and never the opposite', () => {
    const many = { sessions: { on: 200, off: 200 } };
    expect(share(effects(0.5), lessOften)).toBeGreaterThan(0.35);
    expect(share(effects(0.5, many), lessOften)).toBeGreaterThan(0.85);
    expect(share(effects(2), moreOften)).toBeGreaterThan(0.5);
    expect(share(effects(2, many), moreOften)).toBeGreaterThan(0.95);
    for (const found of [effects(0.5), effects(0.5, many)]) expect(share(found, moreOften)).toBeLessThan(0.01);
    for (const found of [effects(2), effects(2, many)]) expect(share(found, lessOften)).toBeLessThan(0.01);
  });

  it('mistakes a rate that falls over the years for an effect, which it says', () => {
    const found = effects(1, { drift: 0.5, sessions: { on: 200, off: 200 } });
    expect(share(found, lessOften)).toBeGreaterThan(0.2);
    for (const { because } of found.filter(lessOften)) expect(because).toContain('are mostly older');
  });
});
