import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#src/node/config.ts';
import { configRemarks } from '#src/node/doctor/config-remarks.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

describe('configRemarks', () => {
  it('says nothing of settings that are in order, or absent', () => {
    const directory = aDirectory();
    expect(remarks(directory)).toEqual([]);
    expect(remarks(directory, { roots: [directory], editor: 'zed://file{path}' })).toEqual([]);
  });

  it('names a key that no setting has, and the nearest one', () => {
    const directory = aDirectory();
    const file = join(directory, 'config.json');
    expect(remarks(directory, { editr: 'x', later: 1 })).toEqual([
      `${file} has a key "editr" that no setting has. Did you mean "editor"? It is ignored.`,
      `${file} has a key "later" that no setting has. The settings are roots, exclude, editor, taskPattern, export. It is ignored.`,
    ]);
  });

  it('names a directory that does not exist', () => {
    const directory = aDirectory();
    const missing = join(directory, 'unplugged');
    expect(remarks(directory, { roots: [directory, missing] })).toEqual([
      `${join(directory, 'config.json')} names the directory ${missing}, which does not exist. Nothing is read from there.`,
    ]);
  });

  it('names an excluded directory that does not exist, whether it is absolute or below the home', () => {
    const directory = aDirectory();
    const missing = join(directory, 'mistyped');
    const file = join(directory, 'config.json');
    const words = 'which does not exist. Check its spelling: sessions are recorded in every other directory.';
    expect(remarks(directory, { exclude: [directory, missing, '~/mistyped', '~'] })).toEqual([
      `${file} excludes ${missing}, ${words}`,
      `${file} excludes ~/mistyped, ${words}`,
    ]);
  });

  it('passes on why a file cannot be used', () => {
    expect(remarks(aDirectory(), [])).toEqual([expect.stringContaining('is not a JSON object')]);
  });
});

function aDirectory(): string {
  const directory = temporaryDirectory('remarks');
  return directory;
}

function remarks(directory: string, content?: unknown): string[] {
  const layout = { settings: join(directory, 'config.json') };
  if (content !== undefined) writeFileSync(layout.settings, JSON.stringify(content));
  return configRemarks(layout, readConfig(layout), directory);
}
