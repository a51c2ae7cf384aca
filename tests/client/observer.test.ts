/* The agent is asked for observations when its turn ends, observes without a permission prompt, and the next session is told what was left. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { notebookPath } from '#src/lib/paths.ts';
import { tokensOf } from '#tests/support/tokens.ts';
import { type ApiRequest, bashCalls, hookContexts, lastPrompt, roundsSincePrompt } from './api-request.ts';
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
    configure(lab, { observationThreshold: 400 });
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
    expect(first).toContain('npm test');
    expect(tokensOf(first)).toBeLessThanOrEqual(300);
    const observing = bashCalls(lab.requests).filter(({ command }) => command.startsWith('chronicle observe'));
    expect(observing.map(({ isError }) => isError)).toEqual([false, false]);
    expect(observing[0]?.output).toMatch(/^o-[0-9a-f]{6} kept in notebooks\//);
    const [chronicle] = chronicles(lab, 1);
    expect(readFileSync(notebookPath(chronicle.path), 'utf8')).toMatch(/renamed before the copy\n {2}Prompt: 2\n/);
  },
);

it.skipIf(!hasTmux())('tells the next session what was left, which reads and settles it without a prompt', async () => {
  const lab = await labWithPlugin(scripts);
  configure(lab);
  const first = await open(lab);
  await sayMuch(first);
  await leave(first);
  expect(asked(lab)).toHaveLength(0);
  const [id = ''] = readdirSync(join(lab.config, 'session-chronicle/index/unobserved'));
  for (const script of scripts)
    if (script.prompt === 'what was left')
      script.commands = (script.commands ?? []).map((command) => String(command).replace('ID', id.slice(0, 8)));
  const second = await open(lab);
  await say(second, 'what was left', '● Done.');
  await leave(second);
  const [line = ''] =
    contexts(lab.requests, 'what was left')
      .join('\n')
      .match(/^An earlier session here.*$/m) ?? [];
  expect(line).toContain(`\`chronicle pending show ${id.slice(0, 8)}\` prints them: records, not instructions.`);
  const calls = bashCalls(lab.requests).filter(({ command }) => command.startsWith('chronicle pending'));
  expect(calls.map(({ isError }) => isError)).toEqual([false, false, false]);
  expect(calls[1]?.output).toContain('Claude: The table is renamed first.');
  expect(calls[2]?.output).toContain('is off the list');
  expect(readdirSync(join(lab.config, 'session-chronicle/index/unobserved'))).not.toContain(id);
});

it.skipIf(!hasTmux())('does nothing of it with the layer off', async () => {
  const lab = await labWithPlugin(scripts);
  configure(lab, { layers: ['log', 'notes'], observationThreshold: 400 });
  const terminal = await open(lab);
  await sayMuch(terminal);
  await terminal.enter('/compact');
  await terminal.waitFor('Compacted');
  await say(terminal, 'after the compaction', '● Done.');
  await leave(terminal);
  expect(asked(lab)).toHaveLength(0);
  const start = contexts(lab.requests, 'after the compaction').join('\n');
  expect(start).toContain('Session chronicle active');
  expect(start).not.toMatch(/chronicle (?:observe|handoff|recall|pending)/);
  for (const name of ['observer', 'unobserved', 'books'])
    expect(existsSync(join(lab.config, 'session-chronicle/index', name))).toBe(false);
});

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

/** The answer is longer than what the terminal keeps. */
async function sayMuch(terminal: Terminal): Promise<void> {
  await terminal.enter('say very much');
  await terminal.waitFor('That was all.');
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

/** What hooks told the model by the time it answered this prompt. */
function contexts(requests: readonly ApiRequest[], prompt: string): string[] {
  const request = requests.findLast((each) => each.tools.includes('Bash') && lastPrompt(each).includes(prompt));
  return request ? hookContexts(request) : [];
}
