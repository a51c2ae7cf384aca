/* Memories that a setting of Claude Code moved, which chronicle does not change. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NEW, type Box, MISS, openBox } from './proposal-box.ts';

const set = (box: Box, autoMemoryDirectory: string) =>
  writeFileSync(join(box.config, 'settings.json'), JSON.stringify({ autoMemoryDirectory }));

const FILING = JSON.stringify({ proposals: [{ ...NEW, events: [MISS], reason: 'Floats again.' }] });

it.each(['~/notes', '/var/empty/notes/'])('are neither proposed nor applied: %s', async (directory) => {
  const box = openBox();
  const [first] = await box.propose(NEW);
  set(box, directory);
  const before = box.files();
  for (const [args, input] of [
    [['apply', first?.id ?? '', '--yes'], ''],
    [['propose'], FILING],
  ] as const) {
    const { code, stderr } = await box.run(args, { input });
    expect([code, stderr]).toEqual([2, expect.stringContaining('"autoMemoryDirectory" in')]);
    expect(stderr).toContain(`chronicle writes only to ${box.memories}`);
  }
  expect(box.files()).toEqual(before);
});

it.each([
  ['the usual directory', (box: Box) => `${box.memories}/`],
  ['a path that Claude Code ignores', () => 'notes'],
])('are changed as ever with %s', async (_, directory) => {
  const box = openBox();
  mkdirSync(box.memories, { recursive: true });
  set(box, directory(box));
  const [first] = await box.propose(NEW);
  expect((await box.run(['apply', first?.id ?? '', '--yes'])).code).toBe(0);
  expect(box.memory(NEW.file)).toBe(NEW.text);
});
