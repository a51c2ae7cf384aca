/* A memory change that a killed process left half-done, met by commands that change no memory themselves. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEW } from './money-box.ts';
import { type Box, openBox, SESSION } from './proposal-box.ts';
import { runCommand } from './run-command.ts';

const FILE = 'feedback_money.md';
const IN_SESSION = { CLAUDE_CODE_SESSION_ID: SESSION, CLAUDECODE: '1' };

/** A box as a process leaves it that is killed after it has written the memory, before the ledger and the proposal. */
async function leftHalfDone(): Promise<{ box: Box; id: string }> {
  const box = openBox();
  const [{ id } = { id: '' }] = await box.propose(NEW);
  const before = box.files();
  await box.run(['apply', id, '--yes']);
  const [name = ''] = readdirSync(box.backups);
  for (const path of Object.keys(box.files())) {
    const text = before[path];
    if (text !== undefined) writeFileSync(join(box.directory, path), text, 'latin1');
    else if (!path.startsWith('chronicle/memory/backups/') && path !== `memory/${FILE}`)
      rmSync(join(box.directory, path));
  }
  writeFileSync(join(box.chronicle, 'memory/pending'), `${name}\n`);
  return { box, id };
}

const isPending = (box: Box) => existsSync(join(box.chronicle, 'memory/pending'));

const COMMANDS: [
  name: string,
  run: (box: Box, id: string, env: Record<string, string>) => Promise<{ stderr: string }>,
][] = [
  ['list', (box, _, env) => runCommand(['memory', 'list'], { env: box.environment(env), cwd: box.root })],
  ['show', (box, _, env) => runCommand(['memory', 'show', FILE], { env: box.environment(env), cwd: box.root })],
  ['a refused skip', (box, id, env) => box.run(['skip', id], { env })],
  ['a skip of an unknown proposal', (box, _, env) => box.run(['skip', 'p-123456'], { env })],
];

describe('a half-done change of a memory', () => {
  it.each(COMMANDS)('is completed by %s in a terminal', async (_, run) => {
    const { box, id } = await leftHalfDone();
    expect(box.ledger()).toEqual([]);
    await run(box, id, {});
    expect(box.ledger()).toMatchObject([{ source: 'retro', file: FILE }]);
    expect(box.memory('MEMORY.md')).toContain(FILE);
    expect(isPending(box)).toBe(false);
    expect(box.proposals()).toMatchObject([{ state: 'approved' }]);
  });

  it.each(COMMANDS)('is only named by %s in a session of an agent', async (_, run) => {
    const { box, id } = await leftHalfDone();
    const { stderr } = await run(box, id, IN_SESSION);
    expect(stderr).toMatch(
      /^A memory change was left half-done\. Ask the person to run chronicle memory review in a terminal\.\n/,
    );
    expect([box.ledger(), box.memory('MEMORY.md')]).toEqual([[], null]);
    expect(isPending(box)).toBe(true);
  });
});
