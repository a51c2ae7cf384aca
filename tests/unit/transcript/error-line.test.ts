import { describe, expect, it } from 'vitest';
import { causeOf } from '#src/transcript/error-cause.ts';
import { ERRORS_OF_TEST_RUNNERS } from '../import/errors-of-test-runners.ts';
import { ERRORS_OF_TOOLS, of } from '../import/errors-of-tools.ts';

describe('causeOf', () => {
  it.each([...ERRORS_OF_TEST_RUNNERS, ...ERRORS_OF_TOOLS])('of %s', (_, error, line) => {
    const cause = causeOf(error).line;
    if (typeof line === 'string') expect(cause).toBe(line);
    else expect(cause).toMatch(line);
  });

  it('is equal for one test whatever it found, and differs for another test', () => {
    const form = (test: string, line: number, got: string) =>
      causeOf(
        of(` FAIL  cart.test.ts > ${test}`, `AssertionError: expected ${got} to equal 4`, ` ❯ cart.test.ts:${line}:2`),
      ).form;
    expect(form('adds', 5, '3')).toBe(form('adds', 9, '7'));
    expect(form('adds', 5, '3')).not.toBe(form('sorts', 5, '3'));
  });
});

describe('the form of a cause', () => {
  it.each([
    ['lock /var/lib/db-1 is held by process 199', 'lock /srv/db-2 is held by process 7', true],
    ['src/a.ts(3,5): error TS2339', 'lib/a.ts(9,1): error TS2339', true],
    ['src/a.ts(3,5): error TS2339', 'src/b.ts(3,5): error TS2339', false],
    ["Cannot find module './totals'", "Cannot find module './carts'", false],
    ["expected 'a' to equal 'b'", "expected 'c' to equal 'b'", true],
    ['commit 1a2b3c4d5e is gone', 'commit 99ffee1122 is gone', true],
    ['failed at 12:03:04', 'failed at 13:44:01', true],
    ['/tmp/x1/a.txt is locked', '/tmp/y2/b.txt is locked', true],
    ['cat: a: No such file or directory', 'cat: b: No such file or directory', false],
  ])('%s / %s: %s', (a, b, isSame) => {
    expect(causeOf(a).form === causeOf(b).form).toBe(isSame);
  });
});
