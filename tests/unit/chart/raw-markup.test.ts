import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';

const SITE = join(ROOT, 'site');

it('only one component and the constant theme script use raw markup', () => {
  const sources = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.astro'));
  const found = sources.flatMap((file) => {
    const uses = readFileSync(join(SITE, file), 'utf8').match(/(?:set:html|define:vars|innerHTML)[^\s>]*/g) ?? [];
    return uses.map((use) => `${file.replaceAll('\\', '/')}: ${use}`);
  });
  expect(sources.length).toBeGreaterThan(10);
  expect(found.sort()).toEqual([
    'components/text/Markup.astro: set:html={of.markup}',
    'layouts/Page.astro: set:html={PREFETCH_RULES}',
    'layouts/Page.astro: set:html={THEME_SCRIPT}',
  ]);
});

it('no script of the site parses text as HTML', () => {
  const scripts = readdirSync(join(SITE, 'scripts'), { encoding: 'utf8' });
  for (const file of scripts) {
    expect(readFileSync(join(SITE, 'scripts', file), 'utf8'), file).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment/,
    );
  }
});
