/* The agent is asked for observations when its turn ends, and observes without a permission prompt. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { notebookPath } from '#src/lib/paths.ts';
import { bashCalls, lastPrompt, roundsSincePrompt } from './api-request.ts';
import { chronicles, labWithPlugin } from './scenario.ts';
import { hasTmux, openTerminal, SUMMARISE } from './terminal.ts';

const ASKED = 'Before you stop, keep what a later session should know';
const OBSERVE = "chronicle observe <<'EOF'\n- [decision] [P1] The table is renamed before the copy\nEOF";
const scripts = [
  { prompt: SUMMARISE, says: '<summary>\nThe table was renamed.\n</summary>', isAside: true },
  { prompt: ASKED, commands: [OBSERVE], says: 'Observed.' },
  { prompt: 'explain at length', commands: ['npm test; true'], says: 'The table is renamed first. '.repeat(60) },
];

it.skipIf(!hasTmux())('asks once a stretch, and once after a compaction (skipped where tmux is missing)', async () => {
  const lab = await labWithPlugin(scripts);
  const settings = { layers: ['log', 'notes', 'observations'], observationThreshold: 300 };
  mkdirSync(join(lab.config, 'session-chronicle'), { recursive: true });
  writeFileSync(join(lab.config, 'session-chronicle/config.json'), JSON.stringify(settings));
  const terminal = await openTerminal(lab, ['--permission-mode', 'default']);
  onTestFinished(() => terminal.close());
  const asked = () => {
    const own = lab.requests.filter((request) => request.tools.includes('Bash') && roundsSincePrompt(request) === 0);
    return own.filter((request) => lastPrompt(request).includes(ASKED)).length;
  };
  /** The turn ends after what the screen shows. */
  const said = async (prompt: string, answer: string) => {
    await terminal.say(prompt, answer);
    await sleep(1000);
  };

  await said('hello there', 'Done.');
  expect(asked()).toBe(0);
  await terminal.enter('explain at length');
  await terminal.waitFor(/explain at length[\s\S]*Do you want to proceed/);
  await terminal.confirm();
  await terminal.waitFor(/renamed first[\s\S]*● Observed\./);
  await sleep(1000);
  expect(asked()).toBe(1);
  await said('and then', 'Done.');
  expect(asked()).toBe(1);
  await terminal.enter('/compact');
  await terminal.waitFor('Compacted');
  await said('after the compaction', 'Observed.');
  expect(asked()).toBe(2);
  await said('and at last', 'Done.');
  await terminal.enter('/exit');
  await terminal.ended();
  expect(asked()).toBe(2);

  const observing = bashCalls(lab.requests).filter(({ command }) => command === OBSERVE);
  expect(observing.map(({ isError }) => isError)).toEqual([false, false]);
  const [chronicle] = chronicles(lab, 1);
  expect(readFileSync(notebookPath(chronicle.path), 'utf8')).toContain('renamed before the copy\n');
});
