import { expect, it } from 'vitest';
import { unfoldedMistakes } from '#src/memory/mistake-state.ts';
import { aGroup } from './a-group.ts';

const groups = (count: number, state: 'broken' | 'no memory') =>
  Array.from({ length: count }, (_, i) => aGroup({ state, name: `${state} ${i}` }));

it('opens the first mistakes of each state, fewer in a long history, and lists the others once', () => {
  const [broken, none] = [groups(3, 'broken'), groups(30, 'no memory')];
  const short = unfoldedMistakes([...broken, ...none]);
  expect([short.front.length, short.rest.length]).toEqual([13, 20]);
  const long = unfoldedMistakes([...broken, ...none, ...groups(10, 'no memory')]);
  expect([long.front.length, long.rest.length]).toEqual([9, 34]);
  expect(unfoldedMistakes(broken)).toEqual({ front: broken, rest: [] });
});
