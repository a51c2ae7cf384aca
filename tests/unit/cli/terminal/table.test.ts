import { describe, expect, it } from 'vitest';
import { table } from '#src/cli/terminal/table.ts';
import { dim, plain, rendered } from '#src/cli/terminal/text.ts';

const ROWS = [
  ['blog', '3', 'Replaced curl by gh in the release script'],
  ['larder', '12', 'Amounts in cents'],
];

describe('table', () => {
  it('lines up columns, numbers on the right, nothing after the last cell', () => {
    expect(plain(table(ROWS, { head: ['Project', 'Events', 'Title'], right: [1] }))).toBe(
      [
        'Project  Events  Title',
        'blog          3  Replaced curl by gh in the release script',
        'larder       12  Amounts in cents',
      ].join('\n'),
    );
  });

  it('wraps the last column below itself where the terminal is too narrow', () => {
    expect(plain(table(ROWS, { width: 38 }))).toBe(
      ['blog    3   Replaced curl by gh in the', '            release script', 'larder  12  Amounts in cents'].join(
        '\n',
      ),
    );
  });

  it('cuts the last column instead if asked, then the widest of the others', () => {
    expect(plain(table(ROWS, { width: 38, last: 'cut' }))).toBe(
      ['blog    3   Replaced curl by gh in th…', 'larder  12  Amounts in cents'].join('\n'),
    );
    expect(plain(table([['2026-10-14-feature-long-branch', 'x'.repeat(40)]], { width: 42, last: 'cut' }))).toBe(
      `2026-10-14-feat…  ${'x'.repeat(23)}…`,
    );
  });

  it('never cuts a column in keep', () => {
    const row = ['a-name-that-people-type', 'a remark that may be cut', 'x'.repeat(24)];
    expect(plain(table([row], { width: 64, keep: [0] }))).toBe(
      `a-name-that-people-type  a remark tha…  ${'x'.repeat(24)}`,
    );
  });

  it('measures what is seen, not the escape sequences', () => {
    expect(
      rendered(
        table([
          [dim('a'), 'b'],
          ['aa', 'b'],
        ]),
        true,
      ),
    ).toBe('\x1b[2ma\x1b[22m   b\naa  b');
  });
});
