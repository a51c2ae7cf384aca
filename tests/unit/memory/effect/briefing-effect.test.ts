import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { briefingEffect } from '#src/memory/effect/briefing-effect.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { noted } from '#tests/unit/archive/a-session.ts';

type Given = Parameters<typeof noted>[2];

/** A session of a day of September that a briefing showed these ids. */
function told(day: number, shown: string[], used: string[] = [], given: Given = {}): Session {
  const session = noted(`2026-09-${String(day).padStart(2, '0')}`, '', given);
  return { ...session, facts: someFacts({ head: { session_id: session.id, briefing: { shown, used } } }).head };
}

/** A session of 1 September that observed these lines, and the ids of its observations. */
function observed(lines: string[], given: Given = {}): { session: Session; ids: string[] } {
  const session = noted('2026-09-01', `## Observations\n\n${lines.join('\n')}\n`, given);
  return { session, ids: (session.notebook?.observations ?? []).map(({ id }) => id) };
}

const titles = (records: readonly { observation: { title: string } }[] | undefined) =>
  records?.map(({ observation }) => observation.title);

describe('briefingEffect', () => {
  it('counts sessions, and each observation once a session', () => {
    const { session, ids } = observed(['- [P1] Cookies are signed', '- The limiter can be reused']);
    const [cookies = '', limiter = ''] = ids;
    const effect = briefingEffect([
      told(4, [limiter, 'o-abcdef'], ['o-abcdef', 'o-999999']),
      told(3, [cookies, limiter, cookies], [cookies, cookies]),
      told(2, [cookies, limiter], [cookies, limiter]),
      session,
    ]);
    expect(effect).toMatchObject({ sessions: 3, using: 3, shown: 6, used: 4 });
    expect(effect?.records.map(({ observation, shown, used }) => [observation.title, shown, used])).toEqual([
      ['Cookies are signed', 2, 2],
      ['The limiter can be reused', 3, 1],
    ]);
  });

  it('says how few sessions there are, and from ten on the interval', () => {
    const { session, ids } = observed(['- [P1] Cookies are signed']);
    const because = (count: number, using: number) =>
      briefingEffect([...Array.from({ length: count }, (_, i) => told(i + 2, ids, i < using ? ids : [])), session])
        ?.because;
    expect(because(3, 1)).toBe(
      'Too early to tell whether the briefing is used: so far in 1 of 3 sessions (1 of 3 observations shown, each counted once a session). A verdict needs 10 sessions.',
    );
    expect(because(1, 0)).toBe(
      'Too early to tell whether the briefing is used: so far in 0 of 1 sessions (0 of 1 observations shown, each counted once a session). A verdict needs 10 sessions.',
    );
    expect(because(10, 3)).toBe(
      'The briefing was used in 3 of 10 sessions (3 of 10 observations shown, each counted once a session). The 90% interval is 13% to 56% of sessions.',
    );
    expect(because(20, 0)).toBe(
      'The briefing was used in none of 20 sessions (none of 20 observations shown, each counted once a session). The 90% interval is 0% to 12% of sessions.',
    );
  });

  it('counts neither unattended nor imported sessions nor briefings without an observation', () => {
    const { session, ids } = observed(['- [P1] Cookies are signed']);
    const apart = [
      told(2, ids, ids, { keys: ['attended: no'] }),
      told(3, ids, ids, { keys: ['source: backfill'] }),
      told(4, ids, ids, { keys: ['source: import'] }),
      told(5, []),
    ];
    expect(briefingEffect([...apart, session])).toBeNull();
    expect(briefingEffect([told(6, ids), ...apart, session])).toMatchObject({ sessions: 1, shown: 1, used: 0 });
  });

  it('counts two files of one session once', () => {
    const { session, ids } = observed(['- [P1] Cookies are signed']);
    const twin = { ...told(2, ids, ids), name: 'twin' };
    expect(briefingEffect([twin, told(2, ids, ids), session])).toMatchObject({ sessions: 1, shown: 1, used: 1 });
  });

  it('names what is used most, and what five sessions were shown in vain unless something supersedes it', () => {
    const old = observed(['- [P1] Never read', '- [P1] Replaced', '- [P1] Read']);
    const [never = '', replaced = '', read = ''] = old.ids;
    const later = noted('2026-09-20', `## Observations\n\n- [P1] New\n  Supersedes: ${old.session.id}#${replaced}\n`);
    const some = (count: number) =>
      briefingEffect([
        later,
        ...Array.from({ length: count }, (_, i) => told(i + 2, old.ids, i === 0 ? [read] : [])),
        old.session,
      ]);
    expect(titles(some(4)?.never)).toEqual([]);
    expect(titles(some(5)?.never)).toEqual(['Never read']);
    expect(titles(some(5)?.most)).toEqual(['Read']);
    expect(some(5)?.records.find(({ observation }) => observation.id === replaced)?.isSuperseded).toBe(true);
    expect(some(5)?.never[0]?.observation.id).toBe(never);
  });

  it('lists a few of many', () => {
    const { session, ids } = observed(Array.from({ length: 20 }, (_, i) => `- [P1] Fact ${i}`));
    const effect = briefingEffect([
      ...Array.from({ length: 6 }, (_, i) => told(i + 2, ids, ids.slice(0, 10))),
      session,
    ]);
    expect([effect?.most.length, effect?.never.length, effect?.records.length]).toEqual([5, 5, 20]);
  });

  it('finds an observation of another project if it holds everywhere, and by the longer form of its id', () => {
    const elsewhere = observed(['- [P1] Everywhere\n  Scope: global', '- [P1] Only there'], {
      project: 'larder',
      id: 'larder-session',
    });
    const own = observed(['- [P1] Here'], { id: 'own-session-1' });
    const [everywhere = '', there = ''] = elsewhere.ids;
    const sessions = [told(2, [everywhere, there, `own-sess#${own.ids[0]}`]), elsewhere.session, own.session];
    expect(titles(briefingEffect(sessions)?.records)?.toSorted()).toEqual(['Everywhere', 'Here']);
    // Of one project, with those of all for what holds everywhere.
    const inkwell = sessions.filter(({ project }) => project.slug === 'inkwell');
    expect(titles(briefingEffect(inkwell, sessions)?.records)?.toSorted()).toEqual(['Everywhere', 'Here']);
    expect(briefingEffect(inkwell, sessions)?.projects.map(({ slug }) => slug)).toEqual(['inkwell']);
  });

  it('counts but does not list what was deleted since', () => {
    expect(briefingEffect([told(2, ['o-123456'], ['o-123456'])])).toMatchObject({
      shown: 1,
      used: 1,
      ...{ records: [], most: [], never: [] },
    });
  });
});
