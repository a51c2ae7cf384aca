import { describe, expect, it } from 'vitest';
import { targetNamed } from '#src/posts/export/export-settings.ts';

describe('targetNamed', () => {
  it('finds a target by name, ignoring case', () => {
    expect(targetNamed('Hugo')).toBe('hugo');
  });

  it.each([
    [undefined, '--to is missing: use one of astro, jekyll, hugo, eleventy, devto, markdown.'],
    ['astr', 'Did you mean --to astro?'],
    ['constructor', 'Use one of astro, jekyll'],
    ['wordpress', 'Use one of astro, jekyll'],
  ])('refuses %j', (word, sentence) => {
    expect(() => targetNamed(word)).toThrow(sentence);
  });
});
