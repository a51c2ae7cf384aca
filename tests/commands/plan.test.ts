import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { openQuickSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';

const STEPS = '# Move the token\n\n- [x] Write the test\n- [ ] Send the header\n';
const FINISHED = '# Old work\n\n- [x] All of it\n';

/** A project in a real repository, on the branch feature/login. */
function openProject(): Sandbox {
  const box = openQuickSandbox();
  git(box.project, 'init', '-q', '-b', 'feature/login');
  git(box.project, '-c', 'user.name=R', '-c', 'user.email=r@example.org', 'commit', '-q', '--allow-empty', '-m', 'x');
  return box;
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', args, { cwd });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

it("lists plans, the current branch's first, and how to remove the finished ones", async () => {
  const box = openProject();
  const at = (name: string) => join(box.project, '.claude/plans', name);
  put(at("it's done.md"), FINISHED);
  put(at('feature/login.md'), STEPS);
  put(join(box.project, '.claude/plan.md'), '# Everything\n\nWords.\n');
  const { code, stdout, stderr } = await runChronicle(box, ['plan']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.trim().split(/ {2,}/));
  expect(rows[0]).toEqual(['Plan', 'Steps', 'Title', 'Next']);
  expect(rows[1]).toEqual(['*', 'feature/login', '1 of 2', 'Move the token', 'step 2 of 2: Send the header']);
  expect(rows.slice(2)).toContainEqual(["it's done", '1 of 1', 'Old work', 'finished']);
  expect(rows.slice(2)).toContainEqual(['.claude/plan.md', '-', 'Everything', 'Everything']);
  const [, removal = ''] = /^1 plan finished\. To remove: (rm .*)\n$/.exec(stderr) ?? [];
  execFileSync('sh', ['-c', removal]);
  expect(code).toBe(0);
  expect((await runChronicle(box, ['plan'])).stderr).toBe('');
  expect(readFileSync(at('feature/login.md'), 'utf8')).toBe(STEPS);
});

it('prints the plan of this branch or of another, and JSON', async () => {
  const box = openProject();
  put(join(box.project, '.claude/plans/feature/login.md'), STEPS);
  put(join(box.project, '.claude/plans/old.md'), FINISHED);
  const { stdout } = await runChronicle(box, ['plan', 'show']);
  expect(stdout).toMatch(
    /^Move the token\n.*login\.md\n1 of 2 steps done\.\n\n\[x\] Write the test\n\[ \] Send the header\n$/,
  );
  expect((await runChronicle(box, ['plan', 'show', 'old'])).stdout).toContain('Old work');
  const [entry] = JSON.parse((await runChronicle(box, ['plan', '--json'])).stdout);
  expect(entry).toMatchObject({ branch: 'feature/login', current: true, done: 1, total: 2, finished: false });
});

it('reads nothing outside of the checkout', async () => {
  const box = openProject();
  put(join(box.root, 'secret.md'), '# Secret\n\n- [ ] x\n');
  mkdirSync(join(box.project, '.claude/plans'), { recursive: true });
  symlinkSync(join(box.root, 'secret.md'), join(box.project, '.claude/plans/linked.md'));
  put(join(box.root, 'elsewhere/secret.md'), '# Secret\n\n- [ ] x\n');
  symlinkSync(join(box.root, 'elsewhere'), join(box.project, '.claude/plans/folder'));
  const { code, stdout, stderr } = await runChronicle(box, ['plan']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^No plans in .*\. Looked in \.claude\/plans, \.claude\/plan\.md and .* sessions\.\n$/);
});

it('has the plans that were accepted in sessions of this project, and never offers to remove them', async () => {
  const box = openProject();
  const project = join(box.config, 'projects', box.project.replace(/[^A-Za-z0-9]/g, '-'));
  const write = (name: string, id: string, plan: string) => {
    const head = { session_id: id, titles: {} };
    const plans = [{ heading: 'Plan', text: plan, at: '2026-03-24T14:30:00Z', prompt: 0 }];
    put(
      join(project, `chronicle/${name}.md`),
      `---\nsession_id: ${id}\ndate: 2026-03-24\ncwd: ${box.project}\nbranch: feature/login\ntask:\nstarted: 2026-03-24T14:00:00Z\n---\n\n## Events\n\n## Summary\n`,
    );
    put(join(project, `chronicle/facts/${name}.json`), serializeFacts(someFacts({ head, plans })));
  };
  write('2026-03-24-login', '11111111-a', '# Add the login\n\n1. A form\n2. A session\n');
  write('2026-03-24-done', '11111111-b', FINISHED);
  const { stdout, stderr } = await runChronicle(box, ['plan']);
  expect(stdout).toMatch(/\* +accepted in 2026-03-24-login +- +Add the login +Add the login\n/);
  expect(stdout).toMatch(/\* +accepted in 2026-03-24-done +1 of 1 +Old work +finished\n/);
  expect(stderr).toBe('');
  expect((await runChronicle(box, ['plan', 'show', '2026-03-24-login'])).stdout).toBe(
    'Add the login\naccepted in 2026-03-24-login, on feature/login\nNo steps with boxes, so its progress is unknown.\n\n1. A form\n2. A session\n',
  );
  put(join(box.project, '.claude/plans/feature/login.md'), STEPS);
  const [first] = JSON.parse((await runChronicle(box, ['plan', '--json'])).stdout);
  expect(first).toMatchObject({ title: 'Move the token', session: null });
  const byPath = await runChronicle(box, ['plan', 'show', '.claude/plans/feature/login.md']);
  expect(byPath.stdout).toContain('Move the token');
});

it('lists plans on a detached head, and reads a huge plan only to a bound', async () => {
  const box = openProject();
  git(box.project, 'checkout', '-q', '--detach');
  put(join(box.project, '.claude/plan.md'), `# Huge\n\n- [x] one\n${'words\n'.repeat(1_700_000)}- [ ] never read\n`);
  const [plan] = JSON.parse((await runChronicle(box, ['plan', '--json'])).stdout);
  expect(plan).toMatchObject({ title: 'Huge', done: 1, total: 1, current: false });
});

it.each(['plan', 'plan show'])('prints with %s what a plan says as text that controls no terminal', async (words) => {
  const box = openProject();
  const plan = '# \u001b[31mRed\u202e\n\n- [ ] \u001b]0;title\u0007step\r- [x] \u009b2J\n';
  put(join(box.project, '.claude/plans/feature/login.md'), plan);
  const { code, stdout } = await runChronicle(box, words.split(' '));
  expect([code, stdout]).toEqual([0, expect.stringContaining('Red')]);
  expect(stdout).not.toMatch(/[\u001b\u0007\u009b\u202e\r]/);
});
