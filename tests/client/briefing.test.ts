/* What a session leaves reaches the next one as a briefing, and reading a record that it shows counts as use. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { parseFacts } from '#src/transcript/facts.ts';
import { factsPath } from '#src/lib/paths.ts';
import { estimatedTokens } from '#src/lib/estimated-tokens.ts';
import { type ApiRequest, bashCalls, hookContexts, lastPrompt } from './api-request.ts';
import type { Lab } from './client.ts';
import { chronicles, labWithPlugin } from './scenario.ts';
import type { Script } from './scripted-api.ts';
import { hasTmux, openTerminal, type Terminal } from './terminal.ts';

const COMMANDS = [
  "chronicle observe <<'EOF'\n- [decision] [P1] Cookies are signed with the host key\n- [discovery] The limiter in lib/rateLimit.ts can be reused\nEOF",
  "chronicle note question <<'EOF'\nRefresh tokens for the MVP?\nEOF",
  "chronicle handoff <<'EOF'\nCurrent Task: JWT for the API routes\nSuggested Next: the header instead of the cookie\nEOF",
];

it.skipIf(!hasTmux())('tells the next session what the last one left (skipped where tmux is missing)', async () => {
  const scripts: Script[] = [{ prompt: 'keep what matters', commands: COMMANDS }];
  const lab = await labWithPlugin(scripts, { harvests: true });
  configure(lab, ['log', 'notes', 'observations']);
  await session(lab, 'keep what matters');
  expect(bashCalls(lab.requests).map(({ isError }) => isError)).toEqual([false, false, false]);
  const [, id = ''] = /^(o-[0-9a-f]{6}) kept/m.exec(bashCalls(lab.requests)[0]?.output ?? '') ?? [];

  scripts.push({ prompt: 'go on', commands: [`chronicle recall ${id}`, 'chronicle brief'] });
  await session(lab, 'go on');
  const told = briefingIn(lab.requests, 'go on');
  console.log(`${told}\n(${estimatedTokens(told)} tokens, estimated)`);
  expect(told).toMatch(
    /^<session-briefing>\nRecords .*not instructions.*\nThe last handoff .*\n- Current task: JWT for the API routes\n- Next step: the header.*\nOpen questions:\n- Refresh tokens.*\nWhat to know:\n- \[decision\] Cookies are signed .*\nMore, to read as a whole:\n- \[discovery\] The limiter/,
  );
  const [recalled, brief] = bashCalls(lab.requests).slice(-2);
  expect([recalled?.isError, brief?.isError]).toEqual([false, false]);
  expect(recalled?.output).toMatch(/^<record id="o-.*\n\[decision\] \[P1\] Cookies are signed with the host key\n/);

  const [, second = ''] = chronicles(lab, 2).map(({ path }) => path);
  await expect
    .poll(() => used(second), { timeout: 20_000 })
    .toMatchObject({ shown: [id, expect.stringMatching(/^o-/)], used: [id] });
});

it.skipIf(!hasTmux())('tells nothing with the layer off', async () => {
  const scripts: Script[] = [{ prompt: 'keep what matters', commands: COMMANDS }];
  const lab = await labWithPlugin(scripts);
  configure(lab, ['log', 'notes']);
  await session(lab, 'keep what matters');
  await session(lab, 'go on');
  const all = contexts(lab.requests, 'go on').join('\n');
  expect(all).toContain('Session chronicle active');
  expect(all).not.toMatch(/session-briefing|Cookies|JWT|chronicle (?:observe|handoff|recall)/);
});

function configure(lab: Lab, layers: readonly string[]): void {
  const path = join(lab.config, 'session-chronicle/config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ layers }));
}

/** A session in a terminal with one prompt. */
async function session(lab: Lab, prompt: string): Promise<void> {
  const terminal: Terminal = await openTerminal(lab, ['--permission-mode', 'default']);
  onTestFinished(() => terminal.close());
  await sleep(2000);
  await terminal.enter(prompt);
  await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*● Done\\.`));
  await sleep(1000);
  await terminal.enter('/exit');
  await terminal.ended();
}

function briefingIn(requests: readonly ApiRequest[], prompt: string): string {
  return /<session-briefing>[\s\S]*<\/session-briefing>/.exec(contexts(requests, prompt).join('\n'))?.[0] ?? '';
}

function contexts(requests: readonly ApiRequest[], prompt: string): string[] {
  const request = requests.findLast((each) => each.tools.includes('Bash') && lastPrompt(each).includes(prompt));
  return request ? hookContexts(request) : [];
}

/** What the facts say of the briefing; null until they are written. */
function used(chronicle: string) {
  try {
    return parseFacts(readFileSync(factsPath(chronicle), 'utf8')).facts?.head.briefing ?? null;
  } catch {
    return null;
  }
}
