import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

describe('chronicle without a command', () => {
  it('shows the last session, what waits for a decision, and what to do next', async () => {
    expect(await runIn(openReadingArchive())).toSucceed(
      /^Recording {2}off: not installed \(chronicle init\)\n/,
      '\nLast session  nestbox · 2026-11-19 08:50 · nb/21-winter-report\n  A winter report, one page a box\n  6 prompts, 4 commits, 4 files changed (+226 −13)\n  12 events: 4 decisions, ',
      /\nWaiting for you {2}\d+ in chronicle review\n( {2}\d+ [\w ]+ {2,}chronicle [a-z -]+\n)+\nAlso\n {2}\d+ files with problems +chronicle doctor\n/,
      '  2 proposals for tidemark  chronicle review\n',
      /\nNext\n( {2}chronicle .+\n){3}$/,
    );
  });

  it('says how to begin where nothing has been recorded', async () => {
    const { code, stdout, stderr } = await runIn(temporaryDirectory('overview'));
    expect([code, stderr]).toEqual([0, expect.stringContaining('No chronicles yet in ')]);
    expect(stdout).toContain('\n  chronicle init ');
    expect(stdout).toContain('\n  chronicle dev --sample ');
    expect(stdout).not.toContain('Last session');
  });
});
