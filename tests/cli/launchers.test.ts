import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AGENT_COMMANDS, commandBatch, commandLauncher, hookLauncher } from '#src/setup/package-copy.ts';
import { ROOT } from '#tests/support/root.ts';

/** A machine with a copy of ours in a path that shells stumble over, and no Node but what a test puts there. */
function machine() {
  const root = mkdtempSync(join(tmpdir(), `chronicle 'l $(x) `));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [app, bin] = [join(root, "st'ate/app"), join(root, 'bin')];
  mkdirSync(bin, { recursive: true });
  symlinkSync('/bin/sh', join(bin, 'sh'));
  const program = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
    return path;
  };
  const initNode = join(root, "in'it/node");
  return {
    root,
    app,
    bin,
    initNode,
    program,
    hook: program(join(app, 'hook'), hookLauncher(app, initNode)),
    chronicle: program(join(app, 'bin/chronicle'), commandLauncher(app, join(root, 'package'), initNode)),
    /** A Node that says which it is and what it was given. */
    node: (path: string) => program(path, '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\nexit 7\n'),
    run(file: string, args: string[]) {
      const ran = spawnSync(file, args, { env: { PATH: bin }, encoding: 'utf8', input: '{}' });
      return { code: ran.status, lines: ran.stdout.split('\n').slice(0, -1), stderr: ran.stderr };
    },
  };
}

describe('the hook launcher', () => {
  it('runs the Node that init ran under, and the one on PATH if that is gone, with its arguments and exit code', () => {
    const { app, bin, hook, initNode, node, run } = machine();
    const path = node(join(bin, 'node'));
    const words = [`${app}/hooks/dist/chronicle.cjs`, 'session-start'];
    expect(run(hook, ['session-start'])).toEqual({ code: 7, lines: [path, ...words], stderr: '' });
    node(initNode);
    expect(run(hook, ['session-start']).lines).toEqual([initNode, ...words]);
  });

  it('says that there is no Node, with an exit code that blocks nothing', () => {
    const { hook, run } = machine();
    expect(run(hook, ['pre-tool-use'])).toEqual({
      code: 1,
      lines: [],
      stderr: expect.stringMatching(/^session-chronicle: Node was not found, .* run chronicle init\.\n$/),
    });
  });
});

describe('the command launcher', () => {
  it("runs the agent's commands from the copy, others from the package while it is there", () => {
    const { root, app, chronicle, bin, node, program, run } = machine();
    node(join(bin, 'node'));
    for (const command of AGENT_COMMANDS)
      expect(run(chronicle, [command, 'a  b']).lines.slice(1)).toEqual([
        `${app}/hooks/dist/chronicle.cjs`,
        command,
        'a  b',
      ]);
    expect(run(chronicle, ['doctor']).lines[1]).toBe(`${app}/hooks/dist/cli.mjs`);
    const own = program(join(root, 'package/bin/chronicle'), '');
    expect(run(chronicle, ['doctor']).lines[1]).toBe(own);
  });

  it('starts from the copy what the package starts from the bundle of the hooks', () => {
    const own = readFileSync(join(ROOT, 'bin/chronicle'), 'utf8');
    expect(own).toContain(`var agent = [${AGENT_COMMANDS.map((command) => `'${command}'`).join(', ')}];`);
    expect(commandBatch('C:/app', 'C:/pack', 'C:/node.exe')).toContain(`in (${AGENT_COMMANDS.join(' ')}) do`);
  });

  it('quotes its paths in a batch file', () => {
    const text = commandBatch('C:/Users/50% off/app', 'C:/pack & age', 'C:/no de/node.exe');
    expect(text).toContain('set "APP=C:/Users/50%% off/app"\r\n');
    expect(text).toContain('set "PROGRAM=C:/pack & age\\bin\\chronicle"\r\n');
    expect(text).toContain('set "NODE=C:/no de/node.exe"\r\n');
  });
});
