import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type Box, memory, openBox } from '../commands/proposal-box.ts';
import { CLI } from './cli-bundle.ts';

const NEW = { action: 'NEW', file: 'feedback_money.md', text: memory('money-in-cents', 'Cents') };
/** Part of util-linux; without it there is no terminal to test in. */
const hasScript = spawnSync('script', ['--version']).status === 0;

/** Runs `chronicle memory …` in a pseudo-terminal and answers its question; returns what was on the screen. */
function inTerminal(box: Box, args: string, answer: string): Promise<{ code: number | null; screen: string }> {
  const command = `stty cols 120 rows 40; ${process.execPath} ${CLI} memory ${args} --project tide`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: box.root, CLAUDE_CONFIG_DIR: box.config, TERM: 'xterm', LANG: 'C.UTF-8' },
    cwd: box.root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let screen = '';
  let isAnswered = false;
  child.stdout.on('data', (data) => {
    screen += data;
    if (isAnswered || !/(?:Apply|Undo) this change\?[\s\S]*\bNo\b/.test(screen)) return;
    isAnswered = true;
    child.stdin.write(answer);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, screen }));
  });
}

describe.skipIf(!hasScript)('in a terminal (needs script of util-linux)', () => {
  it('apply shows what would change, and changes it after a yes', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    const { code, screen } = await inTerminal(box, `apply ${id}`, 'y');
    expect([code, screen]).toEqual([0, expect.stringContaining('+++ b/feedback_money.md')]);
    expect(screen).toContain('Apply this change?');
    expect(box.memory('feedback_money.md')).toBe(NEW.text);
  });

  it.each([
    ['no', 'n'],
    ['a bare return', '\r'],
    ['escape', '\u001b'],
    ['control-C', '\u0003'],
  ])('apply changes nothing after %s', async (_, answer) => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    const { code, screen } = await inTerminal(box, `apply ${id}`, answer);
    expect([code, screen]).toEqual([2, expect.stringContaining('Nothing was changed.')]);
    expect(box.memory('feedback_money.md')).toBeNull();
    expect(box.proposals()).toMatchObject([{ state: 'open' }]);
  });

  it('undo shows what would change, and does it after a yes', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    await box.run(['apply', id, '--yes']);
    const { code, screen } = await inTerminal(box, 'undo last', 'y');
    expect([code, screen]).toEqual([0, expect.stringContaining('--- a/feedback_money.md')]);
    expect(box.memory('feedback_money.md')).toBeNull();
  });
});
