import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applyForgetting } from '#src/setup/forget/apply-forgetting.ts';
import type { Target } from '#src/setup/forget/file-changes.ts';
import { planForgetting } from '#src/setup/forget/plan-forgetting.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { openMemoryBox } from './memory-box.ts';

it('takes the lines of a forgotten session, and the text, out of the records of imports', async () => {
  const run = '{"run":"i-3fa2c1","kind":"mind","from":"/home/me/hush/.mind","at":"2026-11-24T10:00:00Z"}';
  const write = (session: string, branch: string) =>
    JSON.stringify({ write: session, chronicle: `-p/chronicle/2026-03-24-${branch}.md`, digests: {}, records: {} });
  const lines = [run, write('s-1', 'hush'), '{"done":"s-1"}', write('s-2', 'main'), '{"done":"s-2"}', '{"ended":"x"}'];
  const layout = layoutOf(openMemoryBox().config);
  const path = `${layout.imports}/i-3fa2c1.jsonl`;
  mkdirSync(layout.imports, { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  const forget = (target: Target) => applyForgetting(layout, planForgetting(layout, [layout.projects], target));

  await forget({ kind: 'text', text: 'hush' });
  expect(readFileSync(path, 'utf8')).not.toContain('hush');
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(7);
  await forget({ kind: 'session', session: 's-1', names: [] });
  expect(readFileSync(path, 'utf8')).not.toContain('s-1');
  expect(readFileSync(path, 'utf8')).toContain(write('s-2', 'main'));
});
