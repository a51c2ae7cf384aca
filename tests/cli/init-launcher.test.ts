import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AGENT_BUNDLES, commandBatch, commandLauncher, hookLauncher } from '#src/install/launcher.ts';
import { ROOT } from '#tests/support/root.ts';

/** A machine with a copy of ours in a path that shells stumble over, and no Node but what a test puts there. */
function machine() {
  const root = mkdtempSync(join(tmpdir(), `chronicle 'l $(x) `));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, state, bin] = [join(root, 'home'), join(root, "st'ate"), join(root, 'bin')];
  const app = join(state, 'app');
  for (const directory of [home, bin, join(app, 'bin')]) mkdirSync(directory, { recursive: true });
  for (const tool of ['date', 'mv']) symlinkSync(`/bin/${tool}`, join(bin, tool));
  const program = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
    return path;
  };
  // What the machine of the test has in the usual places is none of its business.
  const here = (text: string) =>
    text.replaceAll('/usr/local', '/nonexistent').replaceAll('/opt/homebrew', '/nonexistent');
  const hook = program(join(app, 'hook'), here(hookLauncher(app)));
  const chronicle = program(join(app, 'bin/chronicle'), here(commandLauncher(app, join(root, 'package'))));
  return {
    root,
    home,
    state,
    app,
    hook,
    chronicle,
    bin,
    program,
    /** A Node that says which it is and what it was given. It is new enough. */
    node: (path: string) => program(path, '#!/bin/sh\n[ "$1" = -e ] && exit 0\nprintf "%s\\n" "$0" "$@"\nexit 7\n'),
    /** One that does what the bundles do in a Node that is too old. */
    oldNode: (path: string) =>
      program(
        path,
        `#!/bin/sh\n[ "$1" = -e ] && exit 1\n[ "$1" = -p ] && echo "16.20.2 ($0)" && exit\nshift\n` +
          `export CHRONICLE_OLD_NODE="\${CHRONICLE_OLD_NODE:-16.20.2 ($0)}"\n` +
          'case $1 in session-*) exec "$APP/hook" "$@" ;; *) exec "$APP/bin/chronicle" "$@" ;; esac\n',
      ),
    run(file: string, args: string[], env: Record<string, string> = {}) {
      const ran = spawnSync(file, args, {
        env: { PATH: bin, HOME: home, APP: app, ...env },
        encoding: 'utf8',
        input: '{}',
      });
      return { code: ran.status, lines: ran.stdout.split('\n').slice(0, -1), stderr: ran.stderr };
    },
  };
}

