import { describe, expect, it } from 'vitest';
import { formatOverview } from '#src/cli/overview.ts';
import { plain, rendered } from '#src/cli/terminal/text.ts';
import { aCommit, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

describe('chronicle without a command', () => {
  it('shows the last session, what waits for a decision, and what to do next', async () => {
    const { code, stdout } = await runIn(openReadingArchive());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Recording {2}off: not installed \(chronicle init\)\n/);
    expect(stdout).toContain(
      '\nLast session  nestbox · 2026-11-19 08:50 · nb/21-winter-report\n  A winter report, one page a box\n  6 prompts, 4 commits, 4 files changed (+226 −13)\n  12 events: 4 decisions, ',
    );
    expect(stdout).toMatch(
      /\nWaiting for you {2}\d+ in chronicle review\n( {2}\d+ [\w ]+ {2,}chronicle [a-z -]+\n)+\nAlso\n {2}\d+ files with problems +chronicle doctor\n/,
    );
    expect(stdout).toContain('  2 proposals for tidemark  chronicle memory review --project tidemark\n');
    expect(stdout).toMatch(/\nNext\n( {2}chronicle .+\n){3}$/);
  });

  it('says how to begin where nothing has been recorded', async () => {
    const { code, stdout, stderr } = await runIn(temporaryDirectory('overview'));
    expect([code, stderr]).toEqual([0, expect.stringContaining('No chronicles yet in ')]);
    expect(stdout).toContain('\n  chronicle init ');
    expect(stdout).toContain('\n  chronicle dev --sample ');
    expect(stdout).not.toContain('Last session');
  });
});

const NOTHING = { decisions: [], total: 0, also: [] };

describe('formatOverview', () => {
  it('colours a failure red', () => {
    const overview = formatOverview({
      state: 'failing',
      status: 'failing · last 2 h ago (blog)',
      session: null,
      waiting: NOTHING,
      isInstalled: true,
      repeats: [],
      columns: 80,
    });
    expect(rendered(overview, true)).toContain('\x1b[31mfailing · last 2 h ago (blog)\x1b[39m');
    expect(plain(overview)).toContain('\n  chronicle doctor ');
  });

  it('says what happened in a session without events', () => {
    const { head } = someFacts({ commits: [aCommit()] });
    const given = { status: '', waiting: NOTHING, isInstalled: true, repeats: [], columns: 80, state: 'on' as const };
    const overview = plain(formatOverview({ ...given, session: { ...aSession(), facts: head } }));
    expect(overview).toContain('\n  1 prompt, 1 commit\n\n');
    expect(plain(formatOverview({ ...given, session: aSession() }))).toContain('\n  No events.\n\n');
  });

  it('suggests doctor first while recording fails, also where there are sessions', () => {
    const given = { status: '', session: aSession({}), waiting: NOTHING, isInstalled: true, repeats: [], columns: 80 };
    expect(plain(formatOverview({ ...given, state: 'failing' }))).toMatch(/\nNext\n {2}chronicle doctor /);
    expect(plain(formatOverview({ ...given, state: 'on' }))).toMatch(/\nNext\n {2}chronicle show last /);
  });
});
