import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { canHarvest, isHarvestLeft } from '#src/node/record/start-harvester.ts';
import { queueHarvest } from '#src/node/session/harvest-queue.ts';
import { lockPath } from '#src/node/store/lock.ts';
import { markOf } from '#src/node/store/running-process.ts';
import { layoutOf } from '#src/project/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const DEAD = { pid: 2 ** 22 + 1, started: 'never' };

it.each([
  ['whose reader was killed is left at once', DEAD, true],
  ['that is being read is not', markOf(process.pid), false],
])('a new entry of the queue %s', (_, reader, expected) => {
  const layout = layoutOf(temporaryDirectory());
  queueHarvest(layout, 'ended', { transcript: '/ended.jsonl', began: { source: 'startup', at: 'x' } }, new Date());
  expect(isHarvestLeft(layout)).toBe(false);
  writeFileSync(lockPath(layout.harvest, 'ended'), JSON.stringify({ ...reader, host: hostname() }));
  expect(isHarvestLeft(layout)).toBe(expected);
});

it.each([
  ['18.20.8', false],
  ['20.0.0', true],
  ['24.21.0', true],
  ['100.0.0', true],
])('Node %s reads transcripts after a session: %s', (node, expected) => {
  expect(canHarvest(node)).toBe(expected);
});
