import { describe, expect, it } from 'vitest';
import { memoryPages } from '#src/memory/misses/memory-pages.ts';
import { aGroup } from './a-group.ts';

const early = Array.from({ length: 80 }, (_, i) => aGroup({ name: `early ${i}`, state: 'too early' }));
const broken = Array.from({ length: 10 }, (_, i) => aGroup({ name: `broken ${i}`, state: 'broken' }));

describe('memoryPages', () => {
  it('puts the first mistakes of each state on the memory page, and long states on pages of their own', () => {
    const { front, further } = memoryPages([...broken, ...early]);
    expect(front).toEqual([...broken.slice(0, 6), ...early.slice(0, 6)]);
    expect(further.map(({ address, number, of, groups }) => [address, number, of, groups.length])).toEqual([
      ['/memory/broken/', 1, 1, 10],
      ['/memory/too-early/', 1, 4, 20],
      ['/memory/too-early/2/', 2, 4, 20],
      ['/memory/too-early/3/', 3, 4, 20],
      ['/memory/too-early/4/', 4, 4, 20],
    ]);
  });

  it('shows more of each state where there are few mistakes', () => {
    const { front, further } = memoryPages([...broken, ...early.slice(0, 12)]);
    expect(front).toEqual([...broken, ...early.slice(0, 10)]);
    expect(further.map(({ address }) => address)).toEqual(['/memory/too-early/']);
  });

  it('has the address of each group', () => {
    const { addressOf } = memoryPages([...broken, ...early]);
    const addresses = [early[0], early[19], early[79]].map((group) => group && addressOf(group).split('#')[0]);
    expect(addresses).toEqual(['/memory/', '/memory/too-early/', '/memory/too-early/4/']);
    expect(addressOf(broken[5] ?? aGroup())).toBe(`/memory/#${broken[5]?.anchor}`);
  });
});
