import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeSecrets } from '../fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS } from '../fixtures/redaction/secret-forms.ts';
import { CLI } from './cli-bundle.ts';
import { type ExportBox, openExportBox } from './export-box.ts';
import { runChronicle } from './own-command.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

const [TOKEN = ''] = madeSecrets(COMMON_TOKENS.filter(({ name }) => name === 'GitHub personal')).map(
  ({ secret }) => secret,
);
const ADDRESS = ['ada', 'quarrel-works.dev'].join('@');
const DRAFT = 'the-third-time';

/** A draft that says a token and an address. */
async function drafted(): Promise<ExportBox> {
  const opened = openExportBox();
  opened.place({ story: `It printed ${TOKEN} to ${ADDRESS}.` });
  await opened.run('draft', 'new', 'last');
  return opened;
}

describe('chronicle draft redact', () => {
  it('lists what is open by kind and place, and never what it says', async () => {
    const { run } = await drafted();
    for (const args of [[], ['--list'], ['--json']]) {
      const { code, stdout, stderr } = await run('draft', 'redact', DRAFT, ...args);
      expect(code).toBe(1);
      expect(stdout).toContain('GitHub token');
      expect(stdout).toContain('e-mail address');
      for (const value of [TOKEN, ADDRESS]) expect(stdout + stderr).not.toContain(value);
    }
  });

  it('replaces every secret on one word, and keeps that beside the draft without the secret', async () => {
    const { run, ofDraft } = await drafted();
    const { code, stdout } = await run('draft', 'redact', DRAFT, '--replace-all');
    expect([code, stdout]).toEqual([1, expect.not.stringContaining('Must be decided')]);
    expect(ofDraft(DRAFT, 'redactions.yml')).toMatch(/: replace\n/);
    expect(ofDraft(DRAFT, 'redactions.yml')).not.toContain(TOKEN.slice(4, 12));
  });

  it('leaves decisions to a person where a session runs it', async () => {
    const { box } = await drafted();
    const inSession = await runChronicle(box, ['draft', 'redact', DRAFT, '--replace-all'], { session: 'a-session-1' });
    expect([inSession.code, inSession.stdout]).toEqual([2, '']);
    expect(inSession.stderr).toContain('for a person to decide');
  });

  it('says where redact.yml cannot be used', async () => {
    const { box, run } = await drafted();
    appendFileSync(join(box.state, 'redact.yml'), 'names:\n  - [a]\n');
    const { stderr } = await run('draft', 'redact', DRAFT);
    expect(stderr).toMatch(/redact\.yml:2:\d+: This cannot be used/);
  });

  it.each([[[]], [['../x']], [['nothing-there']]])('refuses %j', async (args) => {
    const { code, stdout } = await openExportBox().run('draft', 'redact', ...args);
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe.skipIf(!hasTerminal)('chronicle draft redact in a terminal (needs tmux)', () => {
  it('asks about each finding, shows no secret, and saves each decision at once', async () => {
    const { box, ofDraft } = await drafted();
    const terminal = await openTerminal([process.execPath, CLI, 'draft', 'redact', DRAFT], {
      env: box.environment({ CLAUDE_PID: undefined, TERM: 'xterm' }),
      cwd: box.project,
    });
    await terminal.waitFor('What becomes of this GitHub token?');
    const shown = await terminal.screen();
    expect(shown).toContain('It printed [redacted: GitHub token] to');
    expect(shown).not.toContain('Keep it');
    await terminal.press('Enter');
    await terminal.waitFor('What becomes of this e-mail address?');
    expect(existsSync(join(box.state, 'drafts', DRAFT, 'redactions.yml'))).toBe(true);
    expect(await terminal.screen()).toContain(`e-mail address "${ADDRESS}" (perhaps private)`);
    expect(await terminal.screen()).not.toContain(TOKEN);
    await terminal.press('Enter');
    await terminal.waitFor('ended with 1');
    expect(ofDraft(DRAFT, 'redactions.yml'), 'Enter decides nothing that may be meant').not.toContain(': keep');
  });
});
