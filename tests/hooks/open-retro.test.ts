import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeRetro, isRetroOpen, openRetro } from '#src/record/live.ts';
import { ID, paths, NOW, env } from './gate-box.ts';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

const isOpen = (box: Sandbox) => isRetroOpen(paths(box), ID);
const open = (box: Sandbox) => openRetro(paths(box), ID, env(box));

it('a retrospective is open until it is closed, and keeps what a start wrote', async () => {
  const box = openQuickSandbox();
  expect(isOpen(box)).toBe(false);
  await box.start(ID);
  const entry = () => JSON.parse(readFileSync(join(box.state, 'index/live', ID), 'utf8'));
  const before = entry();
  open(box);
  expect([isOpen(box), entry()]).toEqual([true, { ...before, retro: NOW.toISOString() }]);
  for (let times = 0; times < 2; times++) closeRetro(paths(box), ID);
  expect([isOpen(box), entry()]).toEqual([false, before]);
  expect(box.leftovers()).toEqual([]);
});

it.each([
  ['compact', true],
  ['startup', false],
  ['resume', false],
  ['clear', false],
  ['fork', false],
] as const)('after a start by %s it is open: %s', async (source, expected) => {
  const box = openQuickSandbox();
  await box.start(ID);
  open(box);
  await box.start(ID, { source });
  expect(isOpen(box)).toBe(expected);
});

it('does not make its session look dead to the next start, and ends with it', async () => {
  const box = openQuickSandbox();
  await box.start(ID);
  open(box);
  await box.start('another');
  expect(isOpen(box)).toBe(true);
  for (const id of [ID, 'another']) await box.end(id);
  expect(isOpen(box)).toBe(false);
  expect(filesBelow(join(box.state, 'index/live'))).toEqual([]);
});
