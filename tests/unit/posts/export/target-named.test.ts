import { describe, expect, it } from 'vitest';
import { targetNamed } from '#src/posts/export/export-settings.ts';

describe('targetNamed', () => {
  it('is the target of that name, in any case', () => {
    expect(targetNamed('Hugo')).toBe('hugo');
  });

  it.each([
    [undefined, 'chronicle export needs --to, one of astro, jekyll, hugo, eleventy, devto, markdown.'],
    ['astr', 'Did you mean --to astro?'],
    ['constructor', '--to takes astro, jekyll'],
    ['wordpress', '--to takes astro, jekyll'],
  ])('refuses %j', (word, sentence) => {
    expect(() => targetNamed(word)).toThrow(sentence);
  });
});
