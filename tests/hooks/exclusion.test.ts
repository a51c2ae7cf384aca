import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolPayload } from './payloads.ts';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

/** The files left by a whole session. It must run silently, and the agent must be told why nothing is logged. */
async function expectNothing(box: Sandbox, directory: string, reason: string): Promise<void> {
  const before = filesBelow(box.config);
  const env = { CLAUDE_PROJECT_DIR: directory, CLAUDE_ENV_FILE: join(box.root, 'env.sh') };
  const silent = { code: 0, stdout: '', stderr: '' };
  expect(await box.start(ID, { env })).toMatchObject(silent);
  for (const run of [box.log(ID, 'ERROR', 'text', { cwd: directory }), box.summary(ID, 'text', { cwd: directory })]) {
    expect(await run).toSucceed(`Recording is turned off here by ${reason}.`, 'Nothing was written.');
  }
  expect(await box.end(ID, { env })).toMatchObject(silent);
  expect(filesBelow(box.config)).toEqual(before);
  expect(existsSync(join(box.config, 'projects'))).toBe(false);
  expect(existsSync(env.CLAUDE_ENV_FILE)).toBe(false);
}

describe('.no-chronicle', () => {
  it('turns recording off in a project and its subdirectories', async () => {
    const box = openQuickSandbox();
    box.gitInit(box.project);
    mkdirSync(join(box.project, 'src'));
    const file = join(box.project, '.no-chronicle');
    writeFileSync(file, '');
    await expectNothing(box, join(box.project, 'src'), file);
  });

  it('applies to all worktrees in the main checkout, and to one worktree in that worktree', async () => {
    const box = openQuickSandbox();
    box.gitInit(box.project);
    const tree = join(box.root, 'tree');
    box.git(box.project, 'worktree', 'add', '--quiet', '-b', 'other', tree);
    const [main, own] = [join(box.project, '.no-chronicle'), join(tree, '.no-chronicle')];
    writeFileSync(main, '');
    await expectNothing(box, tree, main);
    rmSync(main);
    writeFileSync(own, '');
    await expectNothing(box, tree, own);
    await box.start(ID);
    expect(box.chronicles()).toHaveLength(1);
  });
});

describe('"exclude" in config.json', () => {
  it('that cannot be read stops recording with one sentence until it is fixed', async () => {
    const box = openQuickSandbox();
    box.configure('{"exclude": ["/work/secret"], }');
    const { code, stdout, stderr } = await box.start(ID);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Its "exclude" cannot be read, so nothing is recorded anywhere until this is fixed.');
    expect(box.failures()).toMatchObject([{ event: 'session-start', code: 'CHRONICLE_BAD_CONFIG' }]);
    expect(box.chronicles()).toEqual([]);
  });
});

describe('a session that is excluded while it runs', () => {
  it('leaves its file unchanged: no event and no summary, neither at its end nor by a later sweep', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    await box.log(ID, 'ERROR', 'before');
    const { path, text } = box.only();
    const file = join(box.project, '.no-chronicle');
    writeFileSync(file, '');
    // The agent may be anywhere by now.
    expect((await box.log(ID, 'ERROR', 'after', { cwd: box.home })).stdout).toContain(`by ${file}.`);
    expect((await box.summary(ID, 'after')).stdout).toContain('Recording is turned off here');
    const entry = join(box.state, 'index/live', ID);
    writeFileSync(entry, readFileSync(entry, 'utf8').replace(/"pid":\d+/, '"pid":1073741824'));
    await box.start('another', { env: { CLAUDE_PROJECT_DIR: box.home } });
    expect(existsSync(entry)).toBe(false);
    await box.end(ID);
    expect(readFileSync(path, 'utf8')).toBe(text);
    rmSync(file);
    await box.end(ID);
    expect(readFileSync(path, 'utf8')).toContain('Auto-generated: 1 event');
  });
});

it('keeps permissions: an agent that logs is told without a prompt why nothing is recorded', async () => {
  const box = openQuickSandbox();
  writeFileSync(join(box.project, '.no-chronicle'), '');
  const { stdout } = await box.run(['pre-tool-use'], toolPayload('chronicle tags', { cwd: box.project }));
  expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe('allow');
});
