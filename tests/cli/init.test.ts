import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

const SECRET = 'sk-ant-very-secret';
const SETTINGS = `{\n  "env": { "ANTHROPIC_API_KEY": "${SECRET}" }\n}\n`;

function box() {
  const sandbox = openSandbox();
  mkdirSync(sandbox.config);
  writeFileSync(join(sandbox.config, 'settings.json'), SETTINGS);
  return sandbox;
}

function chronicle(sandbox: Sandbox, ...args: string[]) {
  return chronicleIn(sandbox, sandbox.project, ...args);
}

function chronicleIn(sandbox: Sandbox, cwd: string, ...args: string[]) {
  const ran = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    env: sandbox.environment(),
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

const settingsOf = (sandbox: Sandbox) => readFileSync(join(sandbox.config, 'settings.json'), 'utf8');

describe('chronicle init', () => {
  it('makes hooks and the command work, once, and uninstall takes them out', () => {
    const sandbox = box();
    const ran = chronicle(sandbox, 'init', '--yes');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('chronicle doctor');

    const [hook] = JSON.parse(settingsOf(sandbox)).hooks.SessionStart[0].hooks;
    const payload = { session_id: 's-1', cwd: sandbox.project, hook_event_name: 'SessionStart', source: 'startup' };
    const env = sandbox.environment();
    const started = spawnSync(hook.command, hook.args, { env, input: JSON.stringify(payload), encoding: 'utf8' });
    expect(started.stdout).toContain('Session chronicle active');
    const own = join(sandbox.state, 'app/bin/chronicle');
    spawnSync(own, ['log', 'INSIGHT', '--session', 's-1'], { env, input: 'found', encoding: 'utf8' });
    expect(sandbox.only().text).toContain('[INSIGHT] found');

    expect(chronicle(sandbox, 'init', '--yes').out).toMatch(/^Already installed: /);
    const left = chronicle(sandbox, 'uninstall', '--yes');
    expect(left).toMatchObject({ code: 0, err: '' });
    expect(left.out).toContain('Kept: 1 chronicle,');
    expect(settingsOf(sandbox)).toBe(SETTINGS);
    expect(existsSync(own)).toBe(false);
    expect(sandbox.only().text).toContain('[INSIGHT] found');
  });

  it.skipIf(process.platform === 'win32')('writes a line for shared settings that works for whoever has run it', () => {
    const sandbox = box();
    const team = join(sandbox.project, '../team');
    mkdirSync(team);
    const ran = chronicleIn(sandbox, team, 'init', '--yes', '--shared', '--no-contract', '--project');
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining("name nobody's path") });
    expect(ran.out).toContain('Everyone on the team runs chronicle init once');
    const [hook] = JSON.parse(readFileSync(join(team, '.claude/settings.json'), 'utf8')).hooks.SessionStart[0].hooks;
    expect(hook.command).not.toContain(sandbox.config);
    const payload = { session_id: 's-1', cwd: sandbox.project, hook_event_name: 'SessionStart', source: 'startup' };
    const start = (env: Record<string, string>) =>
      spawnSync('/bin/sh', ['-c', hook.command], { env, input: JSON.stringify(payload), encoding: 'utf8' });
    expect(start(sandbox.environment()).stdout).toContain('Session chronicle active');
    expect(start({ ...sandbox.environment(), CLAUDE_CONFIG_DIR: '/nowhere' })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(join(sandbox.state, 'index/live/s-1'), 'utf8')).toContain('"by":"shared"');
    expect(chronicleIn(sandbox, team, 'uninstall', '--yes', '--project').code).toBe(0);
    expect(existsSync(join(team, '.claude'))).toBe(false);
  });

  it.skipIf(!hasTerminal)('does nothing if the input ends before the answer', async () => {
    const sandbox = box();
    const terminal = await openTerminal([process.execPath, CLI, 'init'], {
      env: { ...sandbox.environment(), TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      cwd: sandbox.project,
    });
    await terminal.waitFor('What should the agent write while it works?');
    await terminal.press('Enter');
    await terminal.waitFor('Make these changes?');
    await terminal.press('C-d');
    await terminal.waitFor('ended with 2');
    expect(await terminal.screen()).toContain('The input ended before the question was answered');
    expect(settingsOf(sandbox)).toBe(SETTINGS);
  });
});

it.skipIf(!hasTerminal)('uninstall purges what was recorded once the word is typed, after showing it', async () => {
  const sandbox = box();
  sandbox.place('2026-11-20-main.md', 'x');
  const terminal = await openTerminal([process.execPath, CLI, 'uninstall', '--purge'], {
    env: { ...sandbox.environment(), TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    cwd: sandbox.project,
  });
  await terminal.waitFor('Type purge to confirm');
  expect(await terminal.screen()).toContain('(1 chronicle of 1 project)');
  await terminal.press('p', 'u', 'r', 'g', 'e', 'Enter');
  await terminal.waitFor('ended with 0');
  expect(sandbox.chronicles()).toEqual([]);
  expect(settingsOf(sandbox)).toBe(SETTINGS);
});
