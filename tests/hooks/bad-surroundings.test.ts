import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENT_BUNDLE, type Finished, type Input, NODE } from './bundle-process.ts';
import { endPayload, startPayload, toolPayload } from './payloads.ts';
import { filesBelow, openSandbox, type Sandbox, type Surroundings } from './sandbox.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const WRITERS = ['session-start', 'session-end', 'log', 'summary'] as const;
type Writer = (typeof WRITERS)[number];

/** One sentence or two on one line, as people read them: no stack, no code of ours. */
const SENTENCE = /^session-chronicle: [^\n]+\.\n$/;

function inputFor(box: Sandbox, command: Writer | 'pre-tool-use'): string {
  const fields = { session_id: ID, cwd: box.project };
  if (command === 'session-start') return startPayload(fields);
  if (command === 'session-end') return endPayload(fields);
  return command === 'pre-tool-use' ? toolPayload('chronicle dev') : 'text\n';
}

function run(box: Sandbox, command: Writer, { env, ...surroundings }: Surroundings = {}): Promise<Finished> {
  const args = command === 'log' ? ['log', 'ERROR'] : [command];
  return box.run(args, inputFor(box, command), { ...surroundings, env: { CLAUDE_CODE_SESSION_ID: ID, ...env } });
}

/** All at once: what one of them leaves behind must not matter to the others. */
function runAll(box: Sandbox, commands: readonly Writer[], surroundings?: Surroundings): Promise<Finished[]> {
  return Promise.all(commands.map((command) => run(box, command, surroundings)));
}

function expectRefusal({ code, stdout, stderr }: Finished): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(SENTENCE);
  expect(stderr).not.toMatch(/ {4}at |node:|undefined|\[object/);
}

/** The permission hook: no decision, whatever is wrong. */
async function expectSilence(box: Sandbox, surroundings: Surroundings): Promise<void> {
  const finished = await box.run(['pre-tool-use'], inputFor(box, 'pre-tool-use'), surroundings);
  expect(finished).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
}

/** A session with one event, so that its end has something to write. */
async function running(): Promise<Sandbox> {
  const box = openSandbox();
  await box.start(ID);
  await box.log(ID, 'ERROR', 'text');
  return box;
}

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** The command that runs another as this user. */
function as(uid: number): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
}

/** Whether the bundle can be run as a user without a home, and with permissions that bind it. */
function canBeNobody(): boolean {
  const [program = '', ...args] = [...as(NOBODY), NODE, AGENT_BUNDLE, 'tags'];
  return isRoot && spawnSync(program, args, { env: {}, stdio: 'ignore' }).status === 0;
}

describe('a home that', () => {
  it.each([
    ['is empty', ''],
    ['is relative', 'home/me'],
    ['is a file', '/proc/self/status'],
    ['cannot be made', '/proc/absent/home'],
  ])('%s is refused, and nothing is written', async (_, HOME) => {
    const box = openSandbox();
    const [end, ...others] = await runAll(box, ['session-end', 'session-start', 'log', 'summary'], { env: { HOME } });
    for (const finished of others) expectRefusal(finished);
    // An end without a file is nothing to speak of, wherever the file is not.
    if (HOME.startsWith('/')) expect(end).toMatchObject({ code: 0, stdout: '', stderr: '' });
    else if (end) expectRefusal(end);
    await expectSilence(box, { env: { HOME } });
    expect(filesBelow(box.root)).toEqual([]);
  });

  it('is a link works, as does ~/.claude as a link', async () => {
    const box = openSandbox();
    mkdirSync(join(box.root, 'dotfiles/claude'), { recursive: true });
    symlinkSync(join(box.root, 'dotfiles/claude'), box.config);
    symlinkSync(box.home, join(box.root, 'home-link'));
    const surroundings = { env: { HOME: join(box.root, 'home-link') } };
    for (const command of ['session-start', 'log', 'session-end'] as const) {
      expect(await run(box, command, surroundings)).toMatchObject({ code: 0, stderr: '' });
    }
    expect(box.only().text).toContain('Auto-generated: 1 event');
    expect(filesBelow(box.root).filter((path) => path.endsWith('.md'))).toHaveLength(1);
  });
});

// Only root can be somebody else, and somebody else must be able to read this clone.
describe.skipIf(!canBeNobody())('a home that', () => {
  it.each([NOBODY, 54321])('is not set, for user %i who has none', async (uid) => {
    const box = openSandbox();
    chmodSync(box.root, 0o777);
    const through = as(uid);
    for (const finished of await runAll(box, ['session-start', 'log'], { through, env: { HOME: undefined } }))
      expectRefusal(finished);
    await expectSilence(box, { through, env: { HOME: undefined } });
    const config = join(box.root, 'config');
    expect(
      (await run(box, 'session-start', { through, env: { HOME: undefined, CLAUDE_CONFIG_DIR: config } })).stderr,
    ).toBe('');
    expect(filesBelow(join(config, 'projects'))).toHaveLength(1);
  });
});

