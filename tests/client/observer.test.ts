/* The agent is asked for observations when its turn ends, observes without a permission prompt, and the next session is told what was left. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { notebookPath } from '#src/lib/paths.ts';
import { tokensOf } from '#tests/support/tokens.ts';
import { type ApiRequest, bashCalls, lastPrompt, roundsSincePrompt } from './api-request.ts';
import type { Lab } from './client.ts';
import { chronicles, labWithPlugin } from './scenario.ts';
import type { Script } from './scripted-api.ts';
import { hasTmux, openTerminal, type Terminal } from './terminal.ts';

const ASKED = 'Before you stop, keep what a later session should know';
const observe = (text: string) => `chronicle observe <<'EOF'\n- [decision] [P1] ${text}\nEOF`;
const LONG = 'The table is renamed first. '.repeat(60);
const VERY_LONG = `${'The table is renamed first. '.repeat(800)}\n\nThat was all.`;
const SUMMARISE = 'Your task is to create a detailed summary of the conversation';

const scripts: Script[] = [
  { prompt: SUMMARISE, says: '<summary>\nThe table was renamed.\n</summary>', isAside: true },
  { prompt: ASKED, commands: [observe('The table is renamed before the copy')], says: 'Observed.' },
  { prompt: 'explain at length', commands: ['npm test; true'], says: LONG },
  { prompt: 'say very much', says: VERY_LONG },
  {
    prompt: 'what was left',
    commands: ['chronicle pending', 'chronicle pending show ID', 'chronicle pending done ID'],
  },
];

it.skipIf(!hasTmux())(
  'asks once for each stretch, and once after a compaction (skipped where tmux is missing)',
  async () => {
    const lab = await labWithPlugin(scripts);
    configure(lab, { observationThreshold: 300 });
    const terminal = await open(lab);
    await say(terminal, 'hello there', '● Done.');
    expect(asked(lab)).toHaveLength(0);
    await confirmed(terminal, 'explain at length', '● Observed.');
    expect(asked(lab)).toHaveLength(1);
    await say(terminal, 'and then', '● Done.');
    expect(asked(lab)).toHaveLength(1);
    await terminal.enter('/compact');
    await terminal.waitFor('Compacted');
    await say(terminal, 'after the compaction', '● Observed.');
    expect(asked(lab)).toHaveLength(2);
    await say(terminal, 'and at last', '● Done.');
    await leave(terminal);
    expect(asked(lab)).toHaveLength(2);

    const [first = ''] = asked(lab).map(lastPrompt);
    expect(tokensOf(first)).toBeLessThanOrEqual(300);
    const observing = bashCalls(lab.requests).filter(({ command }) => command.startsWith('chronicle observe'));
    expect(observing.map(({ isError }) => isError)).toEqual([false, false]);
    expect(observing[0]?.output).toMatch(/^o-[0-9a-f]{6} kept in notebooks\//);
    const [chronicle] = chronicles(lab, 1);
    expect(readFileSync(notebookPath(chronicle.path), 'utf8')).toContain('renamed before the copy\n');
  },
);

function configure(lab: Lab, settings: object = {}): void {
  const path = join(lab.config, 'session-chronicle/config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ layers: ['log', 'notes', 'observations'], ...settings }));
}

async function open(lab: Lab): Promise<Terminal> {
  const terminal = await openTerminal(lab, ['--permission-mode', 'default']);
  onTestFinished(() => terminal.close());
  await sleep(2000);
  return terminal;
}

async function say(terminal: Terminal, prompt: string, answer: string): Promise<void> {
  await terminal.enter(prompt);
  await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*${answer.replace('.', '\\.')}`));
  // The turn ends after what the screen shows.
  await sleep(1000);
}

/** The same for a prompt whose command the client asks about. */
async function confirmed(terminal: Terminal, prompt: string, answer: string): Promise<void> {
  await terminal.enter(prompt);
  await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*Do you want to proceed`));
  await terminal.confirm();
  await terminal.waitFor(new RegExp(`renamed first[\\s\\S]*${answer.replace('.', '\\.')}`));
  await sleep(1000);
}

async function leave(terminal: Terminal): Promise<void> {
  await terminal.enter('/exit');
  await terminal.ended();
}

/** The requests in which the agent was asked for observations, one for each time. */
function asked(lab: Lab): ApiRequest[] {
  return lab.requests.filter(
    (request) =>
      request.tools.includes('Bash') && lastPrompt(request).includes(ASKED) && roundsSincePrompt(request) === 0,
  );
}
