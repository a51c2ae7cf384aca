import { expect, it } from 'vitest';
import { logRows } from '#src/archive/folded-turns.ts';
import type { Turn } from '#src/archive/session-conversation.ts';

const DID = { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 };

/** A turn with a prompt, and perhaps with something under it. */
function turn(number: number, more: Partial<Turn> = {}): Turn {
  const prompt = { number, anchor: `prompt-${number}`, time: '10:00', text: 'x', did: DID, isQueued: false };
  return { prompt: { ...prompt, record: 'r', commits: 0, left: 0 }, newDay: null, idle: null, items: [], ...more };
}

const SOMETHING: Turn['items'] = [{ kind: 'stray', text: 'x' }];

/** The numbers of the prompts of each row; a folded one in one string. */
function rows(turns: readonly Turn[]): (number | string)[] {
  return logRows(turns).map(({ prompt, folded }) =>
    folded ? folded.map((each) => each.prompt?.number).join(' ') : (prompt?.number ?? 0),
  );
}

it('folds prompts with nothing under them in a long session', () => {
  const turns = Array.from({ length: 30 }, (_, n) => turn(n + 1, { items: SOMETHING }));
  for (const n of [2, 3, 4, 7, 10, 11]) turns[n] = turn(n + 1);
  const [first, second] = ['3 4 5', '11 12'];
  expect(rows(turns)).toEqual([1, 2, first, 6, 7, 8, 9, 10, second, ...Array.from({ length: 18 }, (_, n) => n + 13)]);
});

it('shows where a day or idle time begins, and what comes before the first prompt', () => {
  const turns = Array.from({ length: 30 }, (_, n) => turn(n + 1));
  turns[9] = turn(10, { newDay: '2026-03-25' });
  turns[19] = turn(20, { idle: 90 });
  turns.unshift({ ...turn(0, { items: SOMETHING }), prompt: null });
  expect(rows(turns)).toEqual([
    ...[0, '1 2 3 4 5 6 7 8 9', 10, '11 12 13 14 15 16 17 18 19', 20],
    '21 22 23 24 25 26 27 28 29 30',
  ]);
});

it('shows a short session whole', () => {
  const turns = Array.from({ length: 24 }, (_, n) => turn(n + 1));
  expect(rows(turns)).toEqual(turns.map(({ prompt }) => prompt?.number));
});
