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
  return ['tokens.css', 'tags.generated.css'].map((name) => readFileSync(join(STYLES, name), 'utf8')).join('\n');
}

describe('standalone', () => {
  it('is a file that needs nothing else', async () => {
    await expectGolden(FILE.replace(/<(?=\w|\/s|\/g)/g, '\n<'), 'snapshots/standalone.svg');
    expect(FILE).toMatch(/^<\?xml [^>]+\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="960" height="\d+"/);
    expect(FILE).not.toMatch(/var\(|class=|style|data-tag|viewBox="0 0 (?!16)/);
  });

  it('says what it shows', () => {
    const { title, description } = lifeline(GT_MERGE);
    expect(FILE).toContain(`<title>${title}</title><desc>${description}</desc>`);
    for (const words of ['miss', 'miss despite a memory', 'hit', 'memory written or strengthened'])
      expect(FILE).toContain(`>${words}</text>`);
  });

  it('is drawn in literal colours', () => {
    expect(FILE).toContain('<rect fill="#fbfaf6" width="100%" height="100%"/>');
    expect(FILE).toMatch(/<svg color="#0a7355" [^>]*><use href="#g-MEMORY-HIT"/);
    expect(FILE).toContain('<path stroke="#1d1b16" stroke-width="1.5"');
  });

  it('leads nowhere, since a file may be anywhere', () => {
    expect(FILE).not.toMatch(/<\/?a[ >]|sessions|tabindex/);
    expect(FILE).toContain('<title>3 Aug: offered gt merge</title>');
  });

  it('brings the symbols that it uses, and no others', () => {
    const symbols = [...FILE.matchAll(/<symbol id="(g-[^"]+)"/g)].map(([, id]) => id);
    expect(symbols).toEqual(['g-MEMORY-HIT', 'g-MEMORY-MISS', 'g-despite', 'g-flag']);
    for (const [, id] of FILE.matchAll(/href="#([^"]+)"/g)) expect(symbols).toContain(id);
  });

  it('holds no character that XML does not know', () => {
    const file = standalone(lifeline({ ...GT_MERGE, name: `${HOSTILE}\0\x1b[31m\uFFFF\uD800 ` }));
    expect(file).not.toContain('<script');
    expect(file).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/);
    expect(file.isWellFormed()).toBe(true);
  });

  it('knows the colours of light paper as the site does', () => {
    const tokens = tokenStyles();
    for (const [name, colour] of Object.entries(LIGHT))
      expect(tokens.toLowerCase(), name).toContain(`--${name}: light-dark(${colour},`);
  });

  it('knows the colours of dark paper as the site does, and the same ones', () => {
    const tokens = tokenStyles().toLowerCase();
    for (const [name, colour] of Object.entries(DARK))
      expect(tokens, name).toMatch(new RegExp(`--${name}: light-dark\\(#[0-9a-f]+, ${colour}\\)`));
    expect(Object.keys(DARK)).toEqual(Object.keys(LIGHT));
  });

  it('paints as the site does', () => {
    const files = ['charts.css', 'chart-kinds.css'].map((name) => readFileSync(join(STYLES, name), 'utf8'));
    const charts = files.join('').replace(/\s+/g, ' ');
    for (const [selector, rule] of Object.entries(RULES)) expect(charts).toContain(`${selector} { ${rule}; `);
  });
});

describe('standalone for a post', () => {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => standalone(lifeline(GT_MERGE), { theme }));

  it('is 1600 pixels wide, drawn for a phone too, in a font with a name', () => {
    for (const file of [light, dark])
      expect(file).toMatch(
        /<svg xmlns="[^"]+" width="1600" height="320" viewBox="0 0 640 128" role="img" font-family="Inter, [^"]+Arial, sans-serif"/,
      );
  });

  it('has the colours of its paper and none of the other', () => {
    expect(light).toContain('<rect fill="#fbfaf6" width="100%" height="100%"/>');
    expect(dark).toContain('<rect fill="#161512" width="100%" height="100%"/>');
    for (const colour of Object.values(LIGHT)) expect(dark).not.toContain(colour);
    expect(dark).not.toMatch(/var\(|class=|style|data-tag/);
  });

  it('draws what has no colour of its own in ink, which black is on light paper alone', () => {
    expect(dark).toMatch(/^[^>]*>\s*<svg [^>]* color="#eeeae0"/);
    expect(light).not.toMatch(/^[^>]*>\s*<svg [^>]* color=/);
  });

  it('has the width and the scale that are asked for', () => {
    const file = standalone(lifeline(GT_MERGE), { width: 600, scale: 1 });
    expect(file).toMatch(/<svg xmlns="[^"]+" width="600" height="128" role/);
  });
});
