import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openQuickSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';
import { playTerminal } from './played-terminal.ts';

const SECRET = 'sk-ant-very-secret';
const SETTINGS = `{\n  "env": { "ANTHROPIC_API_KEY": "${SECRET}" }\n}\n`;

function box() {
  const sandbox = openQuickSandbox();
  mkdirSync(sandbox.config);
  writeFileSync(join(sandbox.config, 'settings.json'), SETTINGS);
  return sandbox;
}

async function chronicle(sandbox: Sandbox, ...args: string[]) {
  const { code, stdout, stderr } = await runChronicle(sandbox, args);
  return { code, out: stdout, err: stderr };
}

const settingsOf = (sandbox: Sandbox) => readFileSync(join(sandbox.config, 'settings.json'), 'utf8');

describe('chronicle init', () => {
  it('shows the change, without the values of other settings, and asks for --yes where nobody can be asked', async () => {
    const sandbox = box();
    const ran = await chronicle(sandbox, 'init');
    expect(ran.code).toBe(2);
    expect(ran.out).toMatch(/\n\+SessionStart: \/.*\/app\/hook session-start\n/);
    expect(ran.out).toContain('What the agent is told to log');
    expect(ran.out + ran.err).not.toContain(SECRET);
    expect(ran.err).toContain('--yes');
    expect((await chronicle(sandbox, 'init', '--dry-run')).code).toBe(0);
    expect(settingsOf(sandbox)).toBe(SETTINGS);
    expect(existsSync(sandbox.state)).toBe(false);
  });

  it.each([
    [['init', '--shared'], '--project'],
    [['init', '--layers', 'log,all'], 'Unknown layer "all" in --layers. The layers are log, notes and observations'],
    [['init', '--layers', ''], '--layers needs a value.'],
    [['init', '--yes=false'], '--yes takes no value.'],
    [['init', '--project=.'], '--project takes no value.'],
  ])('refuses %j', async (args, words) => {
    const ran = await chronicle(box(), ...args);
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) });
  });

  it('says how to undo and change an installation for all projects, and one for a project', async () => {
    const sandbox = box();
    const all = await chronicle(sandbox, 'init', '--yes');
    expect(all.out).toMatch(/\n {2}chronicle uninstall +undo all of this\n$/);
    const project = await chronicle(sandbox, 'init', '--project', '--yes', '--layers', 'log');
    expect(project.out).toMatch(/\n {2}chronicle uninstall --project +undo all of this; run it in the project\n$/);
    expect(project.out).toContain('To change that: chronicle init --project --layers ');
    const shared = await chronicle(box(), 'init', '--project', '--shared', '--yes');
    expect(shared.out).toContain('To change that: chronicle init --project --shared --layers ');
  });

  it('asks first what the agent should write, in a terminal and only the first time', async () => {
    const sandbox = box();
    const play = (...args: string[]) => playTerminal(args, { env: sandbox.environment(), cwd: sandbox.project });
    const terminal = play('init');
    await terminal.waitFor('What should the agent write');
    expect(await terminal.screen()).toMatch(
      /work\w*\?\nEvents and a notebook \(about \d+ tokens at each start\)\nEvents, a notebook and observations for later sessions \(about .*\)\nEvents \(about .*\)\n/,
    );
    await terminal.press('Down', 'Down', 'Enter');
    await terminal.waitFor('Make these changes?');
    expect(await terminal.screen()).toMatch(/\+ {2}"layers": \[\n\+ +"log"\n/);
    await terminal.press('Enter');
    await terminal.waitFor('ended with 0');
    expect(readFileSync(join(sandbox.state, 'config.json'), 'utf8')).toBe('{\n  "layers": [\n    "log"\n  ]\n}\n');
    expect(settingsOf(sandbox)).not.toContain('tool-failed');
    const again = play('init');
    await again.waitFor('ended with 0');
    expect(await again.screen()).toContain('the agent writes events. Nothing was changed.');
  });
});

describe('chronicle uninstall', () => {
  it('says that there is nothing, and what the plugin needs', async () => {
    const sandbox = box();
    const id = 'session-chronicle@market';
    mkdirSync(join(sandbox.config, 'plugins'));
    const plugins = { plugins: { [id]: [{ installPath: '/x', version: '1.0.0' }] } };
    writeFileSync(join(sandbox.config, 'plugins/installed_plugins.json'), JSON.stringify(plugins));
    writeFileSync(join(sandbox.config, 'settings.json'), JSON.stringify({ enabledPlugins: { [id]: true } }));
    const ran = await chronicle(sandbox, 'uninstall');
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining(`claude plugin uninstall ${id}`) });
    expect(ran.out).toMatch(/^Nothing to remove: /);
  });

  it('says what cannot be removed', async () => {
    const sandbox = box();
    sandbox.place('2026-11-20-main.md', 'x');
    writeFileSync(join(sandbox.config, 'settings.json'), `{ "${sandbox.state}/app/hook"`);
    const ran = await chronicle(sandbox, 'uninstall', '--yes');
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('settings.json:1:') });
    expect(ran.out).toContain('run chronicle uninstall again');
    expect(ran.out).not.toContain('Kept: ');
    expect(sandbox.chronicles()).toHaveLength(1);
  });
});
