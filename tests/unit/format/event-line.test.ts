import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventLine } from '#src/format/event.ts';
import { anyLine } from './generated.ts';

describe('readEventLine', () => {
  it.each([
    ['- [DECISION] text', null, null],
    ['- 14:32 [ERROR] text', null, '14:32'],
    ['- 00:00 [ERROR] text', null, '00:00'],
    ['- 23:59 [ERROR]\ttext', null, '23:59'],
    ['- 2026-03-25 09:10 [PIVOT] text', '2026-03-25', '09:10'],
    ['- 2024-02-29 09:10 [MEMORY-MISS] text', '2024-02-29', '09:10'],
  ])('reads %j', (line, date, time) => {
    const event = readEventLine(line);
    expect(event).toMatchObject({ kind: 'event', date, time });
    if (event?.kind === 'event') expect(line.slice(event.textAt).trim()).toBe('text');
  });

  it.each([
    ['- [DECISON] text', 'DECISON', 3],
    ['- 14:32 [error] text', 'error', 9],
    ['- 2026-03-25 14:32 [Idea] text', 'Idea', 20],
    ['- [user correction] text', 'user correction', 3],
    ['- [x] done', 'x', 3],
    ['- [DECISІON] with a Cyrillic letter', 'DECISІON', 3],
    ['- [日本] text', '日本', 3],
  ])('finds the unknown tag in %j', (line, word, wordAt) => {
    expect(readEventLine(line)).toEqual({ kind: 'unknown-tag', word, wordAt });
  });

  it.each([
    ['* [ERROR] another bullet', 2, 'other'],
    ['+ [ERROR] another bullet', 2, 'other'],
    ['• [ERROR] another bullet', 2, 'other'],
    ['* 10:00 [ERROR] another bullet', 8, 'other'],
    ['[ERROR] no bullet', 0, 'other'],
    ['-  [ERROR] two blanks', 3, 'other'],
    ['-[ERROR] no blank', 1, 'other'],
    ['- [ERROR]: a colon', 2, 'other'],
    ['- [ERROR]text', 2, 'other'],
    ['1. [ERROR] a number', 3, 'other'],
    ['- 9:05 [ERROR] one digit', 7, { time: '9:05' }],
    ['- 24:00 [ERROR] no such hour', 8, { time: '24:00' }],
    ['- 14:60 [ERROR] no such minute', 8, { time: '14:60' }],
    ['- 14:00:30 [ERROR] seconds', 11, { time: '14:00:30' }],
    ['- 2026-03-25 [ERROR] a day alone', 13, 'other'],
    ['- 2026-02-30 14:00 [ERROR] no such day', 19, { day: '2026-02-30' }],
    ['- 0026-02-03 14:00 [ERROR] no such year', 19, { day: '0026-02-03' }],
    ['- 2026-03-25T14:00 [ERROR] a T', 19, 'other'],
    ['- 10:00 ERROR no brackets', 8, 'no brackets'],
    ['- 2026-03-25 10:00 ERROR', 19, 'no brackets'],
  ])('recognises %j as a malformed event and names what is wrong', (line, tagAt, fault) => {
    expect(readEventLine(line)).toMatchObject({ kind: 'malformed', tag: 'ERROR', tagAt, fault });
  });

  it.each([
    ['a line of text', ['', '-', 'text', '- text', '- text [ERROR]', '> - [ERROR] x']],
    ['a box or a link', ['- [ ] box', '- [] x', '- [1] x', '- [the manual](https://example.org/)']],
    ['a word without brackets or a time', ['- ERROR x', '10:00 ERROR x', '- 10:00 Error x', '- 10:00 ERRORS x']],
    ['a tag in other marks', ['- **[ERROR]** x', '- 10:00 the ERROR x', `- [${'A'.repeat(40)}] x`]],
  ])('finds nothing in %s', (_, lines) => {
    for (const line of lines) expect(readEventLine(line), line).toBeNull();
  });

  it('always points into the line', () => {
    const before = fc.constantFrom('', '- [', '- 14:00 [', '[ERROR', '- [ERROR]');
    fc.assert(
      fc.property(before, anyLine, fc.constantFrom('', ']', '] x'), (start, line, end) => {
        const whole = start + line + end;
        const event = readEventLine(whole);
        if (event?.kind === 'unknown-tag') expect(whole.slice(event.wordAt).startsWith(`${event.word}]`)).toBe(true);
        if (event?.kind === 'malformed')
          expect(whole.slice(event.tagAt)).toMatch(new RegExp(`^\\[?${event.tag}(?:\\b|\\])`));
        if (event?.kind === 'event') expect(whole.slice(0, event.textAt).endsWith(`[${event.tag}]`)).toBe(true);
      }),
    );
  });
});
