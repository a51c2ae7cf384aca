import { expect, it } from 'vitest';
import { lockPath } from '#src/lib/lock.ts';
import { canHarvest, isHarvestLeft, queueHarvest } from '#src/record/harvest-queue.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { DEAD, plantLock } from '#tests/support/planted-lock.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it.each([
  ['whose reader was killed is left at once', DEAD, true],
  ['that is being read is not', process.pid, false],
])('a new entry of the queue %s', (_, pid, expected) => {
  const paths = pathsOf(temporaryDirectory());
  queueHarvest(paths, 'ended', { transcript: '/ended.jsonl', began: { source: 'startup', at: 'x' } }, new Date());
  expect(isHarvestLeft(paths)).toBe(false);
  plantLock(lockPath(paths.harvest, 'ended'), pid);
  expect(isHarvestLeft(paths)).toBe(expected);
});

it.each([
  ['18.20.8', false],
  ['20.0.0', true],
  ['24.21.0', true],
  ['100.0.0', true],
])('Node %s reads transcripts after a session: %s', (node, expected) => {
  expect(canHarvest(node)).toBe(expected);
});
