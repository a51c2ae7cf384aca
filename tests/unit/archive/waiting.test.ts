import { expect, it } from 'vitest';
import { waitingOf } from '#src/archive/waiting.ts';

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
