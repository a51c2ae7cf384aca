/* Commands of the agent run without a permission prompt, and nothing else that is written with them does. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bashCalls } from './api-request.ts';
import { chronicles, labWithPlugin, log, summary } from './scenario.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const RECALL = 'chronicle recall quoted';
const ALLOWED = [
  'chronicle tags',
  log('DECISION', 'Keep the allowlist'),
  log('ERROR', 'Quoted\n  with a detail'),
  summary('All of it went through.'),
  'chronicle search tag:ERROR Quoted',
  'chronicle show last',
  RECALL,
  'chronicle recall --tokens 200',
];
// Eight at most, because auto mode ends a turn after nine refusals.
const COMPOUND = [
  "chronicle log ERROR <<'EOF' && touch mark\nrefused\nEOF",
  `${log('ERROR', 'refused')}\ntouch mark`,
  `touch mark; ${log('ERROR', 'refused')}`,
  `cd . && ${log('ERROR', 'refused')}`,
  `X=1 ${log('ERROR', 'refused')}`,
  'chronicle log ERROR <<EOF\nrefused $(touch mark)\nEOF',
  "chronicle log ERROR <<'EOF' > mark\nrefused\nEOF",
  'chronicle tags | tee mark',
];
const COMPOUND_RECALL = [
  `${RECALL} | tee mark`,
  `${RECALL} > mark`,
  `X=1 ${RECALL}`,
  `${RECALL} && touch mark`,
  'chronicle recall $(touch mark)',
];
const EVENTS = ['[DECISION] Keep the allowlist', '[ERROR] Quoted'];

// Plan mode is missing here, as the client then runs its own safety check whatever a hook says.
it.for(['default', 'acceptEdits', 'auto', 'dontAsk'])('without a person, in %s mode', async (mode) => {
  const lab = await labWithPlugin([
    { prompt: 'log it', commands: ALLOWED },
    { prompt: 'sneak it', commands: COMPOUND },
    { prompt: 'ask more', commands: COMPOUND_RECALL },
  ]);
  const run = await lab.run(['-p', 'log it', '--permission-mode', mode]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  for (const prompt of ['sneak it', 'ask more']) await lab.run(['-p', prompt, '--permission-mode', mode]);
  const calls = bashCalls(lab.requests);
  const refused = [...COMPOUND, ...COMPOUND_RECALL];
  expect(calls.map(({ command, isError }) => [command, isError])).toEqual([
    ...ALLOWED.map((command) => [command, false]),
    ...refused.map((command) => [command, true]),
  ]);
  expect(calls.find(({ command }) => command === RECALL)?.output).toContain('[error] Quoted');
  expect(existsSync(join(lab.project, 'mark'))).toBe(false);
  expect(chronicles(lab, 3).map(({ events }) => events)).toEqual([EVENTS, [], []]);
});

it.skipIf(!hasTmux()).for(['default', 'acceptEdits', 'auto'])(
  'with a person, who is asked about a compound command, in %s mode (skipped where tmux is missing)',
  async (mode) => {
    const lab = await labWithPlugin([
      { prompt: 'log it', commands: ALLOWED },
      { prompt: 'log more', commands: COMPOUND.slice(0, 1) },
    ]);
    const terminal = await openTerminal(lab, ['--permission-mode', mode]);
    onTestFinished(() => terminal.close());
    await terminal.enter('log it');
    await terminal.waitFor(/● Done\./);
    await terminal.enter('log more');
    await terminal.waitFor(/Do you want to proceed|Auto mode can't check/);
    expect(existsSync(join(lab.project, 'mark'))).toBe(false);
    await terminal.press('Escape');
    await terminal.enter('/exit');
    await terminal.ended();
    expect(
      bashCalls(lab.requests)
        .map(({ isError }) => isError)
        .slice(0, ALLOWED.length),
    ).not.toContain(true);
    expect(chronicles(lab, 1)).toMatchObject([{ events: EVENTS, summary: 'All of it went through.' }]);
  },
);
