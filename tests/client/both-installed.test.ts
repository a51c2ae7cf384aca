import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bashCalls, hookContexts } from './api-request.ts';
import { filesBeside } from './chronicles.ts';
import { STREAM } from './client.ts';
import { labIn, logged, memoryOf, propose, until } from './gate-lab.ts';
import { chronicles, labWithGit, labWithPlugin, log } from './scenario.ts';
import { appOf, initialise } from './settings-install.ts';
import { hasTmux, openTerminal } from './terminal.ts';

it('as a plugin and in the settings, a session is recorded once and reminded once', async () => {
  const lab = await labWithPlugin([{ prompt: 'log it', commands: [log('INSIGHT', 'Found')] }]);
  initialise(lab);
  const client = lab.start(STREAM);
  for (const prompt of ['log it', '/compact', 'hello']) await client.ask(prompt);
  const run = await client.end();

  const [chronicle] = chronicles(lab, 1);
  expect(filesBeside(chronicle)).toEqual([chronicle.name]);
  expect(chronicle.events).toEqual(['[INSIGHT] Found']);
  expect(chronicle.summary?.match(/Auto-generated:/g)).toHaveLength(1);
  expect(bashCalls(lab.requests)).toMatchObject([{ isError: false }]);
  const spoken = lab.requests.filter(({ tools }) => tools.includes('Bash'));
  for (const request of [spoken[0], spoken.at(-1)])
    expect(request && hookContexts(request).join('\n').split('Session chronicle active at')).toHaveLength(2);
  expect(run.stderr).toBe('');
});

it.skipIf(!hasTmux())('as a plugin and in the settings, a yes to a memory change counts', async () => {
  const [miss, event] = logged('Money was summed in floats');
  const lab = await labIn([
    { prompt: 'file it', commands: [miss, propose('feedback_money.md', event)] },
    { prompt: 'apply it', commands: ['chronicle memory apply all'] },
  ]);
  initialise(lab);
  const terminal = await openTerminal(lab, ['--permission-mode', 'default']);
  onTestFinished(() => terminal.close());
  await terminal.enter('file it');
  await terminal.waitFor(/● Done\./);
  await terminal.enter('apply it');
  await terminal.waitFor(/Do you want to proceed/);
  await terminal.confirm();
  const file = join(memoryOf(lab), 'feedback_money.md');
  await until(() => existsSync(file));
  expect(readFileSync(file, 'utf8')).toContain('Sum money in integers.');
});

it("in shared settings and the user's settings, a session is recorded once and reminded once", async () => {
  const lab = await labWithGit([{ prompt: 'log it', commands: [log('INSIGHT', 'Found')] }]);
  initialise(lab, ['--contract', 'none']);
  initialise(lab, ['--project', '--shared', '--contract', 'none']);
  const run = await lab.run(['-p', 'log it']);
  const [chronicle] = chronicles(lab, 1);
  expect(chronicle.events).toEqual(['[INSIGHT] Found']);
  expect(chronicle.summary?.match(/Auto-generated:/g)).toHaveLength(1);
  const [request] = lab.requests.filter(({ tools }) => tools.includes('Bash'));
  expect(request && hookContexts(request).join('\n').split('Session chronicle active at')).toHaveLength(2);
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

it('shared settings record on their own, and do nothing without chronicle init', async () => {
  const lab = await labWithGit([{ prompt: 'log it', commands: [log('INSIGHT', 'Found')] }]);
  initialise(lab, ['--project', '--shared', '--contract', 'none']);
  expect(await lab.run(['-p', 'log it'])).toMatchObject({ code: 0, stderr: '' });
  expect(chronicles(lab, 1)[0].events).toEqual(['[INSIGHT] Found']);
  rmSync(appOf(lab), { recursive: true });
  const run = await lab.run(['-p', 'hello']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).not.toContain('hook');
  chronicles(lab, 1);
});
