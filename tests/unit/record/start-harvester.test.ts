import { expect, it } from 'vitest';
import { canHarvest } from '#src/node/record/start-harvester.ts';

it.each([
  ['18.20.8', false],
  ['20.0.0', true],
  ['24.21.0', true],
  ['100.0.0', true],
])('Node %s reads transcripts after a session: %s', (node, expected) => {
  expect(canHarvest(node)).toBe(expected);
});
