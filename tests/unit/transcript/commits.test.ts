import { describe, expect, it } from 'vitest';
import { commitsAndUnshown } from '#src/transcript/commits.ts';

const call = (command: string) => ({ id: '1', name: 'Bash', input: { command } });
const made = (command: string, text: string) =>
  commitsAndUnshown(call(command), { text }).filter((commit) => commit.hash !== null);
const steps = (command: string, text: string) =>
  commitsAndUnshown(call(command), { text }).map((commit) =>
    commit.hash === null ? commit.messages.map(({ subject, body }) => `? ${subject}: ${body}`).join() : commit.hash,
  );
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
      { hash: 'a1b2c3d', branch: 'main', subject: 'Fix the clock', body: 'Both shared it.', isAmend: false, lines: 2 },
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

  // Shapes of git and of client 2.1.329, which notes only the first of several commits.
  it('replace the one before them if they amend it', () => {
    const command =
      "git commit -qam quiet; git commit -am 'Say y' -m 'Because of x.' && git commit --amend -m 'Say x and y' -m 'Both are wanted.'";
    const text =
      '[main a4be08d] Say y\n 1 file changed\n[main 95b4e58] Say x and y\n Date: Sun Nov 22 23:10:05 2026 +0000\n';
    expect(made(command, text)).toEqual([
      { hash: 'a4be08d', branch: 'main', subject: 'Say y', body: 'Because of x.', isAmend: false },
      { hash: '95b4e58', branch: 'main', subject: 'Say x and y', body: 'Both are wanted.', isAmend: true },
    ]);
    expect(made('git commit --amend --no-edit', '[main 95b4e58] Say x')[0]?.isAmend).toBe(true);
  });

  it('are also reverts, merges and picked ones, in detached HEAD and in translations of git', () => {
    const command = "git -C . commit -am Two && git revert --no-edit HEAD && git commit --allow-empty -m 'Lose'";
    const text = '[main 983f653] Two\n 1 file changed\n[main c7c6c25] Revert "Two"\n[losgelöster HEAD 146a9ec] Lose';
    expect(made(command, text).map(({ subject, branch }) => [subject, branch])).toEqual([
      ['Two', 'main'],
      ['Revert "Two"', 'main'],
      ['Lose', ''],
    ]);
    expect(made('git commit -m x', '[main (Root-Commit) a1b2c3d] x')[0]?.branch).toBe('main');
    expect(made('git merge --continue', "[main 5b2c3d4] Merge branch 'x'")).toHaveLength(1);
    expect(made('git cherry-pick a1b2c3d', '[main 5b2c3d4] Picked')).toHaveLength(1);
  });

  it.each([
    'git commit -q -m "Fix the clock" -m "Both shared it."',
    'git commit -qm "Fix the clock" -m "Both shared it."',
    'git add -A && git commit -qam "Fix the clock" -m "Both shared it."',
    'git commit --quiet --message="Fix the clock" --message "Both shared it." && git push -q',
    'git commit --quiet -F - <<EOF\nFix the clock\n\nBoth shared it.\nEOF',
    'git commit -q -m "$(cat <<\'EOF\'\nFix the clock\n\nBoth shared it.\nEOF\n)"',
    'git commit -m "Fix the clock" -m "Both shared it." >/dev/null',
  ])('are told by their command alone if git says nothing: %s', (command) => {
    expect(steps(command, '')).toEqual(['? Fix the clock: Both shared it.']);
    expect(made(command, '')).toEqual([]);
  });

  it('keep the order of their commands, whether shown or not', () => {
    const command =
      'git commit -qm One; git commit -m Two -m b && git commit -qm Three && git commit -q --amend --no-edit';
    expect(steps(command, '[main b1b2c3d] Two\n 1 file changed')).toEqual(['? One: ', 'b1b2c3d', '? Three: ']);
    expect(steps('git commit -m One', '[main a1b2c3d] One')).toEqual(['a1b2c3d']);
    expect(steps('git commit -q; git commit -q -F message.txt', '')).toEqual([]);
  });

  it('have their own messages each', () => {
    const text = '[main a1b2c3d] One\n 1 file changed\n[main b1b2c3d] Two\n 1 file changed';
    expect(made('git commit -m One -m a; git commit -m Two -m b', text).map(({ body }) => body)).toEqual(['a', 'b']);
  });
});
