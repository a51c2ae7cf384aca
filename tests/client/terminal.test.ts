import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bashCalls } from './api-request.ts';
import type { Lab } from './client.ts';
import { chronicles, labWithPlugin, log, summary } from './scenario.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const scripts = [
  { prompt: 'log it', commands: [log('ERROR', 'Seen'), summary('From a terminal.')] },
  { prompt: 'only log', commands: [log('ERROR', 'Seen')] },
  { prompt: 'log more', commands: ["chronicle log ERROR <<'EOF' && touch mark\nrefused\nEOF"] },
  { prompt: 'log and hang', commands: [log('ERROR', 'Seen')], hangs: true },
];

describe.skipIf(!hasTmux())('in a terminal (skipped where tmux is missing)', () => {
  it.for(['auto', 'default', 'acceptEdits'])(
    'logs without a prompt, and asks about a compound command, in %s mode',
    async (mode) => {
      const lab = await labWithPlugin(scripts);
      const terminal = await terminalIn(lab, ['--permission-mode', mode]);
      await terminal.enter('log it');
      await terminal.waitFor(/● Done\./);
      expect(bashCalls(lab.requests)).toMatchObject([{ isError: false }, { isError: false }]);

      await terminal.enter('log more');
      await terminal.waitFor(/Do you want to proceed|Auto mode can't check/);
      expect(existsSync(join(lab.project, 'mark'))).toBe(false);
      await terminal.press('Escape');
      await terminal.enter('/exit');
      await terminal.ended();

      const [chronicle] = chronicles(lab, 1);
      expect(chronicle.events).toEqual(['[ERROR] Seen']);
      expect(chronicle.summary).toBe('From a terminal.');
    },
  );

  it('does not mark a session that a person attends', async () => {
    const lab = await labWithPlugin(scripts);
    const terminal = await terminalIn(lab);
    await terminal.enter('only log');
    await terminal.waitFor(/● Done\./);
    await terminal.enter('/exit');
    await terminal.ended();
    const [chronicle] = chronicles(lab, 1);
    expect(chronicle.fields).not.toHaveProperty('attended');
    expect(chronicle.summary).toMatch(/^Auto-generated: 1 event/);
  });

  it('finishes the file when the window is closed', async () => {
    const lab = await labWithPlugin(scripts);
    const terminal = await terminalIn(lab);
    await terminal.enter('log and hang');
    await terminal.waitFor(/chronicle|Ran|scripted/i);
    while (bashCalls(lab.requests).length === 0) await new Promise((later) => setTimeout(later, 50));
    process.kill(terminal.pid, 'SIGHUP');
    await terminal.ended();
    expect(chronicles(lab, 1)[0].summary).toMatch(/^Auto-generated: 1 event/);
  });
});

async function terminalIn(lab: Lab, args: readonly string[] = []) {
  const terminal = await openTerminal(lab, args);
  onTestFinished(() => terminal.close());
  return terminal;
}
