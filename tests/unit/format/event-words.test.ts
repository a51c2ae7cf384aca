import { describe, expect, it } from 'vitest';
import { codeNames } from '#src/format/event-words.ts';

describe('codeNames', () => {
  it.each([
    ['Time.now', ['time.now']],
    ['`context.Background()`,', ['context.background']],
    ['.unwrap()', ['unwrap']],
    ['assert_eq!(out,', ['assert_eq']],
    ['std::fs::read(path)', ['std::fs::read']],
    ['outer(inner(x))', ['outer', 'inner']],
    ['`%v`', ['%v']],
  ])('finds in %s what code calls', (chunk, names) => {
    expect(codeNames(chunk)).toEqual(names);
  });

  it.each(['50%', 'src/scan.rs', 'CHANGELOG.md', 'example.org', 'step(s)', 'z.B.', '1.74', 'Forgot'])(
    'finds in %s nothing that code calls',
    (chunk) => {
      expect(codeNames(chunk)).toEqual([]);
    },
  );

  it.each([
    ['dots', 'ab.'.repeat(100_000)],
    ['colons', 'ab::'.repeat(100_000)],
    ['brackets', 'ab('.repeat(1000)],
    ['letters', `${'a'.repeat(100_000)}(`],
  ])('bears %s without end', (_, chunk) => {
    expect(codeNames(chunk).length).toBeLessThanOrEqual(1);
  });
});
