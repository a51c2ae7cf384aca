import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckoutRules, Placement } from '#src/lib/project.ts';
import { checkoutOfSession, PATHS_ALONE, projectNamed, projectsOf } from '#src/lib/project.ts';
import { directoryName } from '#src/lib/directory-name.ts';

const at = (cwd: string, started = '2026-03-01T10:00:00'): Placement => ({
  directory: directoryName(cwd),
  cwd,
  started,
});
/** A session whose directory does not follow from its path. */
const unknown = (directory: string, cwd?: string): Placement => ({ directory, cwd, started: '2026-03-01T10:00:00' });
const hex = (path: string) => createHash('sha1').update(path).digest('hex').slice(0, 4);
const found = (placements: Placement[], rules = PATHS_ALONE) => projectsOf(placements, rules);
const slugs = (placements: Placement[]) => found(placements).map(({ slug }) => slug);
const names = (...paths: string[]) => found(paths.map((path) => at(path))).map(({ name }) => name);
const moves = (...moved: [string, string][]): CheckoutRules => ({ ...PATHS_ALONE, moved: new Map(moved) });

/** A disk with these directories, and the main checkout of each. */
const disk = (places: Record<string, string>): CheckoutRules => ({
  ...PATHS_ALONE,
  mainCheckout: (path) => places[path] ?? null,
});

describe('checkoutOfSession', () => {
  const root = (cwd: string | undefined, directory: string, rules = PATHS_ALONE) =>
    checkoutOfSession({ cwd, directory }, rules);

  it.each([
    ['itself', '/me/larder', '/me/larder'],
    ['without the slash at its end', '/me/larder/', '/me/larder'],
    ['above a subdirectory', '/me/larder/packages/api', '/me/larder'],
    ['above a worktree of Claude Code', '/me/larder/.claude/worktrees/x', '/me/larder'],
    ['above a worktree', '/me/larder/.worktrees/3/packages', '/me/larder'],
    ['above a worktree of a worktree', '/me/larder/.worktrees/3/.claude/worktrees/x', '/me/larder'],
  ])('of a directory that is gone is the one %s', (_, cwd, expected) => {
    expect(root(cwd, '-me-larder')).toBe(expected);
  });

  it.each([undefined, '', 'larder', './larder', '../x'])('is unknown for the path %j', (cwd) => {
    expect(root(cwd, '-me-larder')).toBeNull();
  });

  it('is what the disk says for a directory that is there, whatever its folder', () => {
    const places = disk({ '/me/wt/x': '/me/larder', '/me/larder': '/me/larder' });
    expect(root('/me/wt/x', '-me-larder', places)).toBe('/me/larder');
    expect(root('/me/wt/x', 'fixed', places)).toBe('/me/larder');
    expect(root('/me/larder/.worktrees/gone', '-other', places)).toBe('/me/larder');
  });

  it('does not take what is left of a worktree for a checkout', () => {
    const places = disk({ '/me/larder/.worktrees/3': '/me/larder/.worktrees/3', '/me/larder': '/me/larder' });
    expect(root('/me/larder/.worktrees/3', '-me-larder', places)).toBe('/me/larder');
  });

  it('takes the path itself where one name is set for the folders of all projects', () => {
    expect(root('/me/larder', 'work')).toBe('/me/larder');
  });

  it('follows a checkout that was moved, with what is below it', () => {
    const rules = moves(['/old/store', '/me/shop'], ['/older', '/old/store']);
    expect(root('/old/store', '-old-store', rules)).toBe('/me/shop');
    expect(root('/old/store/.worktrees/1', '-old-store', rules)).toBe('/me/shop');
    expect(root('/older', '-older', rules)).toBe('/me/shop');
    expect(root('/old/store-2', '-old-store-2', rules)).toBe('/old/store-2');
    expect(root('/a', '-a', moves(['/a', '/b'], ['/b', '/a']))).toMatch(/^\/[ab]$/);
  });
});

