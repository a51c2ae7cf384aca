import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Box, memory, openBox } from '../commands/proposal-box.ts';

const CHANGE = fileURLToPath(new URL('change-process.ts', import.meta.url));
const LATE_SAVE = fileURLToPath(new URL('late-memory-save.cjs', import.meta.url));
const FILE = 'feedback_money.md';
const MONEY = memory('money-in-cents', 'Amounts are integer cents');
const INDEX = `- [Cents](${FILE}) — Amounts are integer cents\n`;

/** Applies the proposal while a person saves `text` to `file` at the moment it is replaced or moved. */
function applyBeside(box: Box, id: string, file: string, text: string): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [CHANGE, box.config, 'apply', id], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--require ${LATE_SAVE}`,
      LATE_SAVE_PATH: join(box.memories, file),
      LATE_SAVE_TEXT: text,
    },
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('a person who saves in the instant of a change', () => {
  it.each([
    ['rewritten', { action: 'STRENGTHEN', file: FILE, text: memory('money-in-cents', 'Always cents') }],
    ['deleted', { action: 'DELETE', file: FILE }],
  ])('keeps a memory that was to be %s, and nothing is changed', async (_, proposal) => {
    const box = openBox();
    box.write(FILE, MONEY);
    box.write('MEMORY.md', INDEX);
    const [{ id } = { id: '' }] = await box.propose(proposal);
    const { status, stderr } = applyBeside(box, id, FILE, 'by hand');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('was just changed by something else. It was left as it is.'),
    ]);
    expect(box.memory(FILE)).toBe('by hand');
    expect(box.memory('MEMORY.md')).toBe(INDEX);
    expect(box.ledger()).toEqual([]);
    expect(box.proposals()).toMatchObject([{ state: 'open' }]);
    expect(box.leftovers()).toEqual([]);
  });

  it('keeps the lines that were added to MEMORY.md, beside the entry', async () => {
    const box = openBox();
    box.write('MEMORY.md', '# Memory\n');
    const [{ id } = { id: '' }] = await box.propose({ action: 'NEW', file: FILE, text: MONEY });
    const { status } = applyBeside(box, id, 'MEMORY.md', '# Memory\n\nBy hand.\n');
    expect(status).toBe(0);
    expect(box.memory('MEMORY.md')).toBe(
      `# Memory\n\nBy hand.\n- [Money in cents](${FILE}) — Amounts are integer cents\n`,
    );
  });
});
