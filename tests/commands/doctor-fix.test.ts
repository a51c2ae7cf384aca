import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandLine } from '#src/cli/command-line.ts';
import { queueHarvest } from '#src/record/harvest-queue.ts';
import { aSession, HarvestBox } from '../unit/import/harvest-box.ts';
import { fakeIo } from './fake-io.ts';

it('doctor --fix says that it reads transcripts before it does', async () => {
  const box = new HarvestBox();
  box.chronicle('one');
  box.transcript('one', aSession());
  queueHarvest(box.layout, 'one', {}, new Date('2026-03-24T16:00:00Z'));
  // It has been waiting for a day.
  utimesSync(join(box.layout.harvest, 'one'), 0, Date.parse('2026-03-24T12:00:00Z') / 1000);
  const { io, printed } = fakeIo({ ...box.world, cwd: box.config, env: { CLAUDE_CONFIG_DIR: box.config } });
  expect(await runCommandLine(io, ['doctor', '--fix'])).toBe(1);
  expect(printed.stderr).toContain(
    'Reading the transcripts of 1 session. This can take minutes.\nRead: the transcripts of 1 session.\n',
  );
  expect(box.hasFacts('one')).toBe(true);
});