describe('projectsOf', () => {
  it('tells checkouts apart that share a directory of Claude Code', () => {
    const shared = found([at('/code/my_app'), at('/code/my-app'), at('/code/商店'), at('/code/作業')]);
    expect(shared.map(({ root }) => root)).toEqual(['/code/my_app', '/code/my-app', '/code/商店', '/code/作業']);
    expect(shared.map(({ name }) => name)).toEqual(['my_app', 'my-app', '商店', '作業']);
    expect(new Set(shared.map(({ slug }) => slug)).size).toBe(4);
  });

  it('gives sessions whose path does not tell to the only checkout of their directory', () => {
    const projects = found([unknown('-me-larder', '/somewhere/else'), at('/me/larder'), unknown('-me-larder')]);
    expect(new Set(projects).size).toBe(1);
    expect(projects[0]?.root).toBe('/me/larder');
  });

  it('gives sessions of which only the name of a project is known to the only checkout of that name', () => {
    const [shop, named, other] = found([at('/home/me/code/Shop'), unknown('shop'), unknown('store')]);
    expect(named).toBe(shop);
    expect(other).toMatchObject({ name: 'store', root: null });
    expect(new Set(found([at('/a/shop'), at('/b/shop'), unknown('shop')])).size).toBe(3);
  });

  it('keeps them by themselves where several checkouts share the directory', () => {
    const projects = found([at('/a/b-c'), at('/a-b/c'), unknown('-a-b-c', '/somewhere/else'), unknown('-a-b-c')]);
    expect(projects.map(({ root }) => root)).toEqual(['/a/b-c', '/a-b/c', '/somewhere/else', null]);
  });

  it('takes the directory itself where no session tells its path', () => {
    expect(found([unknown('-home-me-larder')])).toEqual([
      { slug: 'home-me-larder', name: '-home-me-larder', directory: '-home-me-larder', root: null },
    ]);
  });

  it('joins the sessions of a moved checkout, in the directory that Claude Code uses for it', () => {
    const rules = moves(['/old/store', '/me/shop']);
    const projects = found([at('/me/shop', '2026-01-01T10:00:00'), at('/old/store', '2026-02-01T10:00:00')], rules);
    expect(new Set(projects).size).toBe(1);
    expect(projects[0]).toMatchObject({ name: 'shop', directory: '-me-shop', root: '/me/shop' });
    expect(found([at('/old/store')], rules)).toMatchObject([{ name: 'shop', directory: '-old-store' }]);
  });

  it('writes names as they are, and with as many parents as tell them apart', () => {
    expect(names('/code/商店', '/code/Café', '/code/my app. ')).toEqual(['商店', 'Café', 'my app. ']);
    expect(names('/work/cli', '/home/cli', '/home/web')).toEqual(['work/cli', 'home/cli', 'web']);
    expect(names('/a/work/cli', '/b/work/CLI', '/cli')).toEqual(['a/work/cli', 'b/work/CLI', '/cli']);
    expect(names('C:\\code\\larder')).toEqual(['larder']);
  });

  it('adds four digits of its path to the slug of the later of two projects', () => {
    const [older, newer] = [at('/a/larder', '2026-01-01T10:00:00'), at('/b/larder', '2026-02-01T10:00:00')];
    expect(slugs([newer, older])).toEqual([`larder-${hex('/b/larder')}`, 'larder']);
    expect(slugs([older, newer])).toEqual(['larder', `larder-${hex('/b/larder')}`]);
    expect(slugs([at('/b/larder'), at('/a/larder')])).toEqual([`larder-${hex('/b/larder')}`, 'larder']);
  });

  it('makes the slug of a name without Latin letters from its path alone', () => {
    const [shop, older] = [at('/a/商店', '2026-02-01T10:00:00'), at('/a/書店', '2026-01-01T10:00:00')];
    expect(slugs([shop])).toEqual([`project-${hex('/a/商店')}`]);
    expect(slugs([shop, older])).toEqual([`project-${hex('/a/商店')}`, `project-${hex('/a/書店')}`]);
  });

  it.each([
    ['/a/..', `project-${hex('/a/..')}`],
    ['/a/.dotfiles', 'dotfiles'],
    ['/a/-rf', 'rf'],
    ['/a/日本', `project-${hex('/a/日本')}`],
    ['/a/nul', 'project-nul'],
    ['/a/Café', 'Cafe'],
    ['/a/two words & more', 'two-words-more'],
    ['/a/<script>', 'script'],
    ['/', `project-${hex('/')}`],
    ['C:\\code\\larder', 'larder'],
  ])('makes a slug of %s that is safe in a URL and a path', (cwd, slug) => {
    expect(slugs([at(cwd)])).toEqual([slug]);
  });
});

const project = (slug: string, name: string, directory = `-${slug}`) => ({ slug, name, directory });
const PROJECTS = [
  project('bl-g', 'blög 日本'),
  project('web', 'web', '-a-web'),
  project('web-2', 'Web', '-b-web'),
  project('x', 'tools', '-a-tools'),
  project('y', 'tools', '-b-tools'),
];

it.each([
  ['bl-g', 'bl-g'],
  ['BL-G', 'bl-g'],
  ['blög 日本', 'bl-g'],
  ['Bl\u006f\u0308g 日本', 'bl-g'],
  ['web', 'web'],
  ['-b-web', 'web-2'],
  ['tools', undefined],
  ['', undefined],
])('%j is the project %j', (word, slug) => {
  expect(projectNamed(PROJECTS, word)?.slug).toBe(slug);
});
