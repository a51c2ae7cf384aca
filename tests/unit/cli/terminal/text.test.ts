import { describe, expect, it } from 'vitest';
import { wantsColour } from '#src/cli/terminal/real-io.ts';
import { bold, dim, line, red, rendered } from '#src/cli/terminal/text.ts';

const ESCAPE = '\x1b';

describe('rendered', () => {
  it('writes styles as escape sequences, and as nothing without colour', () => {
    const text = line`${dim('e-3fa9c1')} ${red('missing')}`;
    expect(rendered(text, true)).toBe('\x1b[2me-3fa9c1\x1b[22m \x1b[31mmissing\x1b[39m');
    expect(rendered(text, false)).toBe('e-3fa9c1 missing');
  });

  it('keeps an outer style around an inner one', () => {
    expect(rendered(bold(line`a ${red('b')}`), true)).toBe('\x1b[1ma \x1b[22m\x1b[1m\x1b[31mb\x1b[39m\x1b[22m');
  });

  it('never lets text of others style or move anything', () => {
    const hostile = `${ESCAPE}[31mred${ESCAPE}[2J\u202e`;
    expect(rendered(hostile, true)).toBe('\\u{1b}[31mred\\u{1b}[2J\\u{202e}');
    expect(rendered(dim(hostile), true)).toBe('\x1b[2m\\u{1b}[31mred\\u{1b}[2J\\u{202e}\x1b[22m');
  });
});

describe('wantsColour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %s with %o: %s', (isTerminal, env, expected) => {
    expect(wantsColour(isTerminal, env)).toBe(expected);
  });
});
