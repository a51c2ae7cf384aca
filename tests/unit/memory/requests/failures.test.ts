import { expect, it } from 'vitest';
import { failedIn, failuresOf, type RepeatedFailure } from '#src/memory/failures.ts';

interface Fails {
  run: string;
  says: string;
  next?: string;
}

/** Ten sessions on ten days, of which the first have this failure. */
function failures(count: number, { run, says, next }: Fails, most = 3): RepeatedFailure[] {
  const sessions = Array.from({ length: 10 }, (_, index) => ({
    id: `s${index + 1}`,
    day: `2026-01-${String(index + 1).padStart(2, '0')}`,
    failed: index < count ? failedIn([{ command: run, line: says, times: 2, prompt: 1, next }]) : [],
  }));
  return failuresOf(sessions, most);
}

it('finds a command that is wrong each time, with what worked next', () => {
  const [failure] = failures(4, { run: 'acme test run --quick', says: "unknown subcommand 'test'", next: 'npm test' });
  expect(failure).toMatchObject({
    ...{ run: 'acme test run', line: "unknown subcommand 'test'", times: 8 },
    next: { command: 'npm test', sessions: 4 },
    sessionIds: ['s1', 's2', 's3', 's4'],
  });
  expect(failures(3, { run: 'acme test run', says: "unknown subcommand 'test'", next: 'npm test' })).toEqual([]);
});

it('names the folder that is not there', () => {
  const says = 'bash: line 1: cd: services/api: No such file or directory';
  const [failure] = failures(4, { run: 'cd services/api && npm test', says, next: 'cd apps/api && npm test' });
  expect(failure).toMatchObject({ run: 'cd services/api', next: { command: 'cd apps/api && npm test' } });
});

it.each([
  ['a merge conflict', 'git rebase main', 'CONFLICT (content): Merge conflict in a.ts', 'git rebase --continue'],
  ['one in German', 'git merge main', 'KONFLIKT (Inhalt): Merge-Konflikt in a.py', 'git commit --no-edit'],
  ['a compile error', 'npx tsc -b', "src/a.ts(1,2): error TS2304: Cannot find name 'Parcel'.", 'npm run build'],
  ['a timeout', 'npx playwright test', 'Test timeout of 30000ms exceeded.', 'npm run lint'],
  ['a test that fails', 'npm test', 'AssertionError: expected 1 to be 2', 'npx vitest run a.test.ts'],
  ['what a person stopped', 'just serve', 'error: Recipe `serve` was terminated on line 12 by signal 2', 'just lint'],
  ['no network', 'npm install', 'getaddrinfo ENOTFOUND registry.example.org', 'npm ci'],
  ['a check that is run again', 'npm run lint', 'Found problems in the code', 'npm run lint --fix'],
])('leaves out %s', (_, run, says, next) => {
  expect(failures(8, { run, says, next })).toEqual([]);
});

it('says nothing of what worked next if that differs each time', () => {
  const sessions = Array.from({ length: 8 }, (_, index) => ({
    id: `s${index}`,
    day: `2026-01-0${index + 1}`,
    failed: failedIn([
      {
        command: 'acme up',
        line: 'unknown command "up"',
        times: 1,
        prompt: null,
        next: `acme start-${'abcdefgh'[index]}`,
      },
    ]),
  }));
  expect(failuresOf(sessions, 3)).toMatchObject([{ run: 'acme up', next: null }]);
});
