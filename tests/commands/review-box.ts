import { readFileSync } from 'node:fs';
import { eventId } from '#src/format/event-id.ts';
import { type MemoryBox, memoryText, openMemoryBox, sha256 } from './memory-box.ts';

const NEW_TEXT = memoryText('feedback-dates', 'Pickup days are dates without a time', 'Use LocalDate.');

/** A project with a memory and two open proposals: `p-aaaaaa` is a new memory, `p-bbbbbb` changes the existing one. */
export function reviewable(): { box: MemoryBox } {
  const box = openMemoryBox();
  const id = box.session('2026-08-03', '[MEMORY-MISS] a date with a time', '[MEMORY-MISS] feedback_money.md: a float');
  const event = eventId('MEMORY-MISS', 'a date with a time');
  const old = box.memory('feedback_money.md', { description: 'Money is integer cents', body: 'Cents.' });
  box.index('feedback_money.md');
  const events = [`${id}#${event}`];
  box.proposal({ id: 'p-aaaaaa', session_id: id, file: 'feedback_dates.md', text: NEW_TEXT, events });
  box.proposal({
    id: 'p-bbbbbb',
    session_id: id,
    file: 'feedback_money.md',
    action: 'STRENGTHEN',
    before: sha256(old),
    text: old.replace('Cents.', 'Integer cents.'),
  });
  return { box };
}

/** The state of each proposal. */
export function statesOf(box: MemoryBox): Record<string, string> {
  const lines = readFileSync(box.proposals, 'utf8').trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ id, state }) => [id, state]));
}
