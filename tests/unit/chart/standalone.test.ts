import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lifeline } from '../../../src/chart/lifeline.ts';
import { standalone } from '../../../src/chart/standalone.ts';
import { LIGHT, RULES } from '../../../src/chart/standalone-style.ts';
import { GT_MERGE, HOSTILE } from './marks.ts';

const STYLES = join(import.meta.dirname, '../../../site/styles');
const FILE = standalone(lifeline(GT_MERGE));

describe('standalone', () => {
  it('is a file that needs nothing else', async () => {
    await expect(FILE.replace(/<(?=\w|\/s|\/g)/g, '\n<')).toMatchFileSnapshot('snapshots/standalone.svg');
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
    const tokens = readFileSync(join(STYLES, 'tokens.css'), 'utf8');
    for (const [name, colour] of Object.entries(LIGHT))
      expect(tokens.toLowerCase(), name).toContain(`--${name}: light-dark(${colour},`);
  });

  it('paints as the site does', () => {
    const charts = readFileSync(join(STYLES, 'charts.css'), 'utf8').replace(/\s+/g, ' ');
    for (const [selector, rule] of Object.entries(RULES)) expect(charts).toContain(`${selector} { ${rule}; `);
  });
});
