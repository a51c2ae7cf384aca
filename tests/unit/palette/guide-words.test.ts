import { expect, it } from 'vitest';
import { guideWords } from '#src/palette/guide-words.ts';

it('takes the words of a text by section, each once, without markup and addresses', () => {
  const text = [
    'Say **yes**, or say [no](https://example.org/never).',
    '',
    '<Figures />',
    '',
    '## Undo',
    '',
    'Take it back: `chronicle memory undo`.',
    '',
    '### Deeper',
    '',
    '## Für alle',
  ].join('\n');
  expect(guideWords(text)).toEqual(['say yes', 'undo take back chronicle memory deeper', 'für alle']);
  expect(guideWords('')).toEqual(['']);
});
