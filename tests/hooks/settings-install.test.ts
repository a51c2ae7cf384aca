/* Hooks run by Claude Code's settings, from the copy that `chronicle init` made. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchPathLine } from '../../hooks/start.ts';
import { BUNDLE, NODE } from './bundle-process.ts';
import { count } from './chronicle-text.ts';
import { startPayload } from './payloads.ts';
import { filesBelow, openQuickSandbox, openSandbox, type Sandbox } from './sandbox.ts';

/** Replaces the program in the copy. */
function plantProgram(box: Sandbox, config = box.config): string {
  const bin = join(config, 'session-chronicle/app/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'chronicle'), '#!/bin/sh\necho found\n', { mode: 0o755 });
  return bin;
}

describe('CLAUDE_ENV_FILE of a hook in the settings', () => {
  it.each([
    'plain',
    "it's",
    'a blank',
    '$(touch canary)',
    '`touch canary`',
    '"; touch canary; "',
    'line\nbreak',
    "'$(touch canary)'",
  ])(
    'has our `chronicle` found before any other, and tells the path of the chronicle, with %j in the path',
    async (part) => {
      const box = openQuickSandbox();
      const config = join(box.root, part);
      plantProgram(box, config);
      const file = join(box.root, 'hook-0.sh');
      writeFileSync(file, 'export OTHER=kept\n');
      for (const source of ['startup', 'resume', 'resume'] as const)
        await box.start('one', { source, env: { CLAUDE_CONFIG_DIR: config, CLAUDE_ENV_FILE: file } });
      const shell = (script: string, program = '/bin/sh') =>
        execFileSync(program, ['-c', `. "$1"; ${script}`, 'sh', file], { cwd: box.root, encoding: 'utf8' });
      expect(shell('chronicle')).toBe('found\n');
      const [chronicle] = filesBelow(join(config, 'projects'));
      for (const program of ['/bin/sh', 'bash'])
        expect(shell('printf %s "$OTHER:$CHRONICLE_PATH"', program)).toBe(`kept:${chronicle}`);
      const other = join(box.root, 'other');
      mkdirSync(other, { recursive: true });
      writeFileSync(join(other, 'chronicle'), '#!/bin/sh\necho other\n', { mode: 0o755 });
      const script = 'PATH="$2:$PATH"; . "$1"; chronicle';
      expect(execFileSync('/bin/sh', ['-c', script, 'sh', file, other], { encoding: 'utf8' })).toBe('found\n');
      expect(shell('printf %s "$PATH"')).toBe(`${config}/session-chronicle/app/bin:${process.env.PATH}`);
      expect(shell('PATH=; . "$1"; printf %s "$PATH"')).toBe(`${config}/session-chronicle/app/bin`);
      expect(count(readFileSync(file, 'utf8'), 'export PATH=')).toBe(1);
      expect(filesBelow(box.root)).not.toContain(join(box.root, 'canary'));
    },
  );
});

describe('searchPathLine', () => {
  it('writes a Windows directory as its POSIX shell expects', () => {
    expect(searchPathLine("C:\\Users\\O'Neil\\.claude/session-chronicle/app/bin")).toBe(
      `export PATH='/c/Users/O'\\''Neil/.claude/session-chronicle/app/bin'"\${PATH:+:$PATH}"\n`,
    );
    expect(searchPathLine('/home/a\\b')).toBe(`export PATH='/home/a\\b'"\${PATH:+:$PATH}"\n`);
  });
});

it('a hook whose files are deleted by an update while it runs still works', async () => {
  const box = openSandbox();
  const root = join(box.root, 'plugin');
  const payload = join(box.root, 'payload.json');
  cpSync(dirname(BUNDLE), root, { recursive: true });
  writeFileSync(payload, startPayload({ session_id: 'one', cwd: box.project }));
  const script = '(sleep 0.3; rm -r "$1"; cat "$2") | "$3" "$1/chronicle.cjs" session-start';
  const through = ['/bin/sh', '-c', script, 'sh', root, payload, NODE];
  expect(await box.run(['session-start'], 'ignore', { through })).toMatchObject({ code: 0, stderr: '' });
  expect([existsSync(root), box.chronicles().length]).toEqual([false, 1]);
});
