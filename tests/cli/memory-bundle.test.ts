import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MISS, memory, openBox } from '../commands/proposal-box.ts';
import { spawnCommand } from './spawn-command.ts';

const MONEY = memory('money-in-cents', 'Amounts are integer cents');
const NEW = { action: 'NEW', file: 'feedback_money.md', text: MONEY };

describe('the bundle', () => {
  it('files, applies and undoes without node_modules', { tags: 'long' }, async () => {
    const box = openBox();
    const script = fileURLToPath(new URL('../../scripts/bundle.ts', import.meta.url));
    execFileSync(process.execPath, [script, '--out', join(box.root, 'dist')]);
    const program = join(box.root, 'dist/cli.mjs');
    const input = JSON.stringify({ proposals: [{ ...NEW, events: [MISS], reason: 'Floats again.' }] });
    const run = (words: string[], given = '') =>
      spawnCommand(box.words(words), { env: box.environment(), cwd: box.root, input: given, program });
    const filed = await run(['propose'], input);
    expect([filed.code, filed.stderr]).toEqual([0, '']);
    expect(filed.stdout).toContain('+++ b/feedback_money.md');
    expect(await run(['apply', 'all', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    expect(box.memory('feedback_money.md')).toBe(MONEY);
    expect(await run(['undo', 'last', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    expect(box.memory('feedback_money.md')).toBeNull();
  });
});
