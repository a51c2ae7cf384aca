import { expect, it } from 'vitest';
import { brokenOff, reportingProgress } from '#src/cli/import/broken-off.ts';
import { ProgressBar } from '#src/cli/terminal/progress.ts';
import { realEnv } from '#src/lib/env.ts';
import { fakeIo } from '#tests/commands/fake-io.ts';

it('says how much was done when a run stops, and that the next one continues', async () => {
  expect(brokenOff(null, null)).toBe('No session was imported. Run chronicle import transcripts again to continue.');
  expect(brokenOff(1, 'i-3fa2c1')).toBe(
    '1 session imported. Run chronicle import transcripts again to continue, or chronicle import undo i-3fa2c1 to undo it.',
  );
  const { io } = fakeIo(realEnv());
  const progress = new ProgressBar(io.stderr);
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const run = reportingProgress(io, progress, async () => {
    progress.write(0, 9);
    progress.write(8, 9);
    throw full;
  });
  await expect(run).rejects.toThrow(
    'The disk is full. 8 sessions imported. Run chronicle import transcripts again to continue.',
  );
});
