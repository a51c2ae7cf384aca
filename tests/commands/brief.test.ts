import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openQuickSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';

const OBSERVING = { layers: ['log', 'notes', 'observations'] };

function openBox(settings: object): Sandbox {
  const box = openQuickSandbox();
  box.configure(settings);
  return box;
}

/** A session that observes and hands off. */
async function worked(box: Sandbox): Promise<void> {
  const agent = (words: string, text: string) => box.agent('session-1', words, text);
  await box.start('session-1');
  await agent('observe', '- [decision] [P1] Cookies are signed\n- [P2] The limiter can be reused');
  await agent('handoff', 'Current Task: JWT\nSuggested Next: the header');
  await agent('note question', 'Refresh tokens?');
  await box.end('session-1');
}

it('prints, byte for byte, what the next session is told, with its tokens', async () => {
  const box = openBox(OBSERVING);
  await worked(box);
  mkdirSync(join(box.project, '.claude'));
  writeFileSync(join(box.project, '.claude/plan.md'), '- [x] a\n- [ ] Send the header');
  const { code, stdout, stderr } = await runChronicle(box, ['brief']);
  const context = await box.context('session-2');
  expect(context.endsWith(`\n${stdout.trimEnd()}`)).toBe(true);
  expect(stdout).toMatch(
    /Current task: JWT\n.*the header\nPlan: step 2 of 2: Send the header .*\nOpen questions:\n- Refresh tokens\?/,
  );
  expect(stderr).toMatch(/^About \d+ of at most 1,200 tokens\.\n$/);
  expect(code).toBe(0);
  const json = JSON.parse((await runChronicle(box, ['brief', '--json'])).stdout);
  expect(json).toMatchObject({ on: true, limit: 1200, left_out: 0, text: stdout.trimEnd() });
  expect(json.shown).toHaveLength(2);
});

it.each<[string, object, RegExp]>([
  ['observations are off', {}, /^Observations are off here/],
  ['the settings want none', { ...OBSERVING, briefing: { tokens: 0 } }, /^The settings say/],
  ['there is nothing to tell', OBSERVING, /^Nothing to tell the next session on/],
])('says that the next session is told nothing if %s', async (_, settings, said) => {
  const { code, stdout, stderr } = await runChronicle(openBox(settings), ['brief']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(said);
});
