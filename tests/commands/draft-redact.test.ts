import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExportBox } from './export-box.ts';
import { runChronicle } from './own-command.ts';
import { ADDRESS, DRAFT, drafted, TOKEN } from './redactable-draft.ts';

describe('chronicle draft redact', () => {
  it('lists open findings by kind and place, never their values', async () => {
    const { run } = await drafted();
    for (const args of [[], ['--list'], ['--json']]) {
      const { code, stdout, stderr } = await run('draft', 'redact', DRAFT, ...args);
      expect(code).toBe(1);
      expect(stdout).toContain('GitHub token');
      expect(stdout).toContain('e-mail address');
      for (const value of [TOKEN, ADDRESS]) expect(stdout + stderr).not.toContain(value);
    }
  });

  it('replaces every secret with --replace-all, and saves the decisions without the secret', async () => {
    const { run, ofDraft } = await drafted();
    const { code, stdout } = await run('draft', 'redact', DRAFT, '--replace-all');
    expect([code, stdout]).toEqual([1, expect.not.stringContaining('Must be decided')]);
    expect(ofDraft(DRAFT, 'redactions.yml')).toMatch(/: replace\n/);
    expect(ofDraft(DRAFT, 'redactions.yml')).not.toContain(TOKEN.slice(4, 12));
  });

  it('leaves decisions to a person when a session runs it', async () => {
    const { box } = await drafted();
    const inSession = await runChronicle(box, ['draft', 'redact', DRAFT, '--replace-all'], { session: 'a-session-1' });
    expect([inSession.code, inSession.stdout]).toEqual([2, '']);
    expect(inSession.stderr).toContain('Only a person can');
  });

  it('reports problems in redact.yml', async () => {
    const { box, run } = await drafted();
    appendFileSync(join(box.state, 'redact.yml'), 'names:\n  - [a]\n');
    const { stderr } = await run('draft', 'redact', DRAFT);
    expect(stderr).toMatch(/redact\.yml:2:\d+: This entry cannot be used/);
  });

  it.each([[[]], [['../x']], [['nothing-there']]])('refuses %j', async (args) => {
    const { code, stdout } = await openExportBox().run('draft', 'redact', ...args);
    expect([code, stdout]).toEqual([2, '']);
  });
});
