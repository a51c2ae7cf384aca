import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { dryFire, type OnInterrupt } from '#src/node/doctor/dry-fire.ts';
import { timedRun } from '#src/node/doctor/timed-run.ts';
import { hookLauncher } from '#src/setup/launchers.ts';
import { filesBelow, openSandbox } from '../hooks/sandbox.ts';

/** A machine with a copy of ours and no Node but what a test puts there; its hook only says what home it sees. */
function machine() {
  const { root, home, state } = openSandbox();
  const [app, bin] = [join(state, "a'pp"), join(root, 'bin')];
  for (const directory of [join(app, 'bin'), join(app, 'hooks/dist'), bin]) mkdirSync(directory, { recursive: true });
  const launcher = hookLauncher(app, join(bin, 'node'));
  for (const name of ['hook', 'bin/chronicle']) writeFileSync(join(app, name), launcher, { mode: 0o755 });
  writeFileSync(join(app, 'hooks/dist/chronicle.cjs'), "process.exitCode = 2; console.error(require('os').homedir());");
  const hook = (word: string) => ({ command: join(app, 'hook'), args: [word], timeout: 10 });
  const hooks = new Map([
    ['SessionStart', hook('session-start')] as const,
    ['PreToolUse', hook('pre-tool-use')] as const,
  ]);
  const contents = () => filesBelow(root).map((path) => [path, readFileSync(path, 'latin1')]);
  return {
    app,
    bin,
    root,
    contents,
    fire: (onInterrupt: OnInterrupt = () => () => {}) =>
      dryFire({ kind: 'settings', hooks, root: app }, { PATH: bin, HOME: home }, onInterrupt),
  };
}

describe('dryFire', () => {
  it('finds out that the launcher finds no Node, and leaves no line of that', async () => {
    const { fire, contents } = machine();
    const before = contents();
    const { node, runs } = await fire();
    expect(node).toBeNull();
    expect(runs[0]?.fault).toMatch(/Node was not found,/);
    expect(contents()).toEqual(before);
  });

  it('gives the hook a home of its own', async () => {
    const { fire, bin } = machine();
    symlinkSync(process.execPath, join(bin, 'node'));
    const { node, runs } = await fire();
    expect(node?.version).toBe(process.versions.node);
    expect(runs[0]?.fault).toMatch(/\/chronicle-doctor-[^/]*\/home$/);
  });

  it('names the installed files where they are broken', async () => {
    const { app, fire } = machine();
    chmodSync(join(app, 'hook'), 0o600);
    expect((await fire()).runs[0]?.fault).toBe(`${app}/hook did not start (EACCES).`);
    rmSync(join(app, 'hook'));
    expect((await fire()).runs[0]?.fault).toBe(`${app}/hook did not start (ENOENT).`);
  });

  it('kills what it runs and deletes the sandbox on Ctrl-C', async () => {
    const { app, bin, root, fire } = machine();
    symlinkSync(process.execPath, join(bin, 'node'));
    const witness = join(root, 'running');
    writeFileSync(
      join(app, 'hooks/dist/chronicle.cjs'),
      `require('fs').writeFileSync(${JSON.stringify(witness)}, process.pid + ' ' + process.env.CLAUDE_CONFIG_DIR); setInterval(() => {}, 1000);`,
    );
    let press: () => number | undefined = () => undefined;
    let isReleased = false;
    const fired = fire((listener) => {
      press = listener;
      return () => {
        isReleased = true;
      };
    });
    await vi.waitFor(() => expect(readFileSync(witness, 'utf8')).toContain('/config'), 10_000);
    const [pid, config = ''] = readFileSync(witness, 'utf8').split(' ');
    expect(existsSync(config)).toBe(true);
    expect(press()).toBe(130);
    expect(existsSync(dirname(config))).toBe(false);
    await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH'), 5000);
    await fired;
    expect([isReleased, existsSync(dirname(config))]).toEqual([true, false]);
  });
});

describe('timedRun', () => {
  it('ends what a process started as well, once its time is up', async () => {
    const from = Date.now();
    const start = { command: '/bin/sh', args: ['-c', 'sleep 20; true'], input: '', cwd: '/', env: process.env };
    expect(await timedRun(start, 200)).toMatchObject({ code: null });
    expect(Date.now() - from).toBeLessThan(10_000);
  });
});
