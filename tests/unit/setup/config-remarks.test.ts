import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#src/lib/config.ts';
import { configRemarks } from '#src/setup/config-remarks.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

describe('configRemarks', () => {
  it('has nothing to say about valid or missing settings', () => {
    const directory = temporaryDirectory();
    expect(remarks(directory)).toEqual([]);
    expect(remarks(directory, { roots: [directory], editor: 'zed://file{path}' })).toEqual([]);
  });

  it('names an unknown key and the nearest known one', () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'config.json');
    expect(remarks(directory, { editr: 'x', wishes: 1 })).toEqual([
      `${file} has an unknown key "editr". The key is ignored. Did you mean "editor"?`,
      `${file} has an unknown key "wishes". The key is ignored. The settings are roots, exclude, editor, taskPattern, export, facts, layers, layersByPath, enabled, observationThreshold, briefing, projects, dismissed.`,
    ]);
  });

  it('names a directory that does not exist, an excluded one also below the home', () => {
    const directory = temporaryDirectory();
    const missing = join(directory, 'mistyped');
    const file = join(directory, 'config.json');
    const words = 'which does not exist. Check the spelling: all other directories are recorded.';
    const settings = { roots: [directory, missing], exclude: [directory, missing, '~/mistyped', '~'] };
    expect(remarks(directory, settings).sort()).toEqual([
      `${file} excludes ${missing}, ${words}`,
      `${file} excludes ~/mistyped, ${words}`,
      `${file} lists the directory ${missing} in "roots", which does not exist.`,
    ]);
  });
});

function remarks(directory: string, content?: unknown): string[] {
  const paths = { settings: join(directory, 'config.json') };
  if (content !== undefined) writeFileSync(paths.settings, JSON.stringify(content));
  return configRemarks(paths, readConfig(paths), directory);
}
