import { describe, expect, it } from 'vitest';
import { targetMeant } from '#src/cli/posts/export/target-meant.ts';

describe('targetMeant', () => {
  it('is the target of that name, in any case', () => {
    expect(targetMeant('Hugo')).toBe('hugo');
  });

  it.each([
    [undefined, 'chronicle export needs --to, one of astro, jekyll, hugo, eleventy, devto, markdown.'],
    ['astr', 'Did you mean --to astro?'],
    ['constructor', '--to takes astro, jekyll'],
    ['wordpress', '--to takes astro, jekyll'],
  ])('refuses %j', (word, sentence) => {
    expect(() => targetMeant(word)).toThrow(sentence);
  });
});
