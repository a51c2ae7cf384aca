import { expect, it } from 'vitest';
import { narrativeMarkdown } from '#src/posts/narrative/narratives.ts';

it('puts title, lead and story one under the other, and leaves out what is empty', () => {
  expect(narrativeMarkdown('Twelve lines', 'The lead.\n', 'One.\n\nTwo.')).toBe(
    '# Twelve lines\n\nThe lead.\n\nOne.\n\nTwo.\n',
  );
  expect(narrativeMarkdown('Twelve lines', '', '')).toBe('# Twelve lines\n');
});
