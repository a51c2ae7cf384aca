/** Makes the facts of the sample archive again, after a change of its scripts or of the harvest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSample, sampleSessions } from '../tests/support/sample/make-sample.ts';

const directory = mkdtempSync(join(tmpdir(), 'chronicle-sample-'));
const projects = new URL('../tests/fixtures/sample/projects/', import.meta.url);
try {
  const { files, outcomes } = await makeSample(directory, sampleSessions());
  for (const [place, text] of files) writeFileSync(new URL(place, projects), text);
  const found = outcomes.flatMap((outcome) => outcome.found);
  console.log(
    `${outcomes.length} sessions: ${found.length} events found, ${found.filter(({ shown }) => shown).length} of them shown.`,
  );
  for (const { chronicle, skipped, problem } of outcomes)
    if (skipped !== null || problem !== null) console.log(`${chronicle}: ${skipped ?? problem}`);
} finally {
  rmSync(directory, { recursive: true });
}
