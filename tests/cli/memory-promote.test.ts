import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseLedger } from '#src/memory/ledger/ledger.ts';
import { openMemoryBox } from '../commands/memory-box.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';
import { spawnCommand } from './spawn-command.ts';

/** What `chronicle` is on the agent's PATH. */
const AGENT = fileURLToPath(new URL('../../bin/chronicle', import.meta.url));

// Needs tmux to press keys.
it.skipIf(!hasTerminal)('a note becomes a memory once a person approves it (needs tmux)', async () => {
  const box = openMemoryBox();
  const id = box.session('2026-08-04', '[INSIGHT] x');
  const cwd = box.checkout;
  const env = box.environment({ CLAUDE_CODE_SESSION_ID: id });
  const input = 'httpOnly cookie for the JWT → Safari blocks it in an iframe\n';
  const noted = await spawnCommand(['note', 'tried'], { env, cwd, input, program: AGENT });
  expect([noted.code, noted.stderr]).toEqual([0, '']);
  const reference = `${id}#${noted.stdout.split(' ')[0]}`;

  const promoted = await spawnCommand(['memory', 'promote'], { env, cwd, program: AGENT });
  expect([promoted.code, promoted.stderr]).toEqual([0, '']);
  expect(promoted.stdout).toContain(`Evidence: ${reference} [tried] httpOnly cookie`);
  const again = await spawnCommand(['memory', 'promote'], { env, cwd, program: AGENT });
  expect([again.stdout, again.stderr]).toEqual(['', 'No notes to promote.\n']);

  const surroundings = { env: box.environment(), cwd };
  const terminal = await openTerminal([process.execPath, CLI, 'memory', 'review'], surroundings);
  await terminal.waitFor('[?] help');
  expect(await terminal.screen()).toContain('Evidence: 1 note');
  await terminal.press('y');
  await terminal.waitFor('ended with 0');
  const file = 'project_httponly_cookie_jwt_safari_blocks_iframe.md';
  expect(readFileSync(join(box.memoryDirectory, file), 'utf8')).toContain('\n\nhttpOnly cookie for the JWT → Safari');
  expect(readFileSync(join(box.memoryDirectory, 'MEMORY.md'), 'utf8')).toContain(`(${file}) — Tried, did not work`);
  const ledger = readFileSync(join(box.project, 'chronicle/memory-ledger.jsonl'), 'utf8');
  expect(parseLedger(ledger).value).toMatchObject([
    { source: 'retro', action: 'new', file, session_id: id, events: [reference] },
  ]);
  const shown = await spawnCommand(['memory', 'show', file], surroundings);
  expect(shown.stdout).toContain(`based on ${reference}`);
});
