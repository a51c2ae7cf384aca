import { expect, it } from 'vitest';
import { unreadChronicles, unreadFiles } from '#src/archive/waiting.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';

it('counts each file of which nothing is shown once', () => {
  const at = (path: string, problem: Problem) => ({ path, problem, excerpt: [], session: null });
  const unread = problemAt('CHRONICLE_NO_FRONT_MATTER', 1, 1);
  const noted = problemAt('CHRONICLE_NO_EVENTS', 1, 1);
  expect(unreadFiles([at('a.md', unread), at('a.md', unread), at('b.md', noted)])).toBe(1);
  const facts = at('/p/-x/chronicle/facts/a.json', unread);
  expect(unreadChronicles([at('/p/-x/chronicle/2026-08-01-main.md', unread), facts])).toEqual([
    '/p/-x/chronicle/2026-08-01-main.md',
  ]);
});
