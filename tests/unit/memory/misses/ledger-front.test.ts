import { expect, it } from 'vitest';
import { ledgerFront } from '#src/memory/mistake-state.ts';
import { aGroup } from './a-group.ts';

const groups = (count: number, state: 'broken' | 'no rule') =>
  Array.from({ length: count }, (_, i) => aGroup({ state, name: `${state} ${i}` }));

it('opens the first mistakes of each state, fewer in a long ledger, and lists the others once', () => {
  const [broken, none] = [groups(3, 'broken'), groups(30, 'no rule')];
  const short = ledgerFront([...broken, ...none]);
  expect([short.front.length, short.rest.length]).toEqual([13, 20]);
  const long = ledgerFront([...broken, ...none, ...groups(10, 'no rule')]);
  expect([long.front.length, long.rest.length]).toEqual([9, 34]);
  expect(ledgerFront(broken)).toEqual({ front: broken, rest: [] });
});
