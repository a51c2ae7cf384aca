import { describe, expect, it } from 'vitest';
import { memoryPages } from '#src/memory/misses/memory-pages.ts';
import { aGroup } from './a-group.ts';

const held = Array.from({ length: 80 }, (_, i) => aGroup({ name: `held ${i}`, state: 'held' }));
const recurring = Array.from({ length: 12 }, (_, i) => aGroup({ name: `recurring ${i}`, state: 'recurring' }));

describe('memoryPages', () => {
  it('shows the first of each state, and all of a long state on pages of their own', () => {
    const { front, further } = memoryPages([...recurring, ...held]);
    expect(front).toEqual([...recurring, ...held.slice(0, 12)]);
    expect(further.map(({ address, number, of, groups }) => [address, number, of, groups.length])).toEqual([
      ['/memory/held/', 1, 2, 50],
      ['/memory/held/2/', 2, 2, 30],
    ]);
  });

  it('knows where each group stands', () => {
    const { addressOf } = memoryPages([...recurring, ...held]);
    const addresses = [held[0], held[49], held[79]].map((group) => group && addressOf(group).split('#')[0]);
    expect(addresses).toEqual(['/memory/', '/memory/held/', '/memory/held/2/']);
    expect(addressOf(recurring[11] ?? aGroup())).toBe(`/memory/#${recurring[11]?.anchor}`);
  });
});
