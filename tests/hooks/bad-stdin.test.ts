import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRefusal, expectSilence, ID, inputFor, run, runAll, running, WRITERS } from './bad-surroundings.ts';
import type { Input } from './bundle-process.ts';
import { toolPayload } from './payloads.ts';
import { filesBelow, openQuickSandbox, openSandbox } from './sandbox.ts';

describe('stdin', () => {
  it('that is never closed is given up on', { tags: 'long' }, async () => {
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
      expect(finished.stderr).toContain('stdin was not closed within');
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
    ['larger than any payload', Buffer.from(`{"session_id":"a","x":"${'x'.repeat(33 * 1024 * 1024)}"}`)],
    ['without session_id', '{"source":"startup","cwd":"/"}'],
    ['with an empty session_id', '{"session_id":""}'],
    ['with a number as session_id', '{"session_id":7}'],
    ['with a session_id that is a path', '{"session_id":"../../../../x"}'],
    ['with a session_id that names a directory', '{"session_id":".."}'],
    ['with a session_id with a slash', '{"session_id":"a/b"}'],
    ['with a session_id with a NUL', '{"session_id":"a\\u0000b"}'],
    ['with a session_id with a newline', '{"session_id":"a\\nb"}'],
    ['with a long session_id', `{"session_id":"${'x'.repeat(129)}"}`],
  ])('that is %s is refused by the hooks and logged as a failure, and nothing else is written', async (_, input) => {
    const box = openQuickSandbox();
    const [permission, ...others] = await Promise.all(
      ['pre-tool-use', 'session-start', 'session-end'].map((event) => box.run([event], input)),
    );
    for (const finished of others) {
      expectRefusal(finished);
      expect(finished.stderr).toContain('Nothing was written.');
    }
    expect(permission).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(filesBelow(box.root)).toEqual([join(box.state, 'log.jsonl')]);
    expect(new Set(box.failures().map(({ event }) => event))).toEqual(new Set(['session-end', 'session-start']));
  });
});

describe('stdout and the working directory', () => {
  it.each(['>&-', '> /dev/full', '| true'])(
    'output that goes nowhere (%s) leaves no stack trace, and the file is written',
    async (redirection) => {
      const box = openSandbox();
      const through = ['/bin/sh', '-c', `"$@" ${redirection}`, 'sh'];
      const { stderr } = await run(box, 'session-start', { through });
      expect(stderr).toBe('');
      expect(box.only().text).toContain(ID);
      expect((await box.run(['tags'], 'ignore', { through })).stderr).toBe('');
    },
  );

  it('a deleted working directory does not matter', async () => {
    const box = openSandbox();
    const cwd = join(box.root, 'gone');
    mkdirSync(cwd);
    const through = ['/bin/sh', '-c', `rmdir "${cwd}"; exec "$@"`, 'sh'];
    expect(await run(box, 'session-start', { through, cwd })).toMatchObject({ code: 0, stderr: '' });
    mkdirSync(cwd);
    expect(await run(box, 'log', { through, cwd })).toMatchObject({ code: 0, stderr: '' });
  });
});
