import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lifeline } from '#src/chart/lifeline.ts';
import { standalone } from '#src/chart/standalone.ts';
import { DARK, LIGHT, RULES } from '#src/chart/standalone-style.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { ROOT } from '#tests/support/root.ts';
import { GT_MERGE, HOSTILE } from './marks.ts';

const STYLES = join(ROOT, 'site/styles');
const FILE = standalone(lifeline(GT_MERGE));

function tokenStyles(): string {
  return ['site.css', 'tags.generated.css'].map((name) => readFileSync(join(STYLES, name), 'utf8')).join('\n');
}

describe('standalone', () => {
  it('is a self-contained file', async () => {
    await expectGolden(FILE.replace(/<(?=\w|\/s|\/g)/g, '\n<'), 'snapshots/standalone.svg');
    expect(FILE).toMatch(/^<\?xml [^>]+\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="960" height="\d+"/);
    expect(FILE).not.toMatch(/var\(|class=|style|data-tag|viewBox="0 0 (?!16)/);
  });

  it('has a title and a description', () => {
    const { title, description } = lifeline(GT_MERGE);
    expect(FILE).toContain(`<title>${title}</title><desc>${description}</desc>`);
    for (const words of ['miss', 'miss despite a memory', 'hit', 'memory written or strengthened'])
      expect(FILE).toContain(`>${words}</text>`);
  });

  it('uses literal colours', () => {
    expect(FILE).toContain('<rect fill="#fbfaf6" width="100%" height="100%"/>');
    expect(FILE).toMatch(/<svg color="#0a7355" [^>]*><use href="#g-MEMORY-HIT"/);
    expect(FILE).toContain('<path stroke="#1d1b16" stroke-width="1.5"');
  });

  it('has no links', () => {
    expect(FILE).not.toMatch(/<\/?a[ >]|sessions|tabindex/);
    expect(FILE).toContain('<title>3 Aug: offered gt merge</title>');
  });

  it('includes only the symbols that it uses', () => {
    const symbols = [...FILE.matchAll(/<symbol id="(g-[^"]+)"/g)].map(([, id]) => id);
    expect(symbols).toEqual(['g-MEMORY-HIT', 'g-MEMORY-MISS', 'g-despite', 'g-flag']);
    for (const [, id] of FILE.matchAll(/href="#([^"]+)"/g)) expect(symbols).toContain(id);
  });

  it('contains no character that XML does not allow', () => {
    const file = standalone(lifeline({ ...GT_MERGE, name: `${HOSTILE}\0\x1b[31m\uFFFF\uD800 ` }));
    expect(file).not.toContain('<script');
    expect(file).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/);
    expect(file.isWellFormed()).toBe(true);
  });

  it('has the light colours of the site', () => {
    const tokens = tokenStyles();
    for (const [name, colour] of Object.entries(LIGHT))
      expect(tokens.toLowerCase(), name).toContain(`--${name}: light-dark(${colour},`);
  });

  it('has the dark colours of the site, with the same names', () => {
    const tokens = tokenStyles().toLowerCase();
    for (const [name, colour] of Object.entries(DARK))
      expect(tokens, name).toMatch(new RegExp(`--${name}: light-dark\\(#[0-9a-f]+, ${colour}\\)`));
    expect(Object.keys(DARK)).toEqual(Object.keys(LIGHT));
  });

  it('has the colour rules of the site', () => {
    const charts = readFileSync(join(STYLES, 'charts.css'), 'utf8').replace(/\s+/g, ' ');
    for (const [selector, rule] of Object.entries(RULES)) expect(charts).toContain(`${selector} { ${rule}; `);
  });
});

describe('standalone for a post', () => {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => standalone(lifeline(GT_MERGE), { theme }));

  it('is 1600 pixels wide, legible on a phone, in a named font', () => {
    for (const file of [light, dark])
      expect(file).toMatch(
        /<svg xmlns="[^"]+" width="1600" height="320" viewBox="0 0 640 128" role="img" font-family="Inter, [^"]+Arial, sans-serif"/,
      );
  });

  it('has only the colours of its theme', () => {
    expect(light).toContain('<rect fill="#fbfaf6" width="100%" height="100%"/>');
    expect(dark).toContain('<rect fill="#161512" width="100%" height="100%"/>');
    for (const colour of Object.values(LIGHT)) expect(dark).not.toContain(colour);
    expect(dark).not.toMatch(/var\(|class=|style|data-tag/);
  });

  it('draws elements without a colour in the text colour of its theme', () => {
    expect(dark).toMatch(/^[^>]*>\s*<svg [^>]* color="#eeeae0"/);
    expect(light).not.toMatch(/^[^>]*>\s*<svg [^>]* color=/);
  });

  it('has the given width and scale', () => {
    const file = standalone(lifeline(GT_MERGE), { width: 600, scale: 1 });
    expect(file).toMatch(/<svg xmlns="[^"]+" width="600" height="128" role/);
  });
});
