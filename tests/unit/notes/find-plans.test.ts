import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Checkout } from '#src/lib/checkout.ts';
import { activePlanLine, plansOf } from '#src/notes/find-plans.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** A main checkout and a worktree of it. */
function openCheckout() {
  const root = temporaryDirectory();
  const top = join(root, 'worktree');
  const checkout: Checkout = { start: top, top, gitDirectory: null, mainTop: join(root, 'main') };
  for (const directory of [top, checkout.mainTop]) mkdirSync(directory);
  return {
    checkout,
    line: (branch: string) => activePlanLine(checkout, branch),
    /** The branches of its plans. */
    plans: () => plansOf(checkout, 'main').map(({ branch }) => branch),
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
});

describe('plansOf', () => {
  it('skips hidden folders and node_modules', () => {
    const { checkout, plans } = openCheckout();
    for (const path of ['.git/a.md', 'x/.b.md', 'node_modules/x/a.md', 'feature/login.md', 'notes.txt'])
      put(checkout.top, `.claude/plans/${path}`, '- [ ] a\n');
    expect(plans()).toEqual(['feature/login']);
  });
});
