import { type MemoryBox, openMemoryBox } from './memory-box.ts';

export const ESCAPE = String.fromCharCode(27);
export const MISS = '[MEMORY-MISS] feedback_money.md: a float for the price';

/** A box with five different memories, and the id of the first session that broke one. */
export function openReadBox(): { box: MemoryBox; first: string } {
  const box = openMemoryBox();
  const first = box.session('2026-08-03', MISS, '[DECISION] Something else');
  for (let day = 10; day < 32; day++) box.session(`2026-08-${day}`, '[DECISION] Work goes on');
  box.session('2026-09-02', '[MEMORY-HIT] feedback_dates.md: the day came out right');
  box.session('2026-09-03', MISS);
  box.session('2026-09-04', `[MEMORY-MISS] feedback_money.md: ${ESCAPE}[31mred \u202egnp`);
  box.memory('feedback_money.md', { description: 'Money is integer cents', body: `Cents. ${ESCAPE}[2J` });
  box.memory('feedback_dates.md', { description: 'Pickup days are dates without a time' });
  box.memory('feedback_unused.md', { description: 'Invoices say Du' });
  box.memory('user_role.md', { description: 'A backend engineer', type: 'user' });
  box.index('feedback_money.md', 'feedback_dates.md', 'gone.md', 'feedback_unused.md');
  box.history({
    file: 'feedback_money.md',
    at: '2026-08-04T08:00:00Z',
    session_id: first,
    events: [`${first}#e-123456`],
  });
  box.history({ file: 'feedback_unused.md', at: '2026-08-04T08:00:00Z' });
  box.history({ file: 'feedback_dates.md', at: '2026-08-04T08:00:00Z', source: 'seen', dated: 'file' });
  box.history({ file: 'feedback_old.md', at: '2026-08-04T08:00:00Z' });
  box.history({ file: 'feedback_old.md', at: '2026-08-05T08:00:00Z', action: 'delete' });
  box.proposal({ id: 'p-aaaaaa', session_id: first, file: 'feedback_money.md', action: 'STRENGTHEN' });
  box.proposal({ id: 'p-bbbbbb', session_id: first, file: 'feedback_dates.md', state: 'skipped' });
  return { box, first };
}

/** The cells of a table's lines. */
export const cells = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