describe('stdin', () => {
  it('that is never closed is not waited for', async () => {
    const box = await running();
    const before = box.only().text;
    const open = (args: string[], input: string) =>
      box.run(args, { open: input }, { env: { CLAUDE_CODE_SESSION_ID: ID } });
    const [start, end, log, summary, permission] = await Promise.all([
      open(['session-start'], inputFor(box, 'session-start')),
      open(['session-end'], inputFor(box, 'session-end')),
      open(['log', 'ERROR'], 'half a te'),
      open(['summary'], ''),
      open(['pre-tool-use'], toolPayload('chronicle tags')),
    ]);
    for (const finished of [start, end, log, summary]) {
      expectRefusal(finished);
      expect(finished.stderr).toContain('Nothing ended stdin');
    }
    expect(permission).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(box.only().text).toBe(before);
  });

  const closed = ['/bin/sh', '-c', 'exec "$@" <&-', 'sh'];
  const directory = ['/bin/sh', '-c', 'exec "$@" < /', 'sh'];
  it.each([
    ['closed', closed],
    ['a directory', directory],
  ])('that is %s is refused', async (_, through) => {
    const box = await running();
    const before = box.only().text;
    for (const finished of await runAll(box, WRITERS, { through })) expectRefusal(finished);
    await expectSilence(box, { through });
    expect(box.only().text).toBe(before);
  });

  it.each<[string, Input]>([
    ['empty', ''],
    ['blank', ' \n'],
    ['absent', 'ignore'],
    ['not JSON', '{"session_id": "a"'],
    ['an array', '[]'],
    ['a string', '"session"'],
    ['null', 'null'],
    ['nested without end', '['.repeat(200_000)],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['larger than any payload', `{"session_id":"a","x":"${'x'.repeat(33 * 1024 * 1024)}"}`],
    ['without session_id', '{"source":"startup","cwd":"/"}'],
    ['with an empty session_id', '{"session_id":""}'],
    ['with a number as session_id', '{"session_id":7}'],
    ['with a session_id that is a path', '{"session_id":"../../../../x"}'],
    ['with a session_id that names a directory', '{"session_id":".."}'],
    ['with a session_id with a slash', '{"session_id":"a/b"}'],
    ['with a session_id with a NUL', '{"session_id":"a\\u0000b"}'],
    ['with a session_id with a newline', '{"session_id":"a\\nb"}'],
    ['with a long session_id', `{"session_id":"${'x'.repeat(129)}"}`],
  ])('that is %s is refused by the hooks, noted in the failure log, and nothing else is written', async (_, input) => {
    const box = openSandbox();
    const [permission, ...others] = await Promise.all(
      ['pre-tool-use', 'session-start', 'session-end'].map((event) => box.run([event], input)),
    );
    for (const finished of others) {
      expectRefusal(finished);
      expect(finished.stderr).toContain('Nothing was written.');
    }
    expect(permission).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(filesBelow(box.root)).toEqual([join(box.state, 'log.jsonl')]);
    expect(
      box
        .failures()
        .map(({ event }) => event)
        .sort(),
    ).toEqual(['session-end', 'session-start']);
  });
});

