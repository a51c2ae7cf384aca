import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { TAG_ORDER } from '#src/format/tags.ts';
import { ROOT } from '#tests/support/root.ts';

const PAGES = ['README.md', 'AGENTS.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)];

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

describe.each(PAGES)('%s', (page) => {
  it('links only to files that exist', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(ROOT, dirname(page), path)))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const named = [...read(page).matchAll(/(?<![-\w/])chronicle ([a-z]+)(?: ([a-z]+(?:-[a-z]+)*))?/g)]
      .filter(({ index }) => isCode(read(page), index))
      .map(([, name = '', subcommand = '']) => [name, subcommand] as const);
    const unknown = named.filter(([name, subcommand]) => {
      const entry = COMMANDS.get(name);
      const isNamed =
        !entry?.commands || entry.commands.has(subcommand) || (entry.run !== undefined && subcommand === '');
      return name !== 'help' && (entry === undefined || !isNamed);
    });
    expect(unknown).toEqual([]);
  });
});

it('the page about recording has a row for each tag', () => {
  const rows = [...read('docs/recording.md').matchAll(/^\| `([A-Z-]+)` \|/gm)].map(([, tag]) => tag);
  expect(rows.sort()).toEqual([...TAG_ORDER].sort());
});

it('every page of docs is linked from the README', () => {
  const readme = read('README.md');
  expect(PAGES.filter((page) => page.startsWith('docs/') && !readme.includes(`(${page})`))).toEqual([]);
});

/** Whether a place is within backticks or a block of code. */
function isCode(text: string, index: number): boolean {
  const before = text.slice(0, index);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isInBlock = (before.match(/^```/gm)?.length ?? 0) % 2 === 1;
  return isInBlock ? line === '' || line.endsWith('&& ') : (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
