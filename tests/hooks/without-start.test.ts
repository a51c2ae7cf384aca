/** Sessions whose start no hook was told of: after `/clear`, or with hooks that were installed meanwhile. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteForgotten } from '#src/lib/forgotten.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { openQuickSandbox, type Sandbox } from './sandbox.ts';

const SESSION = 'cccc3333-0000-4000-8000-000000000003';

/** Writes a transcript with one prompt, in a directory that is not named as the project's. */
function transcriptIn(box: Sandbox, content = 'Fix the header', cwd = box.project): string {
  const path = join(box.config, 'projects/-elsewhere', `${SESSION}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const record = { type: 'user', cwd, timestamp: '2026-03-01T10:00:00.000Z', message: { role: 'user', content } };
  writeFileSync(path, `{"type":"mode"}\n${JSON.stringify(record)}\n`);
  return path;
}

const end = (box: Sandbox, path: string) => box.end(SESSION, { payload: { transcript_path: path } });

describe('a session without a SessionStart', () => {
  it('begins its chronicle at log, in the project it was started in', async () => {
    const box = openQuickSandbox();
    const path = transcriptIn(box);
    expect(await box.log(SESSION, 'DECISION', 'No start event came')).toSucceed();
    const { text, name } = box.only();
    expect(name).toMatch(/^2026-03-01-/);
    expect(text).toContain(`session_id: ${SESSION}\n`);
    expect(text).toContain(`started: 2026-03-01T10:00:00Z\ncwd: ${box.project}\n`);
    expect(text).toContain('[DECISION] No start event came\n');
    expect((await end(box, path)).code).toBe(0);
    expect(box.only().text).toContain('## Summary\n\n');
  });

  it('begins it at its end', async () => {
    const box = openQuickSandbox();
    expect((await end(box, transcriptIn(box))).code).toBe(0);
    expect(box.only().text).toContain(`session_id: ${SESSION}\n`);
  });

  it.each([
    ['nobody said anything', '<command-name>/clear</command-name>'],
    ['nothing was sent', ''],
  ])('has none if %s in it', async (_, content) => {
    const box = openQuickSandbox();
    expect((await end(box, transcriptIn(box, content))).code).toBe(0);
    expect(box.chronicles()).toEqual([]);
  });

  it('has none without a transcript, in an excluded directory, or once it was forgotten', async () => {
    const box = openQuickSandbox();
    expect((await end(box, join(box.config, 'projects/-elsewhere/none.jsonl'))).code).toBe(0);
    expect((await box.log(SESSION, 'DECISION', 'No transcript')).code).toBe(2);
    const path = transcriptIn(box);
    writeFileSync(join(box.project, '.no-chronicle'), '');
    await end(box, path);
    await box.log(SESSION, 'DECISION', 'Excluded');
    rmSync(join(box.project, '.no-chronicle'));
    noteForgotten(pathsOf(box.config), [SESSION]);
    await end(box, path);
    expect((await box.log(SESSION, 'DECISION', 'Forgotten')).code).toBe(2);
    expect(box.chronicles()).toEqual([]);
  });

  it('is left alone where its chronicle was deleted while it ran', async () => {
    const box = openQuickSandbox();
    await box.start(SESSION);
    rmSync(box.only().path);
    expect((await box.log(SESSION, 'DECISION', 'Deleted')).code).toBe(2);
    expect(box.chronicles()).toEqual([]);
  });
});
