import { expect, it } from 'vitest';
import { frontMatterOf } from '#src/posts/export/front-matter.ts';

it.each([
  ['---\ntitle: a\n---\n\nText\n\n---\n', '---\ntitle: a\n---'],
  ['# Title\n\n---\n', ''],
  ['', ''],
  ['---\ntitle: never closed\n', ''],
])('frontMatterOf(%j)', (text, frontMatter) => {
  expect(frontMatterOf(text)).toBe(frontMatter);
});
