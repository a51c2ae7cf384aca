import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { count, summaryLines } from './chronicle-text.ts';
import { toolPayload } from './payloads.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const PAGE = 4096;

/** A sandbox whose <config> is a file system of 64 KiB. Skips the test if this user may not mount one. */
function openSmallDisk({ skip, onTestFinished }: TestContext): Sandbox {
  const box = openSandbox();
  mkdirSync(box.config);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', box.config], {
    encoding: 'utf8',
  });
  if (status !== 0)
    skip(`A small file system is needed and mounting one was refused: ${stderr ?? 'there is no mount'}`);
  onTestFinished(() => {
    execFileSync('umount', [box.config]);
  });
  return box;
}

/** Fills the disk up to the last page. */
function fill(box: Sandbox): string {
  const path = join(box.config, 'ballast');
  try {
    for (;;) appendFileSync(path, Buffer.alloc(PAGE));
  } catch {
    return path;
  }
}

describe('on a full disk', () => {
  it('a start reports it and leaves nothing behind', async (context) => {
    const box = openSmallDisk(context);
    const ballast = fill(box);
    expect(await box.start(ID)).toRefuse(/^session-chronicle: The disk is full[^\n]*\n$/);
    expect(box.chronicles()).toEqual([]);
    expect(box.leftovers()).toEqual([]);
    expect((await box.run(['pre-tool-use'], toolPayload('chronicle dev'))).code).toBe(0);
    rmSync(ballast);
    expect(await box.start(ID)).toMatchObject({ code: 0, stderr: '' });
  });

  it('log, summary, note and resolve report it, and no file is changed', async (context) => {
    const box = openSmallDisk(context);
    await box.start(ID);
    await box.log(ID, 'ERROR', 'first');
    const id = (await box.agent(ID, 'note question', 'Which port?')).stdout.split(' ')[0] ?? '';
    const written = () => filesBelow(box.chronicleDirectory).map((path) => [path, readFileSync(path, 'utf8')]);
    const before = written();
    const ballast = fill(box);
    for (const run of [
      () => box.log(ID, 'ERROR', 'second'),
      () => box.summary(ID, 'words'),
      () => box.agent(ID, 'note tried', 'second'),
      () => box.agent(ID, `note resolve ${id}`, '8080'),
    ]) {
      expect(await run()).toRefuse(/^session-chronicle: The disk is full[^\n]*\n$/);
      expect(written()).toEqual(before);
    }
    rmSync(ballast);
    expect((await box.log(ID, 'ERROR', 'second')).code).toBe(0);
    expect((await box.agent(ID, `note resolve ${id}`, '8080')).code).toBe(0);
  });

  it('a summary that does not fit completely is not written at all, and is written once there is room', async (context) => {
    const box = openSmallDisk(context);
    await box.start(ID);
    await box.log(ID, 'ERROR', 'first');
    const { path } = box.only();
    const missing = PAGE - 20 - statSync(path).size;
    writeFileSync(path, box.only().text.replace('## Events\n', `## Events\n\n${'x'.repeat(missing - 2)}\n`));
    const before = readFileSync(path, 'utf8');
    expect(before.length).toBe(PAGE - 20 + '\n'.length - 1);
    // The lock takes the last free page.
    const ballast = fill(box);
    rmSync(ballast);
    const free = spare(box);
    appendFileSync(ballast, Buffer.alloc((free - 1) * PAGE));
    expect(await box.end(ID)).toRefuse(/^session-chronicle: The disk is full[^\n]*\n$/);
    expect(readFileSync(path, 'utf8')).toBe(before);
    rmSync(ballast);
    expect((await box.end(ID)).code).toBe(0);
    expect(summaryLines(readFileSync(path, 'utf8'))).toEqual(['Auto-generated: 1 event (1 error)']);
    expect(count(readFileSync(path, 'utf8'), 'Auto-gen')).toBe(1);
  });
});

/** Free pages. */
function spare(box: Sandbox): number {
  return Number(execFileSync('stat', ['-f', '-c', '%f', box.config], { encoding: 'utf8' }));
}
