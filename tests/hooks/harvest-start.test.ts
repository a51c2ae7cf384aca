import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { summaryLines } from './chronicle-text.ts';
import { KILLED, killedSession } from './killed-session.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';
import { standInHarvester } from './stand-in-harvester.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

const transcriptOf = (box: Sandbox, id = ID) => `${box.config}/projects/-elsewhere/${id}.jsonl`;
const queueOf = (box: Sandbox) => join(box.state, 'index/harvest');
const queued = (box: Sandbox) => filesBelow(queueOf(box)).map((path) => basename(path));
const entryOf = (box: Sandbox, id = ID) => JSON.parse(readFileSync(join(queueOf(box), id), 'utf8'));

describe('the end of a session', () => {
  it('queues its transcript, with how its process came to it', async () => {
    const box = openSandbox();
    const payload = { transcript_path: transcriptOf(box) };
    await box.start(ID, { source: 'fork', payload });
    await box.start(ID, { source: 'compact', payload });
    await box.end(ID, { payload });
    expect(entryOf(box)).toEqual({
      transcript: transcriptOf(box),
      source: 'fork',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      queued: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      attempts: 0,
    });
    expect(box.leftovers()).toEqual([]);
  });

  it('starts one process apart from Claude Code, with an environment that has no secrets', async () => {
    const box = openSandbox();
    const harvester = standInHarvester();
    await box.start(ID);
    const secrets = {
      ANTHROPIC_API_KEY: 'sk-ant-1',
      CLAUDE_CODE_MESSAGING_TOKEN: 'token',
      CLAUDE_CODE_SESSION_ID: ID,
      AWS_SECRET_ACCESS_KEY: 'key',
      NODE_OPTIONS: '--no-warnings',
    };
    const settings = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TMPDIR: box.root, CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' };
    const { env, dist = '' } = harvester.surroundings;
    const config = { CLAUDE_CONFIG_DIR: box.config };
    const run = box.end(ID, { dist, env: { ...env, ...secrets, ...settings, ...config } });
    expect(await run).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    const told = await harvester.started();
    expect(told.argv.slice(1)).toEqual([join(dist, 'harvest.mjs')]);
    expect(told.env).toEqual({
      ...settings,
      ...config,
      HOME: box.home,
      PATH: expect.any(String),
      TZ: 'Europe/Berlin',
      CHRONICLE_NO_HARVEST: '1',
    });
    expect(told.cwd).toBe(box.state);
    expect(told.isDetached).toBe(true);
    expect(told.streams).toEqual(['/dev/null', '/dev/null', '/dev/null']);
    expect(await harvester.starts()).toBe(1);
  });

  it('queues and starts nothing for a session that is unknown or excluded, a subagent, and an unreadable payload', async () => {
    const box = openSandbox();
    const harvester = standInHarvester(0);
    const run = harvester.surroundings;
    await box.end('unknown', run);
    await box.start(ID);
    await box.end(ID, { ...run, payload: { agent_id: 'a1', agent_type: 'general-purpose' } });
    await box.run(['session-end'], '{', run);
    writeFileSync(join(box.project, '.no-chronicle'), '');
    await box.end(ID, run);
    expect(queued(box)).toEqual([]);
    expect(await harvester.starts()).toBe(0);
  });

  it('whose harvester is missing is finished, and the failure is logged', async () => {
    const box = openSandbox();
    const { surroundings } = standInHarvester();
    rmSync(join(surroundings.dist ?? '', 'harvest.mjs'));
    await box.start(ID);
    await box.log(ID, 'ERROR', 'text');
    expect(await box.end(ID, surroundings)).toMatchObject({ code: 0, stderr: '' });
    expect(summaryLines(box.only().text)).toEqual(['Auto-generated: 1 event (1 error)']);
    expect(box.failures()).toMatchObject([{ event: 'session-end', code: 'CHRONICLE_INCOMPLETE', session_id: ID }]);
  });

  it('starts it before slow work, and leaves the queue to it if the hook is killed', async () => {
    const box = openSandbox();
    const harvester = standInHarvester(0);
    await box.start(ID);
    await box.log(ID, 'ERROR', 'text');
    const preload = join(box.root, 'killed-before-summary.cjs');
    writeFileSync(
      preload,
      `const fs = require('node:fs');
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (String(to).endsWith('.md')) process.kill(process.pid, 'SIGKILL');
  return renameSync(from, to);
};`,
    );
    const { env, dist = '' } = harvester.surroundings;
    const { signal } = await box.end(ID, { dist, env: { ...env, NODE_OPTIONS: `--require ${preload}` } });
    expect(signal).toBe('SIGKILL');
    await harvester.started();
    expect(queued(box)).toEqual([ID]);
  });
});

describe('the next start', () => {
  it('queues the transcript of a killed session and starts the harvester', async () => {
    const box = openSandbox();
    const harvester = standInHarvester(0);
    await killedSession(box);
    await box.start('next', harvester.surroundings);
    expect(entryOf(box, KILLED)).toMatchObject({
      transcript: `/home/dev/.claude/projects/-home-dev-proj/${KILLED}.jsonl`,
      source: 'startup',
      attempts: 0,
    });
    await harvester.started();
    expect(await harvester.starts()).toBe(1);
  });

  it('starts the harvester again for what a killed one left, but not beside one that has just started', async () => {
    const box = openSandbox();
    const harvester = standInHarvester(0);
    await box.start(ID);
    await box.end(ID);
    await box.start('soon', harvester.surroundings);
    expect(await harvester.starts()).toBe(0);
    const minuteAgo = Date.now() / 1000 - 60;
    utimesSync(join(queueOf(box), ID), minuteAgo, minuteAgo);
    await box.start('later', harvester.surroundings);
    await harvester.started();
    expect(await harvester.starts()).toBe(1);
  });
});
