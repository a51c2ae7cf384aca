import { expect, it } from 'vitest';
import { finder } from '#src/value/finder.ts';

it('finds the last item with a key, however often it is asked', () => {
  const items = [new Set(['a', 'b']), new Set(['b', 'c'])];
  const find = finder(items, (item) => item);
  for (let time = 0; time < 200; time++)
    expect(['a', 'b', 'c', 'd'].map(find)).toEqual([items[0], items[1], items[1], undefined]);
});