describe('the hook launcher', () => {
  it('runs the node on PATH, with its arguments and its exit code', () => {
    const { app, hook, bin, node, run } = machine();
    const path = node(join(bin, 'node'));
    expect(run(hook, ['session-start'])).toEqual({
      code: 7,
      lines: [path, `${app}/hooks/dist/session-start.cjs`, 'session-start'],
      stderr: '',
    });
  });

  it('falls back on the node that init ran under', () => {
    const { root, app, hook, node, run } = machine();
    const path = node(join(root, 'old node/bin/node'));
    writeFileSync(join(app, 'node'), `${path}\n`);
    expect(run(hook, ['session-end']).lines[0]).toBe(path);
  });

  it.each([
    ['nvm', '.nvm/versions/node/v9.11.2/bin/node', '.nvm/versions/node/v22.12.0/bin/node'],
    [
      'fnm',
      '.local/share/fnm/node-versions/v20.9.0/installation/bin/node',
      '.fnm/node-versions/v20.10.0/installation/bin/node',
    ],
    ['mise', '.local/share/mise/installs/node/latest/bin/node', '.local/share/mise/installs/node/24.1.0/bin/node'],
    ['asdf and volta', '.asdf/installs/nodejs/22.1.0/bin/node', '.volta/tools/image/node/22.1.1/bin/node'],
    [
      'fnm on macOS',
      '.nvm/versions/node/v18.0.0-rc.1/bin/node',
      'Library/Application Support/fnm/node-versions/v18.20.0/installation/bin/node',
    ],
  ])('finds the newest of %s', (_, older, newest) => {
    const { home, app, hook, node, run } = machine();
    writeFileSync(join(app, 'node'), '/gone/bin/node\n');
    for (const each of [newest, older]) node(join(home, each));
    expect(run(hook, ['session-start']).lines[0]).toBe(join(home, newest));
  });

  it('asks the login shell, and asks once', () => {
    const { root, hook, app, node, program, run } = machine();
    const path = node(join(root, 'somewhere/node'));
    const shell = program(
      join(root, 'fish'),
      `#!/bin/sh\necho "Welcome /to node"\n[ "$1 $2" = "-lic command -v node" ] && echo "${path.replaceAll('$', '\\$')}"\n`,
    );
    expect(run(hook, ['session-start'], { SHELL: shell }).lines[0]).toBe(path);
    expect(readFileSync(join(app, 'node'), 'utf8')).toBe(`${path}\n`);
    expect(run(hook, ['session-start']).lines[0]).toBe(path);
  });

  it('passes over Nodes that are too old, on PATH and elsewhere', () => {
    const { root, home, app, hook, chronicle, bin, node, oldNode, run } = machine();
    oldNode(join(bin, 'node'));
    writeFileSync(join(app, 'node'), `${oldNode(join(root, 'also old/node'))}\n`);
    oldNode(join(home, '.nvm/versions/node/v17.9.1/bin/node'));
    const managed = node(join(home, '.nvm/versions/node/v18.0.0/bin/node'));
    const words = [managed, `${app}/hooks/dist/session-start.cjs`, 'session-start'];
    expect(run(hook, ['session-start'])).toEqual({ code: 7, lines: words, stderr: '' });
    expect(run(chronicle, ['log', 'ERROR']).lines[0]).toBe(managed);
    const further = node(join(root, 'further/node'));
    expect(run(hook, ['session-start'], { PATH: `${bin}:${dirname(further)}` }).lines[0]).toBe(further);
  });

  it('says that all Nodes are too old, and names the first', () => {
    const { state, hook, chronicle, bin, oldNode, run } = machine();
    const path = oldNode(join(bin, 'node'));
    const said = `session-chronicle: Node 16.20.2 (${path}) is too old: `;
    expect(run(hook, ['session-start'])).toEqual({
      code: 2,
      lines: [],
      stderr: `${said}hooks need 18 or newer. Nothing is recorded.\n`,
    });
    expect(run(chronicle, ['list'])).toMatchObject({
      code: 2,
      stderr: `${said}this command needs 20 or newer. Nothing was done.\n`,
    });
    expect(JSON.parse(readFileSync(join(state, 'log.jsonl'), 'utf8'))).toMatchObject({ code: 'CHRONICLE_OLD_NODE' });
  });

  it('says that there is no node, and notes it', () => {
    const { state, hook, run, program, root } = machine();
    const shell = program(join(root, 'sh'), '#!/bin/sh\necho node\nexit 1\n');
    const ran = run(hook, ['session-start'], { SHELL: shell });
    expect(ran).toMatchObject({ code: 2, lines: [] });
    expect(ran.stderr).toMatch(
      /^session-chronicle: Node was not found .* Install Node 18 or newer.* Nothing is recorded\.\n$/,
    );
    expect(run(hook, ['session-end'])).toMatchObject({ code: 2 });
    expect(run(hook, ['pre-tool-use'])).toMatchObject({ code: 0, lines: [] });
    expect(run(hook, ['before-compaction'])).toMatchObject({ code: 0, lines: [] });
    expect(run(hook, ['stop'])).toMatchObject({ code: 0, lines: [] });
    const failures = readFileSync(join(state, 'log.jsonl'), 'utf8').trim().split('\n');
    expect(failures.map((line) => JSON.parse(line))).toMatchObject([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        event: 'session-start',
        code: 'CHRONICLE_NO_NODE',
      },
      { event: 'session-end' },
      { event: 'pre-tool-use' },
      { event: 'before-compaction' },
      { event: 'stop' },
    ]);
  });
});

describe('the command launcher', () => {
  it("runs the agent's commands from the copy, others from the package while it is there", () => {
    const { root, app, chronicle, bin, node, program, run } = machine();
    node(join(bin, 'node'));
    expect(run(chronicle, ['log', 'ERROR', 'a  b']).lines.slice(1)).toEqual([
      `${app}/hooks/dist/agent.cjs`,
      'log',
      'ERROR',
      'a  b',
    ]);
    expect(run(chronicle, ['doctor']).lines[1]).toBe(`${app}/hooks/dist/cli.mjs`);
    const own = program(join(root, 'package/bin/chronicle'), '');
    expect(run(chronicle, ['doctor']).lines[1]).toBe(own);
  });

  it('starts the same bundles as the package does', () => {
    const { app, chronicle, bin, node, run } = machine();
    node(join(bin, 'node'));
    const own = readFileSync(join(ROOT, 'bin/chronicle'), 'utf8');
    for (const [bundle, commands] of AGENT_BUNDLES) {
      for (const command of commands) {
        expect(run(chronicle, [command]).lines[1]).toBe(`${app}/hooks/dist/${bundle}.cjs`);
        expect(commandBatch('C:/app', 'C:/pack')).toContain(
          `"${command}" set "PROGRAM=%APP%\\hooks\\dist\\${bundle}.cjs"`,
        );
        expect(own).toContain(`${command}: '${bundle}'`);
      }
    }
  });

  it('says that there is no node', () => {
    const { chronicle, run } = machine();
    expect(run(chronicle, ['log', 'ERROR'])).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringMatching(/Nothing was done\.\n$/),
    });
  });

  it('quotes its paths in a batch file', () => {
    const text = commandBatch('C:/Users/50% off/app', 'C:/pack & age');
    expect(text).toContain('set "APP=C:/Users/50%% off/app"\r\n');
    expect(text).toContain('set "PROGRAM=C:/pack & age\\bin\\chronicle"\r\n');
  });
});
