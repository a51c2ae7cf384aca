import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeRetro, isRetroOpen, openRetro } from '#src/record/live.ts';
import { ID, paths, NOW, env } from './gate-box.ts';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

describe('an open retrospective', () => {
  const open = (box: Sandbox) => isRetroOpen(paths(box), ID);

  it('can be closed once', () => {
    const box = openQuickSandbox();
    expect(open(box)).toBe(false);
    openRetro(paths(box), ID, env(box));
    expect(open(box)).toBe(true);
    closeRetro(paths(box), ID);
    closeRetro(paths(box), ID);
    expect(open(box)).toBe(false);
  });

  it('survives a compaction', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    openRetro(paths(box), ID, env(box));
    await box.start(ID, { source: 'compact' });
    expect(open(box)).toBe(true);
  });

  it.each(['startup', 'resume', 'clear', 'fork'] as const)('ends with a start by %s', async (source) => {
    const box = openQuickSandbox();
    openRetro(paths(box), ID, env(box));
    await box.start(ID, { source });
    expect(open(box)).toBe(false);
  });

  it('ends with its session', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    openRetro(paths(box), ID, env(box));
    await box.end(ID);
    expect(open(box)).toBe(false);
    expect(filesBelow(join(box.state, 'index/live'))).toEqual([]);
  });

  it('keeps what a start wrote, even of an older version', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    const entry = join(box.state, 'index/live', ID);
    const before = JSON.parse(readFileSync(entry, 'utf8'));
    expect(Object.keys(before).sort()).toEqual([
      'began',
      'directory',
      'host',
      'pid',
      'since',
      'start',
      'started',
      'transcript',
    ]);
    openRetro(paths(box), ID, env(box));
    expect(JSON.parse(readFileSync(entry, 'utf8'))).toEqual({ ...before, retro: NOW.toISOString() });
    closeRetro(paths(box), ID);
    expect(JSON.parse(readFileSync(entry, 'utf8'))).toEqual(before);
    expect(box.leftovers()).toEqual([]);
  });

  it('does not make its session look dead to the next start', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    openRetro(paths(box), ID, env(box));
    await box.start('another');
    expect(open(box)).toBe(true);
  });
});
