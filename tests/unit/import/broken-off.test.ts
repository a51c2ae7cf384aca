import { expect, it } from 'vitest';
import { brokenOff, tellingHowFar } from '#src/cli/import/broken-off.ts';
import { ProgressBar } from '#src/cli/terminal/progress-bar.ts';
import { realWorld } from '#src/node/world.ts';
import { fakeIo } from '#tests/commands/fake-io.ts';

it('says how much stands when a run breaks off, and that the next one goes on', async () => {
  expect(brokenOff(null)).toBe('No session was filled in. The next chronicle backfill goes on from there.');
  expect(brokenOff(1)).toMatch(/^1 session was filled in and stands\./);
  const { io } = fakeIo(realWorld());
  const progress = new ProgressBar(io.stderr);
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const run = tellingHowFar(io, progress, async () => {
    progress.write(0, 9);
    progress.write(8, 9);
    throw full;
  });
  await expect(run).rejects.toThrow(
    'The disk is full. 8 sessions were filled in and stand. The next chronicle backfill goes on from there.',
  );
});
