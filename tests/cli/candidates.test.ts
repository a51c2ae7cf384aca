import { describe, expect, it } from 'vitest';
import { CORRECTION, ERROR, openCandidateBox, savedIn, TOKEN } from '../commands/candidate-box.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

describe('chronicle candidates review (needs tmux)', () => {
  it.skipIf(!hasTerminal)(
    'shows the evidence without secrets, and keeps what was decided when a person stops',
    async () => {
      const box = openCandidateBox();
      const command = [process.execPath, CLI, 'candidates', 'review'];
      const terminal = await openTerminal(command, { env: box.environment(), cwd: box.checkout });
      await terminal.waitFor(
        /1 of 2 · [\s\S]*> 1 you: use integers of cents, never floats[\s\S]*Confirm this USER-CORRECTION\?/,
      );
      await terminal.press('y');
      await terminal.waitFor(/2 of 2 · [\s\S]*> 2 you: login with[\s\S]*Confirm this ERROR\?/);
      expect(await terminal.screen()).not.toContain(TOKEN);
      await terminal.press('Escape');
      await terminal.waitFor('ended with 0');
      expect(await terminal.screen()).toContain('1 confirmed, 0 dropped, 1 still unconfirmed.');
      expect(savedIn(box)).toContain(CORRECTION.replace('candidate:', 'evidence:'));
      expect(savedIn(box)).toContain(ERROR);
    },
  );
});
