import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lifeline } from '#src/chart/lifeline.ts';
import { COLOURS, standalone } from '#src/chart/standalone.ts';
import { ROOT } from '#tests/support/root.ts';
import { GT_MERGE, HOSTILE } from './marks.ts';

const FILE = standalone(lifeline(GT_MERGE));

describe('standalone', () => {
  it('is a self-contained file with a title, a description and a legend', () => {
    const { title, description } = lifeline(GT_MERGE);
    expect(FILE).toMatch(
      /^<\?xml [^>]+\?>\n<svg xmlns="[^"]+" width="1600" height="360" viewBox="0 0 640 144" role="img" font-family="Inter, /,
    );
    expect(FILE).not.toMatch(/var\(|class=|style|data-tag/);
    expect(FILE).toContain(`<title>${title}</title><desc>${description}</desc>`);
    for (const words of ['miss', 'miss despite a memory', 'hit', 'memory written or strengthened'])
      expect(FILE).toContain(`>${words}</text>`);
  });

  it('uses literal colours, those of the site', () => {
    expect(FILE).toContain('<rect fill="#fbfaf6" width="100%" height="100%"/>');
    expect(FILE).toMatch(/<svg color="#0a7355" [^>]*><use href="#g-MEMORY-HIT"/);
    expect(FILE).toContain('<path stroke="#1d1b16" stroke-width="1.5"');
    const sheets = ['site.css', 'tags.generated.css'].map((name) => join(ROOT, 'site/styles', name));
    const tokens = sheets.map((path) => readFileSync(path, 'utf8').toLowerCase()).join('\n');
    for (const [name, colour] of Object.entries(COLOURS))
      expect(tokens, name).toContain(`--${name}: light-dark(${colour},`);
  });

  it('has no links, and includes only the symbols that it uses', () => {
    expect(FILE).not.toMatch(/<\/?a[ >]|sessions|tabindex/);
    expect(FILE).toContain('<title>3 Aug: offered gt merge</title>');
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
});
