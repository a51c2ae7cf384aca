/** Files generated from tables in the sources are committed and up to date. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GENERATED_FILES } from '#scripts/generated-files.ts';

it.each(Object.entries(GENERATED_FILES))('%s is what `npm run bundle` writes', (path, content) => {
  expect(readFileSync(path, 'utf8')).toBe(content());
});
