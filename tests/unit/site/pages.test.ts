import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATA_FILES, SITE_PAGES } from '#site/pages.ts';
import { siteDirectory } from '#src/lib/package-root.ts';

const files = globSync('**/*.{astro,ts}', { cwd: join(siteDirectory(), 'pages') });

it('has a row for each page that every site has, and a file for each row', () => {
  const own = files.filter((file) => file.endsWith('.astro') && !/\[\w+\]|\[\.\.\.moved\]|404/.test(file));
  const addresses = own.map((file) =>
    `/${file.replace(/(?:index|\[\.{3}path\])?\.astro$/, '')}/`.replaceAll('//', '/'),
  );
  expect([...new Set(addresses)].sort()).toEqual(SITE_PAGES.map(({ address }) => address).sort());
});

it('lists each data file', () => {
  const own = files.filter((file) => file.endsWith('.ts') && !file.includes('['));
  expect(own.map((file) => `/${file.replace(/\.ts$/, '')}`).sort()).toEqual([...DATA_FILES].sort());
});

it('has a key for at most one page', () => {
  const keys = SITE_PAGES.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});
