import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontMatter, summaryLines } from './chronicle-text.ts';
import { killedSession, KILLED as OLD, standIn } from './killed-session.ts';
import { openQuickSandbox, type Sandbox } from './sandbox.ts';

const LINE = 'Auto-generated: 1 event (1 error)';

function live(box: Sandbox, id = OLD): string {
  return join(box.state, 'index/live', id);
}

function changeLive(box: Sandbox, changes: Record<string, unknown>): void {
  writeFileSync(live(box), JSON.stringify({ ...JSON.parse(readFileSync(live(box), 'utf8')), ...changes }));
}

describe('the next start', () => {
  it('finishes a killed session once, also when many start together, and the file stays its own', async () => {
    const box = openQuickSandbox();
    const path = await killedSession(box);
    const others = [1, 2, 3, 4, 5, 6].map((n) => box.start(`next-${n}`));
    const [context] = await Promise.all([box.context('next'), ...others]);
    expect(summaryLines(readFileSync(path, 'utf8'))).toEqual([LINE]);
    expect(existsSync(live(box))).toBe(false);
    expect(context).not.toContain(`${path}.`);
    const ids = box.chronicles().map(({ text }) => frontMatter(text).session_id);
    expect(ids).toEqual(expect.arrayContaining([OLD, 'next']));
    expect(box.leftovers()).toEqual([]);
  });

  it('lets a killed session continue in its file when it is resumed', async () => {
    const box = openQuickSandbox();
    const path = await killedSession(box);
    expect(await box.context(OLD, { source: 'resume' })).toContain(path);
    expect(readFileSync(path, 'utf8')).not.toContain('Auto-generated');
    expect(JSON.parse(readFileSync(live(box), 'utf8')).pid).toBe(process.pid);
  });

  it('leaves a session alone while its process runs', async () => {
    const box = openQuickSandbox();
    const client = standIn();
    await box.start(OLD, { env: { CLAUDE_PID: client.pid } });
    await box.log(OLD, 'ERROR', 'text');
    await box.start('next');
    expect(existsSync(live(box))).toBe(true);
    expect(
      box
        .chronicles()
        .map(({ text }) => text)
        .join(''),
    ).not.toContain('Auto-generated');
    await client.kill();
  });

  it('finishes a session whose pid now belongs to another process', async () => {
    const box = openQuickSandbox();
    const path = await killedSession(box);
    changeLive(box, { pid: process.pid });
    await box.start('next');
    expect(existsSync(live(box))).toBe(false);
    expect(summaryLines(readFileSync(path, 'utf8'))).toEqual([LINE]);
  });

  it.each(['', '{', '[]', '{"pid":"x"}', 'x'.repeat(10_000)])('removes an unreadable entry: %j', async (entry) => {
    const box = openQuickSandbox();
    const path = await killedSession(box);
    writeFileSync(live(box), entry);
    utimesSync(live(box), 0, 0);
    const { stdout } = await box.start('next');
    expect(JSON.parse(stdout).systemMessage).toBeUndefined();
    expect(existsSync(live(box))).toBe(false);
    expect(summaryLines(readFileSync(path, 'utf8'))).toEqual([LINE]);
  });
});

describe('a killed session that cannot be finished', () => {
  it('still prints the reminder, with a warning to the user and a line in the failure log', async () => {
    const box = openQuickSandbox();
    const path = await killedSession(box);
    rmSync(path);
    mkdirSync(path);
    const { code, stdout, stderr } = await box.start('next');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answer = JSON.parse(stdout);
    expect(answer.hookSpecificOutput.additionalContext).toContain('Session chronicle active at');
    expect(answer.systemMessage).toMatch(/^session-chronicle: [^\n]*\.$/);
    expect(answer.systemMessage).toContain(path);
    const message = expect.stringContaining(path);
    expect(box.failures()).toMatchObject([{ event: 'session-start', session_id: 'next', message }]);
  });

  it('reports a broken file once, not at every start', async () => {
    const box = openQuickSandbox();
    writeFileSync(await killedSession(box), 'overwritten');
    expect(JSON.parse((await box.start('next')).stdout).systemMessage).toContain('front matter');
    expect(JSON.parse((await box.start('after')).stdout).systemMessage).toBeUndefined();
  });
});
