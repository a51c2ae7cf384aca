/* Two checkouts whose paths have one name in Claude Code, and so one folder: each session is told only what its own left. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type ApiRequest, bashCalls, hookContexts, lastPrompt } from './api-request.ts';
import type { Lab } from './client.ts';
import { chronicles, labWithPlugin } from './scenario.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const KEPT = [
  "chronicle note question <<'EOF'\nRefresh tokens for the MVP?\nEOF",
  "chronicle handoff <<'EOF'\nCurrent Task: JWT for the API routes\nSuggested Next: the header instead of the cookie\nEOF",
];

it.skipIf(!hasTmux())(
  'tells a session nothing of the other checkout in its folder (skipped without tmux)',
  async () => {
    const lab = await labWithPlugin([
      { prompt: 'keep what matters', commands: KEPT },
      { prompt: 'look around', commands: ['chronicle notes', 'chronicle recall tokens'] },
    ]);
    const [first = '', second = ''] = ['my_app', 'my-app'].map((name) => join(dirname(lab.project), name));
    for (const checkout of [first, second]) mkdirSync(join(checkout, '.git'), { recursive: true });
    trust(lab, [first, second]);
    change(join(lab.config, 'session-chronicle/config.json'), { layers: ['log', 'notes', 'observations'] });

    await session(lab, first, 'keep what matters');
    expect(bashCalls(lab.requests).map(({ isError }) => isError)).toEqual([false, false]);
    await session(lab, second, 'look around there');
    await session(lab, first, 'look around here');

    const [there, here] = [told(lab.requests, 'look around there'), told(lab.requests, 'look around here')];
    console.log(`my-app is told:\n${there}\n\nmy_app is told:\n${here}`);
    expect(there).toContain('Session chronicle active');
    expect(there).not.toMatch(/Refresh tokens|JWT|session-briefing/);
    expect(here).toMatch(/<session-briefing>[\s\S]*JWT for the API routes[\s\S]*Refresh tokens/);
    const outputs = bashCalls(lab.requests).map(({ output }) => output);
    expect(outputs.slice(2, 4).join('\n')).not.toContain('Refresh tokens');
    expect(outputs.slice(4).join('\n')).toContain('Refresh tokens');
    expect(new Set(chronicles(lab, 3).map(({ directory }) => directory)).size).toBe(1);
  },
);

/** Answers the client's question whether it may work in these directories. */
function trust(lab: Lab, directories: readonly string[]): void {
  const answers = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const path = join(lab.home, '.claude.json');
  const { projects } = JSON.parse(readFileSync(path, 'utf8')) as { projects: Record<string, unknown> };
  change(path, { projects: { ...projects, ...Object.fromEntries(directories.map((each) => [each, answers])) } });
}

/** Sets keys of a JSON file, which may not exist yet. */
function change(path: string, keys: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...read(path), ...keys }));
}

function read(path: string): object {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch {
    return {};
  }
}

/** A session in a terminal with one prompt: what a session without a person keeps is in no briefing. */
async function session(lab: Lab, cwd: string, prompt: string): Promise<void> {
  const terminal = await openTerminal(lab, ['--permission-mode', 'default'], cwd);
  onTestFinished(() => terminal.close());
  await sleep(2000);
  await terminal.enter(prompt);
  await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*● Done\\.`));
  await sleep(1000);
  await terminal.enter('/exit');
  await terminal.ended();
}

/** What the hooks told a session at its start. */
function told(requests: readonly ApiRequest[], prompt: string): string {
  const request = requests.find((each) => each.tools.includes('Bash') && lastPrompt(each).includes(prompt));
  return request ? hookContexts(request).join('\n') : '';
}
