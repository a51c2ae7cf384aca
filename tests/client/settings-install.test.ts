import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bashCalls, hookContexts } from './api-request.ts';
import { STREAM } from './client.ts';
import { chronicles, labWithGit, log } from './scenario.ts';
import type { Script } from './scripted-api.ts';
import { appOf, initialise, initialiseFromVanishing } from './settings-install.ts';

const BODY = 'Review a session, by default the one that is ending';
const scripts: Script[] = [
  { prompt: BODY, commands: ['chronicle retro context'] },
  { prompt: 'log it', commands: [log('INSIGHT', 'Found')] },
];

async function labWithSettings() {
  const lab = await labWithGit(scripts);
  initialise(lab);
  return lab;
}

it('records, finds chronicle although it is not on PATH, and logs without a prompt in default mode', async () => {
  const lab = await labWithSettings();
  const run = await lab.run(['-p', 'log it', '--permission-mode', 'default']);
  expect(bashCalls(lab.requests)).toMatchObject([{ isError: false, output: expect.stringMatching(/^e-[0-9a-f]{6} /) }]);
  const [{ events, summary, path }] = chronicles(lab, 1);
  expect(events).toEqual(['[INSIGHT] Found']);
  expect(summary).toContain('Auto-generated: 1 event');
  expect(lab.requests.map(hookContexts)).toEqual(Array(2).fill([expect.stringContaining(path)]));
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

it('has more time at the end than a plugin: a hook that takes 3 s is not killed', async () => {
  const lab = await labWithSettings();
  const hook = join(appOf(lab), 'hook');
  renameSync(hook, `${hook}.quick`);
  writeFileSync(hook, `#!/bin/sh\n[ "$1" = session-end ] && sleep 3\nexec "$0.quick" "$@"\n`, { mode: 0o755 });
  const run = await lab.run(['-p', 'log it']);
  expect(chronicles(lab, 1)[0].summary).toContain('Auto-generated: 1 event');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.milliseconds).toBeGreaterThan(3000);
});

it('has the retro skill, whose commands run unasked', async () => {
  const lab = await labWithSettings();
  const client = lab.start(STREAM);
  await client.ask('log it');
  await client.ask('/session-retro the lock');
  await client.end();
  const texts = lab.requests.flatMap(({ messages }) =>
    messages.flatMap(({ blocks }) => blocks.map(({ text }) => text ?? '')),
  );
  const asked = texts.find((text) => text.includes(BODY)) ?? '';
  expect(asked).toContain('What the human asked for, if anything: the lock');
  expect(asked).toContain(`${lab.config}/skills/session-retro/references/memory-update-protocol.md`);
  expect(bashCalls(lab.requests).at(-1)).toMatchObject({
    isError: false,
    output: expect.stringMatching(/INSIGHT +Found/),
  });
});

it('records after the package it came from is gone', async () => {
  const lab = await labWithGit(scripts);
  initialiseFromVanishing(lab);
  const client = lab.start(STREAM);
  await client.ask('log it');
  await client.ask('/session-retro');
  await client.end();
  const [{ events, summary }] = chronicles(lab, 1);
  expect(events).toEqual(['[INSIGHT] Found']);
  expect(summary).toContain('Auto-generated: 1 event');
  expect(bashCalls(lab.requests).filter(({ isError }) => isError)).toEqual([]);
});