describe('stdout and the working directory', () => {
  it.each(['>&-', '> /dev/full', '| true'])(
    'output that goes nowhere (%s) leaves no stack trace, and the file is there',
    async (redirection) => {
      const box = openSandbox();
      const through = ['/bin/sh', '-c', `"$@" ${redirection}`, 'sh'];
      const { stderr } = await run(box, 'session-start', { through });
      expect(stderr).toBe('');
      expect(box.only().text).toContain(ID);
      expect((await box.run(['tags'], 'ignore', { through })).stderr).toBe('');
    },
  );

  it('a working directory that is gone does not matter', async () => {
    const box = openSandbox();
    const cwd = join(box.root, 'gone');
    mkdirSync(cwd);
    const through = ['/bin/sh', '-c', `rmdir "${cwd}"; exec "$@"`, 'sh'];
    expect(await run(box, 'session-start', { through, cwd })).toMatchObject({ code: 0, stderr: '' });
    mkdirSync(cwd);
    expect(await run(box, 'log', { through, cwd })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a place that cannot be written', () => {
  it.each([
    ['projects', (box: Sandbox) => join(box.config, 'projects')],
    ['the project directory', (box: Sandbox) => join(box.chronicleDirectory, '..')],
    ['the chronicle directory', (box: Sandbox) => box.chronicleDirectory],
    ['its work directory', (box: Sandbox) => join(box.chronicleDirectory, '.tmp')],
  ])('because a file stands where %s should be: exit 2', async (_, placeIn) => {
    const box = openSandbox();
    mkdirSync(join(placeIn(box), '..'), { recursive: true });
    writeFileSync(placeIn(box), 'in the way');
    expectRefusal(await run(box, 'session-start'));
    expectRefusal(await run(box, 'log'));
    expect(readFileSync(placeIn(box), 'utf8')).toBe('in the way');
    expect(box.failures()).toMatchObject([{ event: 'session-start', session_id: ID }]);
  });

  it.each([
    'session-chronicle',
    'session-chronicle/index',
    'session-chronicle/index/by-id',
    'session-chronicle/index/live',
  ])(
    'because a file stands where %s should be: the session still has its chronicle, and the user is told',
    async (place) => {
      const box = openSandbox();
      mkdirSync(join(box.config, place, '..'), { recursive: true });
      writeFileSync(join(box.config, place), 'in the way');
      const { code, stdout, stderr } = await run(box, 'session-start');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(box.only().path);
      expect(JSON.parse(stdout).systemMessage).toContain(place);
      for (const command of ['log', 'session-end'] as const)
        expect(await run(box, command)).toMatchObject({ code: 0, stderr: '' });
      expect(box.only().text).toContain('Auto-generated: 1 event');
    },
  );

  it.skipIf(isRoot && !canBeNobody())(
    'because permission is missing: exit 2, and the file stays as it is',
    async () => {
      const box = await running();
      const { path, text } = box.only();
      if (isRoot) {
        for (const place of [
          box.root,
          box.home,
          box.config,
          join(box.config, 'projects'),
          join(box.chronicleDirectory, '..'),
        ])
          chmodSync(place, 0o755);
        for (const place of [box.chronicleDirectory, join(box.chronicleDirectory, '.tmp'), path])
          chownSync(place, NOBODY, NOBODY);
        chmodSync(box.state, 0o755);
        for (const place of ['index', 'index/by-id']) chmodSync(join(box.state, place), 0o755);
        chmodSync(join(box.state, 'index/by-id', ID), 0o644);
      }
      chmodSync(join(box.chronicleDirectory, '.tmp'), 0o500);
      chmodSync(box.chronicleDirectory, 0o500);
      const through = isRoot ? as(NOBODY) : [];
      for (const finished of await runAll(box, ['session-end', 'log', 'summary'], { through })) {
        expectRefusal(finished);
        expect(finished.stderr).toContain('Permission was denied');
      }
      expectRefusal(await box.start('another', { through }));
      await expectSilence(box, { through });
      expect(box.only().text).toBe(text);
      chmodSync(box.chronicleDirectory, 0o700);
    },
  );
});

describe('a planted link', () => {
  /** Everything outside of <config>, which must not change. */
  function outsideOf(box: Sandbox): Record<string, string> {
    return Object.fromEntries(filesBelow(join(box.root, 'outside')).map((path) => [path, readFileSync(path, 'utf8')]));
  }

  function plant(box: Sandbox, place: string, kind: 'directory' | 'file' | 'nothing'): void {
    const target = join(box.root, 'outside', kind);
    mkdirSync(join(box.root, 'outside/directory'), { recursive: true });
    writeFileSync(join(box.root, 'outside/file'), 'precious');
    // In a directory of live sessions, an old file that cannot be read would be one to delete.
    writeFileSync(join(box.root, 'outside/directory/session-2'), 'precious');
    utimesSync(join(box.root, 'outside/directory/session-2'), 0, 0);
    mkdirSync(join(place, '..'), { recursive: true });
    rmSync(place, { recursive: true, force: true });
    symlinkSync(target, place);
  }

  const directories: [string, (box: Sandbox) => string][] = [
    ['projects', (box) => join(box.config, 'projects')],
    ['the project directory', (box) => join(box.chronicleDirectory, '..')],
    ['the chronicle directory', (box) => box.chronicleDirectory],
    ['.tmp', (box) => join(box.chronicleDirectory, '.tmp')],
  ];

  it.each(
    directories.flatMap(([name, placeIn]) =>
      (['directory', 'file', 'nothing'] as const).map((kind) => [name, kind, placeIn] as const),
    ),
  )('at %s to a %s: exit 2 in one sentence, and nothing is written outside', async (_, kind, placeIn) => {
    const box = openSandbox();
    plant(box, placeIn(box), kind);
    const before = outsideOf(box);
    const [end, ...others] = await runAll(box, ['session-end', 'session-start', 'log', 'summary']);
    for (const finished of others) expectRefusal(finished);
    expect(end).toMatchObject({ stdout: '' });
    expect(outsideOf(box)).toEqual(before);
  });

  it.each(directories)(
    'at %s, put there while the session runs, to a copy of it: exit 2, and the copy stays as it is',
    async (_, placeIn) => {
      const box = await running();
      mkdirSync(join(box.root, 'outside'));
      renameSync(placeIn(box), join(box.root, 'outside/copy'));
      symlinkSync(join(box.root, 'outside/copy'), placeIn(box));
      const before = outsideOf(box);
      for (const finished of await runAll(box, WRITERS)) expectRefusal(finished);
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it.each(['file', 'nothing', 'directory'] as const)(
    'at the name of the new file, to a %s: the next name is taken',
    async (kind) => {
      const box = openSandbox();
      await box.start('first');
      plant(box, box.only().path, kind);
      const before = outsideOf(box);
      expect(await run(box, 'session-start')).toMatchObject({ code: 0, stderr: '' });
      const made = filesBelow(box.chronicleDirectory).find((path) => path.endsWith('-2.md')) ?? '';
      expect(readFileSync(made, 'utf8')).toContain(ID);
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it('in place of the session’s own file, to a copy of it: exit 2, and the copy stays as it is', async () => {
    const box = await running();
    const { path, text } = box.only();
    plant(box, path, 'file');
    writeFileSync(join(box.root, 'outside/file'), text);
    const before = outsideOf(box);
    for (const finished of await runAll(box, ['log', 'summary', 'session-end'])) expectRefusal(finished);
    expect(outsideOf(box)).toEqual(before);
  });

  it.each(
    ['', '/index', '/index/by-id', '/index/live', `/index/by-id/${ID}`, `/index/live/${ID}`].flatMap((place) =>
      (['directory', 'file', 'nothing'] as const).map((kind) => [place, kind] as const),
    ),
  )(
    'at session-chronicle%s to a %s: the session has its chronicle, the user is told, nothing is written outside',
    async (place, kind) => {
      const box = openSandbox();
      plant(box, `${box.state}${place}`, kind);
      const before = outsideOf(box);
      const { code, stdout, stderr } = await run(box, 'session-start');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(box.only().path);
      expect(JSON.parse(stdout).systemMessage).toContain(
        `session-chronicle${place.replace(/\/[^/]*-4c1b-[^/]*$/, '')}`,
      );
      for (const command of ['log', 'session-end'] as const)
        expect(await run(box, command)).toMatchObject({ code: 0, stderr: '' });
      expect(box.only().text).toContain('Auto-generated: 1 event');
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it.each(['file', 'nothing'] as const)(
    'at log.jsonl to a %s: the failure is said, and nothing is written outside',
    async (kind) => {
      const box = openSandbox();
      plant(box, join(box.state, 'log.jsonl'), kind);
      const before = outsideOf(box);
      expectRefusal(await box.run(['session-start'], 'not JSON'));
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it('at config.json may lead anywhere: it is only read', async () => {
    const box = openSandbox();
    mkdirSync(box.state, { recursive: true });
    writeFileSync(join(box.root, 'settings.json'), '{}');
    symlinkSync(join(box.root, 'settings.json'), join(box.state, 'config.json'));
    expect(JSON.parse((await run(box, 'session-start')).stdout).systemMessage).toBeUndefined();
  });
});

describe('the failure log', () => {
  it('gets a line from each of 12 hooks that fail at once', async () => {
    const box = openSandbox();
    await Promise.all(Array.from({ length: 12 }, () => box.run(['session-end'], 'not JSON')));
    expect(box.failures()).toHaveLength(12);
    for (const failure of box.failures())
      expect(Object.keys(failure).sort()).toEqual(['at', 'code', 'event', 'message']);
  });

  it('never holds the environment or what stood on stdin', async () => {
    const box = openSandbox();
    const secret = 'sk-ant-do-not-write-this';
    await box.run(['session-start'], `{"session_id": "../${secret}"}`, { env: { ANTHROPIC_API_KEY: secret } });
    await box.run(['session-start'], `{"${secret}`);
    expect(readFileSync(join(box.state, 'log.jsonl'), 'utf8')).not.toContain(secret);
  });

  it('is set aside when it has grown to a mebibyte', async () => {
    const box = openSandbox();
    mkdirSync(box.state, { recursive: true });
    writeFileSync(join(box.state, 'log.jsonl'), '{"event":"old"}\n'.repeat(70_000));
    for (let n = 0; n < 2; n++) await box.run(['session-end'], 'not JSON');
    expect(box.failures()).toHaveLength(1);
    expect(readFileSync(join(box.state, 'log.1.jsonl'), 'utf8').split('\n')).toHaveLength(70_002);
  });
});
