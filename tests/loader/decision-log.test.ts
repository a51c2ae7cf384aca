import { expect, it } from 'vitest';
import { DecisionLog } from '#content-loader/decision-log.ts';

it('counts what was decided, and only the last decision can be undone', () => {
  const log = new DecisionLog();
  const made = (verdict: string, count: number) => ({ verdict, count, about: 'x', item: 'y', undo: () => {} });
  expect(log.soFar()).toEqual({ count: 0, words: '', last: null });
  log.add(made('confirmed', 1));
  log.add(made('dropped', 3));
  expect(log.soFar()).toMatchObject({ count: 4, words: '1 confirmed, 3 dropped', last: { id: 2, verdict: 'dropped' } });
  expect([log.last(1), log.last('2'), log.last(2)?.count]).toEqual([null, null, 3]);
  log.removeLast();
  expect(log.soFar()).toMatchObject({ count: 1, words: '1 confirmed', last: { id: 1 } });
  log.add(made('dropped', 1));
  expect(log.soFar().last?.id).toBe(3);
});
