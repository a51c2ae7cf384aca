import { describe, expect, it } from 'vitest';
import { earlierOf, noteCount, openQuestions } from '#src/archive/project-notes.ts';
import { readNotebook } from '#src/format/notebook/notebook.ts';
import type { Session } from '#src/format/session.ts';
import { triedLines } from '#src/notes/tried-lines.ts';
import { aSession } from './a-session.ts';

function noted(date: string, notes: string, given: Parameters<typeof aSession>[0] = {}): Session {
  const session = aSession({ id: `id-${date}`, date, ...given });
  return { ...session, notebook: readNotebook(`---\nsession_id: ${session.id}\n---\n${notes}`) ?? undefined };
}

const questions = (...lines: string[]) => `## Open Questions\n${lines.map((line) => `- 10:00 ${line}\n`).join('')}`;
const tried = (...lines: string[]) => `## Tried (didn't work)\n${lines.map((line) => `- 10:00 ${line}\n`).join('')}`;

describe('openQuestions', () => {
  const first = noted('2026-09-01', questions('Does it fit?', 'Who signs?'));
  const second = noted('2026-09-02', questions('~~who signs~~ → Ada (11:00)', 'How far?'));
  const third = noted('2026-09-03', questions('Does it fit?'));

  it('has each question once, since it was first asked, those asked last first', () => {
    const open = openQuestions([third, second, first]);
    expect(open.map(({ text, first: since, last, sessions }) => [text, since.id, last.session.id, sessions])).toEqual([
      ['Does it fit?', 'id-2026-09-01', 'id-2026-09-03', 2],
      ['How far?', 'id-2026-09-02', 'id-2026-09-02', 1],
    ]);
  });

  it('has a question again that is asked after its answer', () => {
    const again = noted('2026-09-04', questions('Who signs?'));
    expect(openQuestions([again, third, second, first]).map(({ text }) => text)).toContain('Who signs?');
  });

  it('has none that an older session answered later', () => {
    const resumed = noted('2026-09-01', questions('~~How far?~~ → 3 (2026-09-02 12:00)'), { id: 'resumed' });
    expect(openQuestions([third, second, resumed]).map(({ text }) => text)).not.toContain('How far?');
    const tooEarly = noted('2026-09-01', questions('~~How far?~~ → 3 (11:00)'), { id: 'early' });
    expect(openQuestions([third, second, tooEarly]).map(({ text }) => text)).toContain('How far?');
  });

  it('has none without notebooks', () => {
    expect(openQuestions([aSession()])).toEqual([]);
  });
});

describe('earlierOf', () => {
  const first = noted('2026-09-01', tried('freezing the clock with freezegun → the database goes on', 'a second way'));
  const second = noted(
    '2026-09-02',
    tried('freezegun to freeze the clock → the database is not frozen', 'a third way'),
  );
  const elsewhere = noted('2026-09-03', tried('freezing the clock with freezegun → no'), { project: 'alder' });
  const settled = noted('2026-09-04', tried('~~freezegun to freeze the clock~~ → works now (10:05)'));

  it('leads from a repeated attempt to the earlier session of the same project', () => {
    const all = [settled, elsewhere, second, first];
    const [note] = second.notebook?.notes ?? [];
    expect(earlierOf(second, all)).toEqual({
      [note?.id ?? '']: {
        date: '2026-09-01',
        title: expect.any(String),
        address: `/sessions/inkwell/${first.name}/#${first.notebook?.notes[0]?.id}`,
      },
    });
    for (const session of [first, elsewhere, settled]) expect(earlierOf(session, all)).toEqual({});
  });

  it('leads to no session that nobody attended', () => {
    const unattended = noted('2026-09-01', tried('freezing the clock with freezegun → no'), { keys: ['attended: no'] });
    expect(earlierOf(second, [second, unattended])).toEqual({});
  });

  it('compares 3,000 sessions of a project in a bounded time', () => {
    const many = Array.from({ length: 3000 }, (_, n) =>
      noted(`2026-01-01`, tried(`attempt number ${n} at cache ${n % 50} → fails`), {
        id: `s-${n}`,
        started: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      }),
    );
    expect(triedLines(many)).toHaveLength(3000);
  }, 20_000);
});

it('counts the notes that pages show: of several focuses, the last', () => {
  const session = noted('2026-09-01', '## Focus\n- 10:00 one\n- 10:05 two\n## Constraints\n- 10:00 three\n');
  expect(noteCount([session, aSession()])).toEqual({ notes: 2, sessions: 1 });
});
