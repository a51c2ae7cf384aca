import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';

const OLD = '20.20.2';

/** What npm's preinstall step prints under a version of Node, and its exit code. */
function preinstall(node: string, { isClone = false, isGlobal = false } = {}): [code: number, stderr: string] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [program, file = ''] = scripts.preinstall.split(' ');
  expect(program).toBe('node');
  const ended = { code: 0, stderr: '' };
  runInNewContext(readFileSync(join(ROOT, file), 'utf8'), {
    require: createRequire(import.meta.url),
    __dirname: isClone ? join(ROOT, 'bin') : '/prefix/lib/node_modules/session-chronicle/bin',
    console: { error: (text: string) => (ended.stderr += text) },
    process: {
      versions: { node },
      env: isGlobal ? { npm_config_global: 'true' } : {},
      exit: (code: number) => (ended.code = code),
    },
  });
  return [ended.code, ended.stderr];
}

describe('npm install', () => {
  it('is refused in one sentence where Node is too old for the site', () => {
    const sentence = `session-chronicle needs Node 22.12 or newer, but this is Node ${OLD}. Install a newer Node, then run npm install again.`;
    expect(preinstall(OLD)).toEqual([1, sentence]);
    expect(preinstall(OLD, { isClone: true, isGlobal: true })).toEqual([1, sentence]);
    expect(preinstall('22.11.0')[0]).toBe(1);
  });

  it('works from Node 22.12 on, and in a clone with any Node', () => {
    for (const node of ['22.12.0', '24.0.0']) expect(preinstall(node)).toEqual([0, '']);
    expect(preinstall(OLD, { isClone: true })).toEqual([0, '']);
  });
});
