import { describe, expect, it } from 'vitest';
import { excerptsOf, problemAt } from '#src/format/problem.ts';

const at = (line: number) => problemAt('CHRONICLE_OPEN_FENCE', line, 1);

describe('excerptsOf', () => {
  it('shows two lines on each side', () => {
    const text = 'a\nb\r\nc\nd\ne\nf\n';
    expect(
      excerptsOf(text, [at(3), at(1), at(6)]).map((lines) =>
        lines.map(({ line, text: shown }) => `${line}${shown}`).join(' '),
      ),
    ).toEqual(['1a 2b 3c 4d 5e', '1a 2b 3c', '4d 5e 6f']);
  });

  it('cuts a long line, but never inside a character', () => {
    expect(excerptsOf('x'.repeat(200), [at(1)])).toEqual([[{ line: 1, text: 'x'.repeat(200) }]]);
    expect(excerptsOf('x'.repeat(201), [at(1)])).toEqual([[{ line: 1, text: `${'x'.repeat(199)}…` }]]);
    expect(excerptsOf(`${'x'.repeat(198)}😀😀`, [at(1)])).toEqual([[{ line: 1, text: `${'x'.repeat(198)}…` }]]);
  });
});
