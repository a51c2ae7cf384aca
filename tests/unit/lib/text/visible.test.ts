import { describe, expect, it } from 'vitest';
import { visibleText } from '#src/lib/text/visible.ts';

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
