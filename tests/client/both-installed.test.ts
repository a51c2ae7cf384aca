import { expect, it } from 'vitest';
import { bashCalls, hookContexts } from './api-request.ts';
import { filesBeside } from './chronicles.ts';
import { STREAM } from './client.ts';
import { chronicles, labWithGit, labWithPlugin, log } from './scenario.ts';
import { initialise } from './settings-install.ts';

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
