import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bashCalls } from './api-request.ts';
import { chronicles, labWithPlugin, log, summary } from './scenario.ts';

const ALLOWED = [
  'chronicle tags',
  log('DECISION', 'Keep the allowlist'),
  log('ERROR', 'Quoted\n  with a detail'),
  summary('All of it went through.'),
  'chronicle search tag:ERROR Quoted',
  'chronicle show last',
];

// Eight, because auto mode ends a turn after nine refusals.
const COMPOUND = [
  "chronicle log ERROR <<'EOF' && touch mark\nrefused\nEOF",
  `${log('ERROR', 'refused')}\ntouch mark`,
  `touch mark; ${log('ERROR', 'refused')}`,
  `cd . && ${log('ERROR', 'refused')}`,
  `X=1 ${log('ERROR', 'refused')}`,
  'chronicle log ERROR <<EOF\nrefused $(touch mark)\nEOF',
  "chronicle log ERROR <<'EOF' > mark\nrefused\nEOF",
  'chronicle tags | tee mark',
];

// Plan mode is missing here, as the client then runs its own safety check whatever a hook says.
it.for(['default', 'acceptEdits', 'auto', 'dontAsk'])('logging needs no approval in %s mode', async (mode) => {
  const lab = await labWithPlugin([{ prompt: 'log it', commands: ALLOWED }]);
  const run = await lab.run(['-p', 'log it', '--permission-mode', mode]);

  expect(bashCalls(lab.requests).filter(({ isError }) => isError)).toEqual([]);
  const [chronicle] = chronicles(lab, 1);
  expect(chronicle.events).toEqual(['[DECISION] Keep the allowlist', '[ERROR] Quoted']);
  expect(chronicle.summary).toBe('All of it went through.');
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

it.for(['default', 'acceptEdits', 'auto', 'dontAsk'])('a compound command is not allowed in %s mode', async (mode) => {
  const lab = await labWithPlugin([{ prompt: 'log it', commands: COMPOUND }]);
  await lab.run(['-p', 'log it', '--permission-mode', mode]);

  expect(bashCalls(lab.requests).filter(({ isError }) => !isError)).toEqual([]);
  expect(bashCalls(lab.requests)).toHaveLength(COMPOUND.length);
  expect(existsSync(join(lab.project, 'mark'))).toBe(false);
  expect(chronicles(lab, 1)[0].events).toEqual([]);
});
