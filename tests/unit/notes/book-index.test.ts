import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWholeNotebook } from '#src/format/notebook/whole-notebook.ts';
import { bookOf } from '#src/notes/book.ts';
import { type BookIndex, emptyBook, withSessions } from '#src/notes/book-index.ts';
import { type SessionNotes, sessionNotes } from '#src/notes/session-notes.ts';

/** A session that ended at this minute of an hour, with these lines in its notebook. */
function session(sessionId: string, lines: string, minute = 0, branches = ['main']): SessionNotes {
  const notebook = readWholeNotebook(`---\nsession_id: ${sessionId}\n---\n\n${lines}\n`);
  if (!notebook) throw new Error('The notebook cannot be read.');
  const at = `2026-11-02 10:${String(minute).padStart(2, '0')}`;
  return sessionNotes(notebook, { day: '2026-11-02', branches, started: at });
}

const observed = (...lines: string[]) => `## Observations\n\n${lines.join('\n')}`;
const titles = ({ observations }: BookIndex) => observations.map(({ title }) => title).sort();
const merged = (...sessions: SessionNotes[]) =>
  sessions.reduce((index, each) => withSessions(index, [each]), emptyBook());
const idOf = (title: string) => session('x', observed(`- ${title}`)).observations[0]?.id;

describe('withSessions', () => {
  const old = session('s1', observed('- 10:00 Alpha', '- 10:05 Beta'), 1);
  const fresh = session('s2', observed(`- 11:00 Gamma\n  Supersedes: s1#${idOf('Alpha')}`), 2);

  it.each([
    ['before it', [old, fresh]],
    ['after it', [fresh, old]],
    ['before it and again', [old, fresh, old]],
  ])('leaves out what is superseded by a session that comes %s', (_, sessions) => {
    const index = merged(...sessions);
    expect([titles(index), index.count]).toEqual([['Beta', 'Gamma'], 2]);
  });

  it('leaves out a retired observation, in whichever order sessions come', () => {
    const retired = session('s3', observed('- 12:00 Delta\n  Supersedes: itself', '- 12:01 Epsilon'), 3);
    for (const order of [
      [old, retired],
      [retired, old],
      [retired, old, retired],
    ]) {
      const index = merged(...order);
      expect([titles(index), index.count]).toEqual([['Alpha', 'Beta', 'Epsilon'], 3]);
    }
    const back = session('s3', observed('- 12:00 Delta', '- 12:01 Epsilon'), 3);
    expect(titles(merged(retired, back))).toEqual(['Delta', 'Epsilon']);
  });

  it('keeps the last one of those that supersede one another, also if a session ends again', () => {
    const [a, b, c] = ['A', 'B', 'C'].map(idOf);
    const circle = [
      session('s1', observed(`- 10:00 A\n  Supersedes: s3#${c}`), 1),
      session('s2', observed(`- 11:00 B\n  Supersedes: s1#${a}`), 2),
      session('s3', observed(`- 12:00 C\n  Supersedes: s2#${b}`), 3),
    ];
    for (const order of [circle, circle.toReversed(), [...circle, ...circle]])
      expect(titles(merged(...order))).toEqual(['C']);
    expect(titles(merged(session('s1', observed(`- 10:00 A\n  Supersedes: ${a}`))))).toEqual(['A']);
  });

  it('is the same in any order of sessions, all at once, and as the book of the pages', () => {
    const line = fc.record({ by: fc.nat(5), of: fc.nat(5) });
    const notebook = fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(notebook, { minLength: 1, maxLength: 4 }),
        fc.array(line, { maxLength: 8 }),
        (all, links) => {
          const sessions = all.map((own, n) => {
            const lines = own.map((name) => {
              const targets = links
                .filter(({ by }) => by === name)
                .map(({ of }, i) => `s${(n + i) % all.length}#${idOf(`T${of}`)}`);
              return `- 1${n}:0${name} T${name}${targets.length === 0 ? '' : `\n  Supersedes: ${targets.join(', ')}`}`;
            });
            return session(`s${n}`, observed(...lines), n);
          });
          const book = bookOf(sessions.map((each) => ({ ...each, attended: true })));
          const expected = book.map(({ observation }) => observation.title).sort();
          expect(titles(withSessions(emptyBook(), sessions))).toEqual(expected);
          expect(titles(merged(...sessions, ...sessions))).toEqual(expected);
          expect(titles(merged(...sessions.toReversed(), ...sessions))).toEqual(expected);
        },
      ),
    );
  });

  it('has the newest handoff of each branch, and drops that of a session that has none any more', () => {
    const handoff = (task: string) => `## Handoff\n\nCurrent Task: ${task}`;
    const index = merged(
      session('s1', handoff('one'), 1),
      session('s2', handoff('two'), 2),
      session('s3', handoff('other'), 3, ['side']),
      session('s4', handoff('renamed'), 4, ['draft', 'side']),
    );
    expect(index.handoffs.map(({ branches, task }) => [branches, task])).toEqual([
      [['draft', 'side'], 'renamed'],
      [['main'], 'two'],
    ]);
    expect(withSessions(index, [session('s2', '', 4)]).handoffs.map(({ task }) => task)).toEqual(['renamed']);
  });

  it('leaves out a question that another session answered later, in whichever order sessions come', () => {
    const asking = session('s1', '## Open Questions\n\n- 10:00 Who signs?\n- 10:00 How far?', 1);
    const answering = session('s2', '## Open Questions\n\n- 11:00 ~~who signs~~ → Ada (11:00)', 2);
    const again = session('s3', '## Open Questions\n\n- 12:00 Who signs?', 3);
    const asked = (index: BookIndex) => index.questions.map((each) => `${each.session} ${each.text}`).sort();
    for (const order of [
      [asking, answering],
      [answering, asking],
      [asking, answering, asking],
    ])
      expect(asked(merged(...order))).toEqual(['s1 How far?']);
    expect(asked(merged(asking, again, answering))).toEqual(['s1 How far?', 's3 Who signs?']);
    expect(asked(merged(asking, session('s1', '## Open Questions\n\n- 10:00 ~~How far?~~ → 3 (10:05)', 1)))).toEqual(
      [],
    );
  });

  it('stays small, however much comes in', () => {
    const many = Array.from({ length: 600 }, (_, n) =>
      session(`s${n}`, observed(`- 10:00 [P${(n % 3) + 1}] T${n} ${'x'.repeat(2000)}`), n % 60),
    );
    const index = withSessions(emptyBook(), many);
    expect(index.count).toBe(600);
    expect(index.observations).toHaveLength(100);
    expect(JSON.stringify(index).length).toBeLessThan(150_000);
  });
});
