import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleLine, visibleText } from '#src/lib/text/plain.ts';

describe('visibleText', () => {
  it.each(['\u00ad', '\u034f', '\u115f', '\u180e', '\u200b', '\u3164', '\ufe01', '\uffa0', '\u{1d173}', '\u{e0041}'])(
    'removes an invisible character: %j',
    (hidden) => {
      expect(visibleText(`a${hidden}b`)).toBe('ab');
    },
  );

  it('keeps visible text', () => {
    for (const text of ['a b\n\tc', '❤️', '👩‍💻', 'é ü 한국어 日本語']) expect(visibleText(text)).toBe(text);
  });
});

it('visibleLine is one line of visible characters, and idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const line = visibleLine(given);
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
      expect(visibleLine(line)).toBe(line);
    }),
  );
});
