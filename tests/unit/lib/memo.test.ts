import { describe, expect, it } from 'vitest';
import { memoised } from '#src/lib/memo.ts';

describe('memoised', () => {
  it('computes a value once per object, even null and an empty text', () => {
    const asked: object[] = [];
    const value = memoised((key: { value: string | null }) => {
      asked.push(key);
      return key.value;
    });
    const [empty, none, same] = [{ value: '' }, { value: null }, { value: '' }];
    expect([value(empty), value(none), value(empty), value(none), value(same)]).toEqual(['', null, '', null, '']);
    expect(asked).toEqual([empty, none, same]);
  });

  it('passes further arguments on', () => {
    const line = memoised((key: { name: string }, mark: string) => `${mark} ${key.name}`);
    expect(line({ name: 'a' }, '-')).toBe('- a');
  });
});
