/**
 * How a command or a hook ended, in one assertion:
 *
 *     expect(await run('list')).toSucceed('inkwell');
 *     expect(await run('list', '--limit', '0')).toRefuse(/--limit must be/);
 */
import { expect } from 'vitest';

interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Said = readonly (string | RegExp)[];

declare module 'vitest' {
  interface Matchers {
    /** Exit code 0, nothing on stderr, and each of these on stdout. */
    toSucceed(...said: Said): void;
    /** Exit code 2, nothing on stdout, and each of these on stderr. */
    toRefuse(...said: Said): void;
  }
}

expect.extend({
  toSucceed: (finished: Finished, ...said: Said) => judge(finished, 0, finished.stderr, finished.stdout, said),
  toRefuse: (finished: Finished, ...said: Said) => judge(finished, 2, finished.stdout, finished.stderr, said),
});

function judge(finished: Finished, code: number, silent: string, told: string, said: Said) {
  const missing = said.filter((part) => (typeof part === 'string' ? !told.includes(part) : !part.test(told)));
  return {
    pass: finished.code === code && silent === '' && missing.length === 0,
    message: () => `It did not end with ${code}, or did not say ${missing.join(' and ')}:\n${JSON.stringify(finished)}`,
  };
}
