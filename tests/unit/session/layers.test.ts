import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '#src/lib/config.ts';
import { layersOf } from '#src/record/exclusion.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const BOTH = ['log', 'notes'] as const;

const OBSERVER = { enabled: true, observationThreshold: 1 };

/** The layers in `start`, a directory below a home. */
function layersIn(start: string, layersByPath: Config['layersByPath'], mainTop = start) {
  const home = temporaryDirectory('layers');
  mkdirSync(join(home, 'code/client'), { recursive: true });
  symlinkSync(join(home, 'code'), join(home, 'linked'));
  const at = (path: string) => join(home, path);
  return layersOf({ start: at(start), mainTop: at(mainTop) }, { layers: BOTH, layersByPath, observer: OBSERVER }, home);
}

describe('layersOf', () => {
  it.each<[string, string, Config['layersByPath'], readonly string[]]>([
    ['without entries', 'code/client', {}, BOTH],
    ['in the directory itself', 'code/client', { '~/code/client/': ['log'] }, ['log']],
    ['below it, even if it is gone', 'code/client/src/gone', { '~/code/client': ['log'] }, ['log']],
    ['beside it', 'code/client-2', { '~/code/client': ['log'] }, BOTH],
    ['above it', 'code', { '~/code/client': ['log'] }, BOTH],
    ['in the nearest of two', 'code/client', { '~/code': ['log'], '~/code/client': [...BOTH] }, BOTH],
    ['in the nearest, in whichever order', 'code/client', { '~/code/client': [...BOTH], '~/code': ['log'] }, BOTH],
    ['by a link', 'code/client', { '~/linked/client': ['log'] }, ['log']],
    ['below the home', 'code/client', { '~': ['log'] }, ['log']],
  ])('finds them %s', (_, start, byPath, layers) => {
    expect(layersIn(start, byPath)).toEqual(layers);
  });

  it('covers the worktrees of a project', () => {
    expect(layersIn('trees/one', { '~/code/client': ['log'] }, 'code/client')).toEqual(['log']);
  });
});

describe('observations', () => {
  const observing = ['log', 'notes', 'observations'] as const;
  const layersAt = (mainTop: string, enabled: boolean) =>
    layersOf(
      { start: join(mainTop, 'src'), mainTop },
      { layers: observing, layersByPath: {}, observer: { ...OBSERVER, enabled } },
      '/home/me',
    );

  it('are off if the settings say so', () => {
    const top = temporaryDirectory('observations');
    expect(layersAt(top, true)).toEqual(observing);
    expect(layersAt(top, false)).toEqual(BOTH);
  });

  it('are off in a project that opted out of them, also in its subdirectories', () => {
    const top = temporaryDirectory('observations');
    mkdirSync(join(top, '.claude'));
    writeFileSync(join(top, '.claude/.no-observations'), '');
    expect(layersAt(top, true)).toEqual(BOTH);
  });
});
