import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readObservations } from '#src/format/notebook/observation.ts';
import { allObservations, globalName, holding, namedDays, resolvedName, supersededBy } from '#src/notes/superseded.ts';
import { noted } from '../archive/a-session.ts';

/** A session with these observations, as lines of its notebook. */
function session(id: string, lines: string, { day = '2026-11-02', attended = true } = {}) {
  const made = noted(day, `## Observations\n\n${lines}\n`, { id });
  if (!attended) made.chronicle.frontMatter.attended = 'no';
  return made;
}

/** What of these sessions, the oldest first, nothing supersedes. */
const held = (...sessions: ReturnType<typeof session>[]) => holding(allObservations(sessions.toReversed()));
const titles = (entries: ReturnType<typeof held>) => entries.map(({ observation }) => observation.title);

const idOf = (title: string) => readObservations(`---\nsession_id: a\n---\n\n## Observations\n\n- ${title}\n`)[0]?.id;

describe('holding', () => {
  it('has the observations of all sessions, oldest first', () => {
    const later = session('s-2', '- 09:00 [P1] Later\n- 2026-11-01 10:00 Stated earlier', { day: '2026-11-03' });
    expect(held(later, session('s-1', '- 15:10 First')).map(({ at, observation }) => [at, observation.title])).toEqual([
      ['2026-11-01 10:00', 'Stated earlier'],
      ['2026-11-02 15:10', 'First'],
      ['2026-11-03 09:00', 'Later'],
    ]);
  });

  it.each([
    ['of the same session by its id', `- 10:00 Old\n- 11:00 New\n  Supersedes: ${idOf('Old')}`],
    ['by its whole name', `- 10:00 Old\n- 11:00 New\n  Supersedes: s-1#${idOf('Old')}`],
    ['that states a later time', `- 12:00 Old\n- 11:00 New\n  Supersedes: ${idOf('Old')}`],
  ])('leaves out an observation that a later one supersedes, %s', (_, lines) => {
    expect(titles(held(session('s-1', lines)))).toEqual(['New']);
  });

  it('leaves out what another session supersedes, by the beginning of its id', () => {
    const old = session('77aa01bc-1', '- 10:00 Old');
    const fresh = session('99', `- 10:00 New\n  Supersedes: 77aa01bc#${idOf('Old')}`, { day: '2026-11-05' });
    expect(titles(held(old, fresh))).toEqual(['New']);
    const twin = session('77aa01bc-2', '- 10:00 Old');
    expect(titles(held(old, twin, fresh))).toEqual(['Old', 'Old', 'New']);
  });

  it('keeps the last one of those that supersede one another, and one that supersedes itself', () => {
    const [a, b, c] = ['A', 'B', 'C'].map(idOf);
    const circle = `- 10:00 A\n  Supersedes: ${c}\n- 11:00 B\n  Supersedes: ${a}\n- 12:00 C\n  Supersedes: ${b}`;
    expect(titles(held(session('s-1', circle)))).toEqual(['C']);
    expect(titles(held(session('s-1', `- 10:00 A\n  Supersedes: ${a}`)))).toEqual(['A']);
  });

  it('leaves out a retired observation, and still what it supersedes', () => {
    const lines = `- 10:00 Old\n- 11:00 Newer\n  Supersedes: ${idOf('Old')}, itself\n- 12:00 Other`;
    const sessions = [session('s-1', lines)];
    expect(titles(held(...sessions))).toEqual(['Other']);
    const by = supersededBy(allObservations(sessions));
    expect([...by].map(([name, { id }]) => [name, id])).toEqual([
      [`s-1#${idOf('Old')}`, idOf('Newer')],
      [`s-1#${idOf('Newer')}`, idOf('Newer')],
    ]);
  });

  it('names what replaced a retired observation', () => {
    const lines = `- 10:00 Old\n  Supersedes: itself\n- 11:00 New\n  Supersedes: ${idOf('Old')}`;
    const by = supersededBy(allObservations([session('s-1', lines)]));
    expect(by.get(`s-1#${idOf('Old')}`)?.id).toBe(idOf('New'));
  });

  it('lets no session that nobody attended supersede the observations of one that somebody did', () => {
    const old = session('s-1', '- 10:00 Old');
    const lines = `- 11:00 New\n  Supersedes: s-1#${idOf('Old')}`;
    expect(titles(held(old, session('s-2', lines, { attended: false })))).toEqual(['Old', 'New']);
  });

  it('loses nothing: what is left out is superseded by something that is there', () => {
    const link = fc.record({ of: fc.nat(9), by: fc.nat(9) });
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9), { minLength: 1 }), fc.array(link, { maxLength: 20 }), (names, links) => {
        const lines = names.map((name) => {
          const targets = links.filter(({ by }) => by === name).map(({ of }) => idOf(`T${of}`));
          return `- T${name}${targets.length === 0 ? '' : `\n  Supersedes: ${targets.join(', ')}`}`;
        });
        const sessions = [session('s-1', lines.join('\n'))];
        const left = new Set(held(...sessions).map(globalName));
        const by = supersededBy(allObservations(sessions));
        for (const entry of allObservations(sessions)) {
          let last = entry;
          for (let next = by.get(globalName(last)); next; next = by.get(globalName(next))) last = next;
          expect(left.has(globalName(last))).toBe(true);
        }
      }),
    );
  });
});

describe('resolvedName', () => {
  it.each([
    ['o-12ab34', 'own#o-12ab34'],
    ['o-12ab34-2', 'x12#o-12ab34-2'],
    ['o-777777', null],
    ['o-999999', null],
    ['abcd#o-12ab34', 'abcdef#o-12ab34'],
    ['abc#o-12ab34', null],
    ['x1#o-12ab34', 'x1#o-12ab34'],
    ['x#o-12ab34', null],
    ['zz#o-12ab34', null],
    ['n-12ab34', null],
    ['', null],
  ])('makes of %j %j', (target, name) => {
    const known = ['own#o-12ab34', 'x1#o-12ab34', 'x12#o-12ab34-2', 'x1#o-777777', 'x12#o-777777'];
    expect(resolvedName(target, 'own', new Set(['abcdef', 'x1', 'x12']), new Set(known))).toBe(name);
  });
});

it('namedDays has each day once, in order', () => {
  const rels = [{ date: '2026-11-24', expression: 'next Tuesday' }];
  expect(namedDays({ refs: ['2026-12-15', '2026-11-24'], rels })).toEqual(['2026-11-24', '2026-12-15']);
});
