import { expect, it } from 'vitest';
import { runningImport } from '#src/cli/import/running-import.ts';
import { realEnv } from '#src/lib/env.ts';
import { fakeIo } from '#tests/commands/fake-io.ts';

it('says what is done when a run fails, and that the next one continues', async () => {
  const { io } = fakeIo(realEnv());
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const run = runningImport(io, { kind: 'transcripts', unit: 'session' }, async (bar) => {
    bar.records('session', 8, 9);
    throw full;
  });
  await expect(run).rejects.toThrow(
    'The disk is full. Nothing was imported. Run chronicle import transcripts again to continue.',
  );
});
