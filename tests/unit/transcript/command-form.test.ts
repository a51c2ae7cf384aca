import { describe, expect, it } from 'vitest';
import { commandForm } from '#src/transcript/shell.ts';

/** The fastest of three runs (ms). */
function fastest(command: string): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    commandForm(command);
    return performance.now() - begun;
  });
  return Math.min(...times);
}

describe('commandForm', () => {
  it.each([
    ['npm test', 'cd web && npm test 2>&1 | tail -20'],
    ['npx vitest run a.test.ts', 'CI=1 npx vitest run a.test.ts --seed 7 --reporter=1'],
    ['make all', 'sudo make -j4 all'],
    ['/usr/bin/python3 /tmp/a1b2/x.py', 'python3 /tmp/zz/y.py'],
    ['git commit -m "one"', 'git commit -am "two words"'],
    ['timeout 30 go test ./...', 'go test -count 3 ./...'],
  ])('is the same for attempts at one thing: %j, %j', (a, b) => {
    expect(commandForm(a)).toBe(commandForm(b));
    expect(commandForm(a)).not.toBeNull();
  });

  it.each([
    ['another test', 'npx vitest run a.test.ts', 'npx vitest run b.test.ts'],
    ['another script', 'python3 - <<E\nprint(1)\nE', 'python3 - <<E\nprint(2)\nE'],
    ['another expression', 'node -e "a()"', 'node -e "b()"'],
    ['another value', 'npm test -- --filter=a', 'npm test -- --filter=b'],
    ['another subcommand', 'git push', 'git pull'],
  ])('differs for %s', (_, a, b) => {
    expect(commandForm(a)).not.toBe(commandForm(b));
  });

  it.each([
    ...['grep -r x src', 'cd a && ls b', 'git diff --exit-code', "chronicle note tried <<'EOF'\nx\nEOF", ''],
    '# nothing',
  ])('is null for a command that looks something up, is ours or is none: %j', (command) => {
    expect(commandForm(command)).toBeNull();
  });

  it('is found in linear time', () => {
    for (const piece of ['a ', '--x=', '/tmp/', '<<E\n', '$(', "'"]) {
      const [small, large] = [100_000, 1_000_000].map((length) => fastest(piece.repeat(length / piece.length)));
      // Ten times as long takes ten times as long, or a hundred times if it were quadratic. A fast one is all noise.
      expect([piece, Number(large) / Math.max(Number(small), 1)]).toEqual([
        piece,
        expect.toSatisfy((ratio) => ratio < 40),
      ]);
    }
  });
});
