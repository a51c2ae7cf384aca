import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandLine } from '#src/cli/run.ts';
import { queueHarvest } from '#src/record/harvest-queue.ts';
import { aSession, HarvestBox } from '../unit/import/harvest-box.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { fakeIo } from './fake-io.ts';
import { HOSTILE, openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

it('doctor names each problem in a file of the archive with its place', async () => {
  const { stdout } = await runIn(openReadingArchive(), 'doctor');
  expect(stdout).toMatch(
    /\/.*\/2026-08-26-tm-38-json-output\.md:13:10: Unknown tag \[DECISON\]\. Did you mean \[DECISION\]\?/,
  );
});

it('doctor reads facts completely', async () => {
  const root = temporaryDirectory('reading');
  const directory = join(root, 'projects/-home-robin-gantry/chronicle');
  mkdirSync(join(directory, 'facts'), { recursive: true });
  writeFileSync(join(directory, 'a.md'), HOSTILE.replaceAll(/[^\x20-\x7e\n]/g, ''));
  const path = join(directory, 'facts/a.json');
  const text = serializeFacts(someFacts({ head: { session_id: '00000000-hostile' } }));
  writeFileSync(path, text);
  expect((await runIn(root, 'doctor')).stdout).toContain('Files: 1 chronicle, all readable\n');
  writeFileSync(path, text.replace('"plans":[]', '"plans":"x"'));
  const named = `${path}:1:1: These facts about a session cannot be used: plans is invalid.`;
  expect((await runIn(root, 'doctor')).stdout).toContain(named);
});

it('doctor --fix says that it reads transcripts before it does', async () => {
  const box = new HarvestBox();
  box.chronicle('one');
  box.transcript('one', aSession());
  queueHarvest(box.paths, 'one', {}, new Date('2026-03-24T16:00:00Z'));
  // It has been waiting for a day.
  utimesSync(join(box.paths.harvest, 'one'), 0, Date.parse('2026-03-24T12:00:00Z') / 1000);
  const { io, printed } = fakeIo({ ...box.env, cwd: box.config, variables: { CLAUDE_CONFIG_DIR: box.config } });
  expect(await runCommandLine(io, ['doctor', '--fix'])).toBe(1);
  const said = 'Reading the transcripts of 1 session. This can take minutes.\nRead: the transcripts of 1 session.\n';
  expect(printed.stderr).toContain(said);
  expect(box.hasFacts('one')).toBe(true);
});
