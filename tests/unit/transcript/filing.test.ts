import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Filings } from '#src/import/filing.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** A home with a checkout `app`, a worktree of it that is there, and git's record of one that is gone. */
let home = '';
let app = '';

beforeAll(() => {
  home = temporaryDirectory('filing');
  app = join(home, 'app');
  repository(app);
  for (const name of ['there', 'gone']) {
    mkdirSync(join(app, '.git/worktrees', name), { recursive: true });
    writeFileSync(join(app, '.git/worktrees', name, 'gitdir'), `${home}/trees/${name}/.git\n`);
  }
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

function filed(cwd: string, { others = [app], told = new Map<string, string>(), from = home } = {}) {
  const { root, cwd: place, directory } = new Filings([cwd, ...others], told, from).of(cwd, '-folder');
  expect(directory).toBe(root === null ? '-folder' : directoryName(root));
  return [root, place];
}

describe('a session is filed under', () => {
  it('the folder of its transcript if CLAUDE_CODE_PROJECT_DIR_NAME named it', () => {
    const { directory, root } = new Filings([app], new Map(), home).of(app, 'my_work');
    expect([directory, root]).toEqual(['my_work', app]);
  });

  it('the main checkout of the directory it was in', () => {
    expect(filed(`${app}/src`)).toEqual([app, app]);
    expect(filed(`${home}/trees/there`)).toEqual([app, `${home}/trees/there`]);
    expect(filed(`${home}/plain`)).toEqual([`${home}/plain`, `${home}/plain`]);
  });

  it("the main checkout in git's record if the worktree is gone", () => {
    expect(filed(`${home}/trees/gone/src`)).toEqual([app, `${home}/trees/gone`]);
  });

  it('the main checkout named in a transcript', () => {
    const told = new Map([[`${home}/apart`, `${app}/src`]]);
    expect(filed(`${home}/apart`, { others: [], told })).toEqual([app, `${home}/apart`]);
  });

  it('the main checkout in the path of a worktree made by Claude Code', () => {
    const path = `${app}/.claude/worktrees/feature`;
    expect(filed(`${path}/src`, { others: [] })).toEqual([app, path]);
  });

  it('the checkout above a deleted directory, unless that contains the whole home', () => {
    expect(filed(`${app}/old/part`, { others: [] })).toEqual([app, app]);
    expect(filed(`${app}/old/part`, { others: [], from: `${app}/home` })).toEqual([null, `${app}/old/part`]);
  });

  it("the name of the transcript's folder if nothing else is known", () => {
    for (const cwd of [`${home}/nowhere/app`, 'C:\\Users\\ada\\history', '', 'relative'])
      expect(filed(cwd)).toEqual([null, cwd]);
  });
});
