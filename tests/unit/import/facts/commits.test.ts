import { describe, expect, it } from 'vitest';
import { commitsIn } from '#src/import/facts/commits.ts';

const made = (command: string, text: string) => commitsIn({ id: '1', name: 'Bash', input: { command } }, { text });
const ANSWER = '[main a1b2c3d] Fix the clock\n 1 file changed, 2 insertions(+)';

describe('the commits of a command', () => {
  it.each([
    ['git commit -m "Fix the clock" -m "Both shared it."'],
    ['git add -A && git commit -am "Fix the clock" -m "Both shared it."'],
    ['git -C sub commit --message="Fix the clock\n\nBoth shared it."'],
    ['git commit -m "$(cat <<\'EOF\'\nFix the clock\n\nBoth shared it.\nEOF\n)" && git status'],
    ['git commit -F - <<"MSG"\nFix\nthe clock\n\nBoth shared it.\nMSG'],
    ["cat > x <<'A'\nother\nA\ngit commit -m \"$(cat <<'EOF'\nFix the clock\n\nBoth shared it.\n  EOF\n)\""],
  ])('have the body of their message: %s', (command) => {
    expect(made(command, ANSWER)).toEqual([
      { hash: 'a1b2c3d', branch: 'main', subject: 'Fix the clock', body: 'Both shared it.', isAmend: false },
    ]);
  });

  it('are known by the answer of git alone', () => {
    expect(made('git commit', '[rb/12-x (root-commit) a1b2c3d] Begin')).toEqual([
      { hash: 'a1b2c3d', branch: 'rb/12-x', subject: 'Begin', body: '', isAmend: false },
    ]);
    expect(made('git commit -m x', '[detached HEAD a1b2c3d] x')[0]?.branch).toBe('');
    expect(made('git commit -m x', 'nothing to commit')).toEqual([]);
    expect(made('echo "[main a1b2c3d] x"', '[main a1b2c3d] x')).toEqual([]);
  });

  it('have their own messages each', () => {
    const text = '[main a1b2c3d] One\n 1 file changed\n[main b1b2c3d] Two\n 1 file changed';
    expect(made('git commit -m One -m a; git commit -m Two -m b', text).map(({ body }) => body)).toEqual(['a', 'b']);
  });

  it('are read in a moment from a hostile megabyte', () => {
    for (const piece of ['git commit <<EOF\n', '[main a1b2c3d] x', '[', '\nEOF', ' -m "', '<<A\nA', '$(']) {
      const text = piece.repeat(1_000_000 / piece.length);
      const started = process.cpuUsage();
      made(`git commit ${text}`, `${text}] `);
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(1500);
    }
  });
});
