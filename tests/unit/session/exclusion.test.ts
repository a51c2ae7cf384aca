import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exclusionOf } from '#src/record/exclusion.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const NONE = { exclude: [] };

/** A home directory with a project two levels below it. */
function aHome() {
  const home = temporaryDirectory('exclusion');
  const project = join(home, 'work/app');
  mkdirSync(project, { recursive: true });
  const of = (exclude: string[], directory = project) => exclusionOf(directory, { exclude }, home);
  return { home, project, of };
}

describe('exclusionOf', () => {
  it('is null if nothing is excluded, even for a missing directory', () => {
    const { home, project } = aHome();
    expect(exclusionOf(project, NONE, home)).toBeNull();
    expect(exclusionOf(join(project, 'gone/for good'), NONE, home)).toBeNull();
    expect(exclusionOf('/', NONE, home)).toBeNull();
  });

  it.each(['work/app', 'work', '.'])('finds the .no-chronicle in %s, for the project and below', (place) => {
    const { home, project } = aHome();
    const file = join(home, place, '.no-chronicle');
    writeFileSync(file, '');
    expect(exclusionOf(project, NONE, home)).toBe(file);
    expect(exclusionOf(join(project, 'src/gone'), NONE, home)).toBe(file);
    expect(exclusionOf(join(home, '..'), NONE, home)).toBeNull();
  });

  it('accepts a directory of that name, and a broken link', () => {
    const { home, project } = aHome();
    mkdirSync(join(home, 'work/.no-chronicle'));
    expect(exclusionOf(project, NONE, home)).toBe(join(home, 'work/.no-chronicle'));
    symlinkSync(join(home, 'nowhere'), join(project, '.no-chronicle'));
    expect(exclusionOf(project, NONE, home)).toBe(join(project, '.no-chronicle'));
  });

  it('names the entry that contains the directory, as written', () => {
    const { home, project, of } = aHome();
    for (const entry of [project, `${project}/`, join(home, 'work'), '~/work', '~/work/', '~', '/'])
      expect([entry, of(['/elsewhere', entry])]).toEqual([entry, entry]);
  });

  it('compares whole names: a directory whose name only begins the same is recorded', () => {
    const { home, of } = aHome();
    expect(of([join(home, 'work/ap'), '~/wor', join(home, 'work/app/src')])).toBeNull();
  });

  it('recognises a directory by its real path if the entry contains a link', () => {
    const { home, of } = aHome();
    symlinkSync(join(home, 'work'), join(home, 'link'));
    expect(of(['~/link/app'])).toBe('~/link/app');
  });

  it('compares the entry as written if the directory does not exist', () => {
    const { home, of } = aHome();
    expect(of(['~/old'], join(home, 'old/project'))).toBe('~/old');
  });
});
