import { expect, it } from 'vitest';
import { progressLine } from '#src/cli/terminal/progress.ts';

it('says how much is read, how fast, and how long the rest takes', () => {
  expect(progressLine(100e6, 400e6, 2000)).toBe(`Reading ${'█'.repeat(6)}${'─'.repeat(18)} 25%, 50 MB/s, 6 s left`);
  expect(progressLine(0, 0, 0)).toMatch(/ 100%, 0 MB\/s, 0 s left$/);
});
