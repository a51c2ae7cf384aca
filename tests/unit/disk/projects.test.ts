import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectsIn } from '#src/format/projects.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { lookAtPlaces } from '#src/setup/places.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

describe('projectsIn', () => {
  it('skips files, such as those of git', () => {
    const paths = pathsOf(temporaryDirectory('projects'));
    const { projects } = paths;
    for (const name of ['-home-robin-larder/chronicle', '.git']) mkdirSync(join(projects, name), { recursive: true });
    for (const name of ['.gitignore', '.gitattributes']) writeFileSync(join(projects, name), '');
    symlinkSync('-home-robin-larder', join(projects, '-home-robin-link'));
    symlinkSync('.gitignore', join(projects, '-home-robin-file'));
    symlinkSync('nowhere', join(projects, '-home-robin-nowhere'));
    expect(projectsIn(projects).map(({ directory }) => directory)).toEqual([
      '-home-robin-larder',
      '-home-robin-link',
      '.git',
    ]);
    expect(lookAtPlaces(paths).unwritable).toEqual([]);
    expect(projectsIn(join(projects, 'nowhere'))).toEqual([]);
  });
});
