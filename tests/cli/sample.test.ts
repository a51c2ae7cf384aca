import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SAMPLE } from '#tests/support/root.ts';
import { makeSample, sampleSessions } from '#tests/support/sample/make-sample.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it('the sample archive is what `npm run sample` makes', { tags: 'long' }, async () => {
  const { files } = await makeSample(temporaryDirectory('sample'), sampleSessions());
  for (const [place, text] of files) expect(readFileSync(`${SAMPLE}/projects/${place}`, 'utf8'), place).toBe(text);
});
