import { expect, it } from 'vitest';
import { waitingOf, unreadChronicles, unreadFiles } from '#src/archive/waiting.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';

const NOTHING = { drafts: [], findings: 0 };

it('names projects by their names, and asks for nothing if nothing waits', () => {
  const waiting = (projects: { slug: string; name: string }[]) => {
    const proposals = projects.map((project) => ({ project }));
    const inbox = { ...NOTHING, proposals, total: proposals.length };
    return waitingOf({ inbox, attention: [] });
  };
  const cli = { slug: 'home-cli', name: 'home/cli' };
  expect(waiting([cli, cli, { slug: 'p-3f6c', name: '商店' }]).decisions).toMatchObject([
    { count: 2, what: 'proposals for home/cli', command: 'chronicle review' },
    { count: 1, what: 'proposal for 商店' },
  ]);
  expect(waiting([])).toEqual({ decisions: [], total: 0, also: [] });
});

it('counts each file of which nothing is shown once', () => {
  const at = (path: string, problem: Problem) => ({ path, problem, excerpt: [], session: null });
  const unread = problemAt('CHRONICLE_NO_FRONT_MATTER', 1, 1);
  const noted = problemAt('CHRONICLE_NO_EVENTS', 1, 1);
  expect(unreadFiles([at('a.md', unread), at('a.md', unread), at('b.md', noted)])).toBe(1);
  const facts = at('/p/-x/chronicle/facts/a.json', unread);
  const main = '/p/-x/chronicle/2026-08-01-main.md';
  expect(unreadChronicles([at(main, unread), facts])).toEqual([main]);
});
