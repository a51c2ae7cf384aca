import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADDRESS, DRAFT, drafted, TOKEN } from '../commands/redactable-draft.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

describe.skipIf(!hasTerminal)('chronicle draft redact in a terminal (needs tmux)', () => {
  it('asks about each finding, shows no secret, and saves each decision at once', async () => {
    const { box, ofDraft } = await drafted();
    const terminal = await openTerminal([process.execPath, CLI, 'draft', 'redact', DRAFT], {
      env: box.environment({ CLAUDE_PID: undefined, TERM: 'xterm' }),
      cwd: box.project,
    });
    await terminal.waitFor('Replace this GitHub token?');
    const shown = await terminal.screen();
    expect(shown).toContain('It printed [redacted: GitHub token] to');
    expect(shown).not.toContain('[n]');
    await terminal.press('y');
    await terminal.waitFor('Replace this e-mail address?');
    expect(existsSync(join(box.state, 'drafts', DRAFT, 'redactions.yml'))).toBe(true);
    expect(await terminal.screen()).toContain(`2 of 2 · e-mail address · may be private\n"${ADDRESS}"`);
    expect(await terminal.screen()).not.toContain(TOKEN);
    await terminal.press('Enter', 's');
    await terminal.waitFor('ended with 1');
    expect(ofDraft(DRAFT, 'redactions.yml'), 'Enter decides nothing that may be meant').not.toContain(': keep');
  });
});
