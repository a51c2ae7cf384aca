import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { EXIT_CODES } from '../../hooks/exit-codes.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const root = temporaryDirectory('old-node');

/** A Node that reports another version. */
const asOld = join(root, 'as-old.cjs');
writeFileSync(asOld, "Object.defineProperty(process, 'versions', { value: { node: '16.20.2' } });");

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const ran = spawnSync(process.execPath, ['--require', asOld, program, ...args], {
    env: { CLAUDE_CONFIG_DIR: root, ...env },
    encoding: 'utf8',
    input: '{}',
  });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const too = `session-chronicle: Node 16.20.2 (${process.execPath}) is too old: `;

describe('the bundles on a Node that is too old', () => {
  it('say so in a sentence, and block no tool and no compaction', () => {
    const hooks = join(ROOT, 'hooks/dist/chronicle.cjs');
    expect(run(hooks, ['session-start'])).toEqual({ code: 2, stdout: '', stderr: `${too}hooks need 18 or newer.\n` });
    for (const [word, code] of Object.entries(EXIT_CODES))
      expect(run(hooks, [word])).toMatchObject({ code, stdout: '' });
    expect(Object.keys(EXIT_CODES)).toEqual(['pre-tool-use', 'before-compaction', 'stop']);
    const commands = `${too}commands need 20 or newer.\n`;
    expect(run(join(ROOT, 'bin/chronicle'), ['list'])).toEqual({ code: 2, stdout: '', stderr: commands });
  });
});
