import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Placement, projectsOf } from '#src/project/grouping.ts';

const at = (directory: string, cwd: string | undefined, started = '2026-03-01T10:00:00'): Placement => ({
  directory,
  cwd,
  started,
});
const hex = (path: string) => createHash('sha1').update(path).digest('hex').slice(0, 4);
const slugs = (placements: Placement[]) => projectsOf(placements).map(({ slug }) => slug);

describe('projectsOf', () => {
  it('names a project after the path its sessions tell', () => {
    expect(projectsOf([at('-home-me-code-tide-mark', '/home/me/code/tide.mark')])).toEqual([
      { slug: 'tide.mark', name: 'tide.mark', directory: '-home-me-code-tide-mark', root: '/home/me/code/tide.mark' },
    ]);
  });

  it('gives worktrees, subdirectories and sessions without a path to the project of their directory', () => {
    const projects = projectsOf([
      at('-me-larder', '/me/larder/packages/api'),
      at('-me-larder', '/me/larder'),
      at('-me-larder', '/me/larder/.claude/worktrees/x'),
      at('-me-larder', undefined),
    ]);
    expect(new Set(projects).size).toBe(1);
    expect(projects[0]?.root).toBe('/me/larder');
  });

  it('tells two paths with one directory apart, and gives the rest to the one with the first session', () => {
    const projects = projectsOf([
      at('-a-b-c', '/a/b-c', '2026-03-02T10:00:00'),
      at('-a-b-c', '/a-b/c', '2026-03-01T10:00:00'),
      at('-a-b-c', '/somewhere/else', '2026-01-01T10:00:00'),
      at('-a-b-c', undefined, '2026-01-02T10:00:00'),
    ]);
    expect(projects.map(({ root }) => root)).toEqual(['/a/b-c', '/a-b/c', '/a-b/c', '/a-b/c']);
    expect(projects.map(({ slug }) => slug)).toEqual(['b-c', 'c', 'c', 'c']);
  });

  it('takes the directory itself where no session tells its path', () => {
    expect(projectsOf([at('-home-me-larder', undefined)])).toEqual([
      { slug: 'home-me-larder', name: '-home-me-larder', directory: '-home-me-larder', root: null },
    ]);
  });

  it('adds four digits of its path to the slug of the later of two projects', () => {
    const older = at('-a-larder', '/a/larder', '2026-01-01T10:00:00');
    const newer = at('-b-larder', '/b/larder', '2026-02-01T10:00:00');
    expect(slugs([newer, older])).toEqual([`larder-${hex('/b/larder')}`, 'larder']);
    expect(slugs([older, newer])).toEqual(['larder', `larder-${hex('/b/larder')}`]);
  });

  it('goes by path where two projects began at once', () => {
    expect(slugs([at('-b-larder', '/b/larder'), at('-a-larder', '/a/larder')])).toEqual([
      `larder-${hex('/b/larder')}`,
      'larder',
    ]);
  });

  it('does not count case as a difference, because file systems may not', () => {
    expect(slugs([at('-a-Larder', '/a/Larder', '2026-01-01T10:00:00'), at('-b-larder', '/b/larder')])).toEqual([
      'Larder',
      `larder-${hex('/b/larder')}`,
    ]);
  });

  it.each([
    ['/a/..', 'project'],
    ['/a/.dotfiles', 'dotfiles'],
    ['/a/-rf', 'rf'],
    ['/a/日本', 'project'],
    ['/a/two words & more', 'two-words-more'],
    ['/a/<script>', 'script'],
    ['/', 'project'],
    ['C:\\code\\larder', 'larder'],
  ])('makes a slug of %s that is safe in a URL and a path', (cwd, slug) => {
    expect(slugs([at(cwd.replace(/[^A-Za-z0-9]/g, '-'), cwd)])).toEqual([slug]);
  });
});
