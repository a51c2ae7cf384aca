import { expect, it } from 'vitest';
import { DecisionLog } from '#content-loader/decision-log.ts';

it('counts what was decided, and only the last decision can be undone, unless that refuses', () => {
  const undone: string[] = [];
  const log = new DecisionLog();
  const made = (verdict: string, undo = () => void undone.push(verdict)) => ({ verdict, about: 'x', item: 'y', undo });
  expect(log.soFar()).toEqual({ count: 0, words: '', last: null });
  log.add(made('replaced'));
  log.add(made('kept'));
  expect(log.soFar()).toMatchObject({ count: 2, words: '1 replaced, 1 kept', last: { id: 2, verdict: 'kept' } });
  expect([log.undoLast(1), log.undoLast('2'), log.undoLast(2)]).toEqual([false, false, true]);
  expect([undone, log.soFar()]).toMatchObject([['kept'], { count: 1, words: '1 replaced', last: { id: 1 } }]);
  log.add(
    made('kept', () => {
      throw new Error('gone');
    }),
  );
  expect(() => log.undoLast(3)).toThrow('gone');
  expect(log.soFar().last?.id).toBe(3);
});
