import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { layoutOf } from '#src/lib/paths.ts';
import { observerState } from '#src/record/observer-state.ts';
import { allFiles } from './forgettable-archive.ts';
import { openMemoryBox } from './memory-box.ts';

it('a forgotten text is gone from what the observer knows, and no state without it is touched', async () => {
  const box = openMemoryBox();
  const { observer, unobserved } = layoutOf(box.config);
  for (const directory of [observer, unobserved]) mkdirSync(directory, { recursive: true });
  const state = (name: string) => `${JSON.stringify({ ...observerState(), events: [`Edit ${name}.ts`] })}\n`;
  const entry = (name: string) =>
    JSON.stringify({ root: `/home/me/${name}`, tokens: 6000, ended: '2026-03-24T10:00:00.000Z' });
  writeFileSync(join(observer, 'one'), state('HushHush'));
  writeFileSync(join(observer, 'two'), state('login'));
  writeFileSync(join(unobserved, 'one'), entry('HushHush'));
  writeFileSync(join(unobserved, 'two'), entry('main'));
  for (const word of ['characters', 'isForced', 'tokens', 'ended']) await box.run('forget', word, '--yes');
  expect(existsSync(join(observer, 'one'))).toBe(true);
  expect((await box.run('forget', 'hushhush', '--yes')).code).toBe(0);
  expect([...allFiles(box).values()].join()).not.toMatch(/HushHush/i);
  expect(readFileSync(join(observer, 'two'), 'utf8')).toBe(state('login'));
  expect(readFileSync(join(unobserved, 'two'), 'utf8')).toBe(entry('main'));
});
