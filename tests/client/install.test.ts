import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { bashCalls, hookContexts } from './api-request.ts';
import { filesBeside } from './chronicles.ts';
import { BRANCH, chronicles, installPlugin, labWithGit, labWithPlugin, log } from './scenario.ts';

const scripts = [{ prompt: 'log it', commands: [log('INSIGHT', 'Found')] }];

describe('the plugin', () => {
  it('is valid, warnings included', async () => {
    const lab = await labWithGit([]);
    const run = await lab.run(['plugin', 'validate', inject('plugin'), '--strict']);
    expect(run.stdout).toContain('Validation passed');
    expect(run.code).toBe(0);
  });

  it('is installed from its marketplace directory without node_modules', async () => {
    const lab = await labWithPlugin(scripts);
    expect(existsSync(join(inject('plugin'), 'node_modules'))).toBe(false);
    const list = await lab.run(['plugin', 'list']);
    expect(list.stdout).toContain('session-chronicle@session-chronicle');
    expect(list.stdout).toContain('enabled');

    await lab.run(['-p', 'log it']);
    expect(chronicles(lab, 1)[0].events).toEqual(['[INSIGHT] Found']);
  });

  it('does not make the client install packages', async () => {
    // For a plugin with a lockfile the client runs npm ci: 400 MB that no hook needs, or a minute's wait without network.
    const lab = await labWithGit([]);
    const npm = join(lab.home, 'npm');
    writeFileSync(npm, '#!/bin/sh\ntouch "$HOME/npm-was-called"\n', { mode: 0o755 });
    lab.env.PATH = `${lab.home}${delimiter}${lab.env.PATH}`;
    await installPlugin(lab);
    expect(existsSync(join(lab.home, 'npm-was-called'))).toBe(false);
  });

  it('works from --plugin-dir', async () => {
    const lab = await labWithGit(scripts);
    await lab.run(['-p', 'log it', '--plugin-dir', inject('plugin')]);
    expect(bashCalls(lab.requests)).toMatchObject([{ isError: false }]);
    expect(chronicles(lab, 1)[0].events).toEqual(['[INSIGHT] Found']);
  });
});

describe('a new session', () => {
  it('has a private file that says where it comes from', async () => {
    const lab = await labWithPlugin([]);
    const run = await lab.run(['-p', 'hello', '--output-format', 'json']);
    const [chronicle] = chronicles(lab, 1);
    const { session_id: id } = JSON.parse(run.stdout);

    expect(run.stderr).toBe('');
    expect(chronicle.fields).toMatchObject({
      session_id: id,
      branch: BRANCH,
      task: 'CWS-96',
      cwd: lab.project,
      attended: 'no',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      started: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      utc_offset: expect.stringMatching(/^[+-]\d\d:\d\d$/),
    });
    expect(chronicle.name).toBe(`${chronicle.fields.date}-cws-96-session-chronicle.md`);
    expect(statSync(chronicle.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(chronicle.path)).mode & 0o777).toBe(0o700);
  });

  it('lies in the directory where the client keeps the project, and nowhere else', async () => {
    const lab = await labWithPlugin([]);
    const run = await lab.run(['-p', 'hello', '--output-format', 'json']);
    const [chronicle] = chronicles(lab, 1);
    const { session_id: id } = JSON.parse(run.stdout);

    const transcripts = join(lab.home, '.claude', 'projects', chronicle.directory);
    expect(readdirSync(transcripts)).toContain(`${id}.jsonl`);
    expect(filesBeside(chronicle)).toEqual([chronicle.name]);
    expect(readdirSync(lab.project)).toEqual(['.git']);
  });

  it('reminds the model once, before its first answer, in under 1,500 characters', async () => {
    const lab = await labWithPlugin(scripts);
    await lab.run(['-p', 'log it']);
    const [chronicle] = chronicles(lab, 1);
    const [first, second] = lab.requests;
    if (first === undefined || second === undefined) throw new Error('The client asked the model less than twice.');

    for (const request of [first, second]) {
      const contexts = hookContexts(request);
      expect(contexts).toHaveLength(1);
      expect(contexts[0]).toContain(`Session chronicle active at ${chronicle.path}.`);
      expect(contexts[0]?.length).toBeLessThan(1500);
      expect(contexts[0]).toContain("<<'EOF'");
    }
  });
});
