import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filingOf } from '#src/import/filing.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** A home with a checkout `app` and a worktree of it. */
let home = '';
let app = '';

beforeAll(() => {
  home = temporaryDirectory('filing');
  app = join(home, 'app');
  repository(app);
  mkdirSync(join(app, '.git/worktrees/there'), { recursive: true });
  writeFileSync(join(app, '.git/worktrees/there/gitdir'), `${home}/trees/there/.git\n`);
  writeFileSync(join(app, '.git/worktrees/there/HEAD'), 'ref: refs/heads/x\n');
  writeFileSync(join(app, '.git/worktrees/there/commondir'), '../..\n');
  mkdirSync(join(home, 'trees/there'), { recursive: true });
  writeFileSync(join(home, 'trees/there/.git'), `gitdir: ${app}/.git/worktrees/there\n`);
  mkdirSync(join(app, 'src'));
  mkdirSync(join(home, 'plain'));
});

function repository(path: string): void {
  mkdirSync(join(path, '.git'), { recursive: true });
  writeFileSync(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');
}

function filed(cwd: string, from = home) {
  const { root, cwd: place, directory } = filingOf(cwd, '-folder', from);
  expect(directory).toBe(root === null ? '-folder' : directoryName(root));
  return [root, place];
}

describe('a session is filed under', () => {
  it('the folder of its transcript if CLAUDE_CODE_PROJECT_DIR_NAME named it', () => {
    const { directory, root } = filingOf(app, 'my_work', home);
    expect([directory, root]).toEqual(['my_work', app]);
  });

  it('the main checkout of the directory it was in', () => {
    expect(filed(`${app}/src`)).toEqual([app, app]);
    expect(filed(`${home}/trees/there`)).toEqual([app, `${home}/trees/there`]);
    expect(filed(`${home}/plain`)).toEqual([`${home}/plain`, `${home}/plain`]);
  });

  it('the checkout above a deleted directory, unless that contains the whole home', () => {
    expect(filed(`${app}/old/part`)).toEqual([app, app]);
    expect(filed(`${app}/.claude/worktrees/feature/src`)).toEqual([app, app]);
    expect(filed(`${app}/old/part`, `${app}/home`)).toEqual([null, `${app}/old/part`]);
  });

  it("the name of the transcript's folder if nothing else is known", () => {
    for (const cwd of [`${home}/nowhere/app`, 'C:\\Users\\ada\\history', '', 'relative'])
      expect(filed(cwd)).toEqual([null, cwd]);
  });
});
