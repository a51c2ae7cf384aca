import { describe, expect, it } from 'vitest';
import { openQuestions } from '#src/archive/projects.ts';
import { readNotebook } from '#src/format/notebook/notebook.ts';
import type { Session } from '#src/format/session.ts';
import { aSession } from './a-session.ts';

function noted(date: string, notes: string, given: Parameters<typeof aSession>[0] = {}): Session {
  const session = aSession({ id: `id-${date}`, date, ...given });
  return { ...session, notebook: readNotebook(`---\nsession_id: ${session.id}\n---\n${notes}`) ?? undefined };
}

const questions = (...lines: string[]) => `## Open Questions\n${lines.map((line) => `- 10:00 ${line}\n`).join('')}`;

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
});
