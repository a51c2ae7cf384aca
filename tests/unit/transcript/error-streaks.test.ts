import { describe, expect, it } from 'vitest';
import { Transcript } from '../import/transcript.ts';

const began = () => new Transcript().prompt('make it green');
const MISSING = "Exit code 1\nError: Cannot find module './totals'";
/** Fails so often with the same error. */
const failing = (command: string, error: string, times = 2) => {
  const transcript = began();
  for (let n = 0; n < times; n++) transcript.fails(command, error);
  return transcript;
};

describe('a streak of errors', () => {
  it('is the same call with the same result twice', () => {
    const event = "ERROR npm test failed 2 times: Cannot find module './totals'";
    expect(failing('npm test', MISSING).found()).toEqual([event]);
  });

  it('says which change made the call succeed', () => {
    const passed = failing('npm test', MISSING).edits('src/cart.ts', 'x', 'y').runs('npm test');
    expect(passed.read().found[0]?.details).toEqual(['passed after a change of src/cart.ts']);
  });

  it('is a detail of what the agent says was wrong', () => {
    const text = 'The totals were moved to a folder of their own, and the import still has the old path';
    const said = failing('npm test', MISSING).answers(`${text}.`);
    expect(said.edits('src/cart.ts', 'x', 'y').runs('npm test').read().found).toEqual([
      expect.objectContaining({
        tag: 'ERROR',
        text,
        details: ["npm test failed 2 times: Cannot find module './totals'"],
      }),
    ]);
  });

  it('is three failures with one cause, whatever the numbers and paths', () => {
    const error = (n: number) =>
      `Exit code 1\n FAIL  cart.test.ts > adds\nAssertionError: expected ${n} to equal 4\n ❯ cart.test.ts:${n}:2`;
    const transcript = began().fails('npm test', error(1)).edits('a.ts', 'x', 'y').fails('npm test -- -x', error(2));
    expect(transcript.fails('npm test', error(3)).found()).toEqual([
      'ERROR npm test failed 3 times, first with: cart.test.ts > adds: AssertionError: expected 1 to equal 4',
    ]);
  });

  it('is not made of different causes in one program', () => {
    const error = (test: string) => `Exit code 1\n FAIL  cart.test.ts > ${test}\nAssertionError: expected 1 to equal 4`;
    const transcript = began();
    for (const test of ['adds', 'sorts', 'adds', 'counts', 'adds']) transcript.fails(`npm test ${test}`, error(test));
    expect(transcript.found()).toEqual([
      'ERROR npm test failed 3 times: cart.test.ts > adds: AssertionError: expected 1 to equal 4',
    ]);
  });

  it('is not made of two programs that fail without a message', () => {
    const transcript = began().fails('make', 'Exit code 1').fails('./run', 'Exit code 1').fails('go', 'Exit code 1');
    expect(transcript.found()).toEqual([]);
  });

  it('is three failures with one error, whatever the commands', () => {
    const error = (n: number) => `Exit code 1\nlock /var/lib/db-${n} is held by process ${n}99: error`;
    expect(began().fails('one', error(1)).fails('two', error(2)).fails('three', error(3)).found()).toEqual([
      'ERROR one and 2 others failed 3 times, first with: lock /var/lib/db-1 is held by process 199: error',
    ]);
  });

  it('is one event, however long, at the time it became one', () => {
    const transcript = began();
    for (let n = 0; n < 6; n++) transcript.fails(`npm test ${n}`, `Exit code 1\nerror ${n}`);
    expect(transcript.read().found).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(/^npm test failed 6 times/),
        origin: expect.objectContaining({ id: 'record-6' }),
      }),
    ]);
  });

  const noFile = (path: string) => [`cat ${path}`, `Exit code 1\ncat: ${path}: No such file or directory`] as const;

  it.each([
    ['a failure', failing('npm test', MISSING, 1)],
    ['two that differ', began().fails('npm test a', 'Exit code 1\na').fails('npm test b', 'Exit code 1\nb')],
    [
      'three of three kinds',
      began()
        .fails('ls /nope', 'Exit code 2\nno such file')
        .fails('exit 3', 'Exit code 3')
        .fails('make', 'Exit code 2'),
    ],
    [
      'three files that are not there',
      began()
        .fails(...noFile('/etc/0'))
        .fails(...noFile('/etc/1'))
        .fails(...noFile('/etc/2')),
    ],
    ['two with a success between', began().fails('npm test', MISSING).runs('npm test').fails('npm test', MISSING)],
    ['two with a prompt between', began().fails('npm test', MISSING).prompt('again').fails('npm test', MISSING)],
  ])('is not %s', (_, transcript) => {
    expect(transcript.found()).toEqual([]);
  });

  it.each([
    ['missing tool', 'docker ps', 'Exit code 127\n/bin/bash: line 1: docker: command not found'],
    ['no network', 'npm install', 'Exit code 1\nnpm error code ENOTFOUND'],
    ['no network', 'curl http://a.example', 'Exit code 7\ncurl: (7) Failed to connect to a.example port 80'],
    ['permission denied', 'touch x', "touch in '/a/x' needs approval. The path is inside …"],
    ['permission denied', 'cat /root/x', 'Exit code 1\ncat: /root/x: Permission denied'],
    ['permission denied', 'deploy', 'Permission to use Bash with command deploy has been denied.'],
  ])('is BLOCKED by %s: %s', (obstacle, command, error) => {
    const [found = ''] = failing(command, error).found();
    expect(found).toContain(`failed 2 times, ${obstacle}: `);
    expect(found).toMatch(/^BLOCKED /);
  });
});

