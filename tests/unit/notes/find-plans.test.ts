import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Checkout } from '#src/lib/checkout.ts';
import { activePlanLine, plansOf } from '#src/notes/find-plans.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const NOW = new Date('2026-03-24T14:00:00Z');

/** A main checkout and a worktree of it. */
function openCheckout() {
  const root = temporaryDirectory();
  const top = join(root, 'worktree');
  const checkout: Checkout = { start: top, top, gitDirectory: null, mainTop: join(root, 'main') };
  for (const directory of [top, checkout.mainTop]) mkdirSync(directory);
  const paths = pathsOf(join(root, 'home'));
  return {
    checkout,
    line: (branch: string) => activePlanLine(checkout, branch, paths, NOW),
    /** The branches of its plans. */
    plans: () => plansOf(checkout, 'main', paths).map(({ branch }) => branch),
  };
}

function put(top: string, path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

describe('activePlanLine', () => {
  it("names the step and the place of the worktree's plan, else of the main checkout's", () => {
    const { checkout, line } = openCheckout();
    expect(line('feature/login')).toBeNull();
    put(checkout.mainTop, '.claude/plans/feature/login.md', '- [x] a\n- [ ] b\n');
    expect(line('feature/login')).toBe('step 2 of 2: b (.claude/plans/feature/login.md)');
    put(checkout.top, '.claude/plan.md', '- [ ] c\n');
    expect(line('feature/login')).toBe('step 1 of 1: c (.claude/plan.md)');
    expect(line('other')).toBe('step 1 of 1: c (.claude/plan.md)');
  });

  it('says nothing about a finished plan, nor about one outside of the folder of plans', () => {
    const { checkout, line } = openCheckout();
    put(checkout.top, '.claude/plans/done.md', '- [x] a\n');
    put(checkout.top, 'secret.md', '- [ ] secret\n');
    mkdirSync(join(checkout.top, '.claude/plans/x'));
    for (const branch of ['done', '../../secret', 'x/../../../secret', 'x\0y']) expect(line(branch)).toBeNull();
  });

  describe('with a plansDirectory', () => {
    const named = (top: string, plansDirectory: string) =>
      put(top, '.claude/settings.json', JSON.stringify({ plansDirectory }));

    it("takes the newest plan that is directly in Claude Code's directory", () => {
      const { checkout, line } = openCheckout();
      named(checkout.top, './docs/');
      put(checkout.top, 'docs/calm-blue-fox.md', '- [ ] a\n');
      put(checkout.top, 'docs/guide/setup.md', '- [ ] Not a plan\n');
      for (const [path, day] of [
        ['docs/calm-blue-fox.md', 20],
        ['docs/guide/setup.md', 22],
      ] as const)
        utimesSync(join(checkout.top, path), 0, Date.UTC(2026, 2, day) / 1000);
      expect(line('main')).toBe('step 1 of 1: a (docs/calm-blue-fox.md)');
    });

    it.each(['.', './', 'docs/..', '..', '../'])('reads nothing for %s', (directory) => {
      const { checkout, line } = openCheckout();
      named(checkout.top, directory);
      put(checkout.top, 'README.md', '- [ ] a\n');
      utimesSync(join(checkout.top, 'README.md'), 0, NOW.getTime() / 1000);
      expect(line('main')).toBeNull();
    });
  });
});

describe('plansOf', () => {
  it('skips hidden folders and node_modules, and stops listing in a folder of too many files', { tags: 'long' }, () => {
    const { checkout, plans } = openCheckout();
    const at = (path: string) => put(checkout.top, `.claude/plans/${path}`, '- [ ] a\n');
    for (const path of ['.git/a.md', 'node_modules/x/a.md', 'feature/login.md']) at(path);
    expect(plans()).toEqual(['feature/login']);
    for (let n = 0; n < 2500; n++) put(checkout.top, `.claude/plans/feature/${n}.txt`, '');
    for (let n = 0; n < 20; n++) at(`z/${n}.md`);
    expect(plans()).not.toContain('z/1');
  });
});