describe('the name of a streak', () => {
  it.each([
    ['for f in a b; do cc $f || exit 1; done', 'Exit code 1\nfatal', 'cc'],
    ['if ! npm test; then exit 1; fi', 'Exit code 1\nfatal', 'npm test'],
    ['exit 3', 'Exit code 3', 'Bash'],
    ['ls && sort nope.txt', 'Exit code 2\nsort: cannot read: nope.txt', 'sort'],
    ['ls', 'Exit code 2\nsort: cannot read: nope.txt', 'ls'],
  ])('after the program of %s that failed', (command, error, name) => {
    const [found = ''] = failing(command, error).found();
    expect(found).toMatch(new RegExp(`^ERROR ${name} failed 2 times: `));
  });
});

describe('a call that only answers no', () => {
  it.each(['grep zzz a.txt', 'cd src && rg -q zzz', 'diff -q a b', 'test -f a', '[ -f a ]', 'git diff --quiet'])(
    'is not a failure: %s',
    (command) => {
      expect(failing(command, 'Exit code 1', 3).found()).toEqual([]);
    },
  );

  it('is a failure with a message or another exit code', () => {
    const broken = 'Exit code 2\ngrep: Unmatched [';
    expect(failing('grep [ a', broken).found()).toHaveLength(1);
    expect(failing('npm test', 'Exit code 1').found()).toHaveLength(1);
  });
});

describe('friction', () => {
  it.each([
    ['edit of a file that was not read', 'Edit', '<tool_use_error>File has not been read yet.</tool_use_error>'],
    ['text to replace not found', 'Edit', '<tool_use_error>String to replace not found in file.</tool_use_error>'],
    ['file not found', 'Read', 'File does not exist. Note: your current working directory is /b.'],
    ['call of a wrong form', 'Read', '<tool_use_error>InputValidationError: Read failed</tool_use_error>'],
    ['held up by the host', 'sleep 25', '<tool_use_error>Blocked: standalone sleep 25.</tool_use_error>'],
    [
      'cancelled beside another',
      'ls',
      '<tool_use_error>Cancelled: parallel tool call Bash(x) errored</tool_use_error>',
    ],
    ['held up by a hook', 'ls', 'PreToolUse:Bash hook error: [lint.sh]: no'],
    ['lint', 'npx eslint src', 'Exit code 1\n3 problems'],
    ['types', 'npm run typecheck', 'Exit code 2\nerror TS2339'],
    ['types of a program by its path', './node_modules/.bin/tsc --noEmit', 'Exit code 2\nerror TS2339'],
  ])('is no event: %s', (_, call, error) => {
    const isTool = call === 'Edit' || call === 'Read';
    const transcript = began();
    for (let n = 0; n < 4; n++)
      if (isTool) transcript.call(call, { file_path: '/a' }, error, `Error: ${error}`, true);
      else transcript.fails(call, error);
    expect(transcript.found()).toEqual([]);
  });

  it('is not what a command prints', () => {
    const error = 'Exit code 1\nString to replace not found in config';
    expect(failing('./replace', error).found()).toHaveLength(1);
  });
});
