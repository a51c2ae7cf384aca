import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { bashScript } from '#src/cli/completions/bash.ts';
import { brief, completables } from '#src/cli/completions/completable.ts';
import { fishScript } from '#src/cli/completions/fish.ts';
import { zshScript } from '#src/cli/completions/zsh.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const directory = temporaryDirectory('completions');
const file = (shell: string) => join(directory, `chronicle.${shell}`);
beforeAll(async () => {
  const all = await completables(COMMANDS);
  writeFileSync(file('bash'), bashScript(all));
  writeFileSync(file('zsh'), zshScript(all));
  writeFileSync(file('fish'), fishScript(all));
  mkdirSync(join(directory, 'my blog'));
});

/** Command lines, the last word of which is to be completed, and some of what is offered. */
const LINES: [line: string, offered: string[]][] = [
  ['chronicle mem', ['memory']],
  ['chronicle help exp', ['export']],
  ['chronicle memory ap', ['apply']],
  ['chronicle help memory ap', ['apply']],
  ['chronicle memory apply --y', ['--yes']],
  ['chronicle build --strict --no-', ['--no-search']],
  ['chronicle export last --to h', ['hugo']],
  ['chronicle init --no-s', ['--no-skill']],
  ['chronicle log MEMORY-', ['MEMORY-HIT', 'MEMORY-MISS']],
  ['chronicle completions f', ['fish']],
];

/** Runs a script in a shell that reads no file of the user's; null where the shell is not installed. */
function run(shell: string, args: string[], script: string): string[] | null {
  const env = { PATH: process.env.PATH ?? '', HOME: directory, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory };
  const { stdout, stderr, error } = spawnSync(shell, [...args, '-c', script], {
    cwd: directory,
    env,
    encoding: 'utf8',
  });
  if (error) return null;
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

/** One process for all lines of a shell: what it offers for each, behind a line `== <line>`. */
function answers(lines: string[] | null): Map<string, string[]> | null {
  if (lines === null) return null;
  const found = new Map<string, string[]>();
  for (const line of lines) {
    if (line.startsWith('== ')) found.set(line.slice(3), []);
    else [...found.values()].at(-1)?.push(line);
  }
  return found;
}

describe('completions', () => {
  it('work in bash', () => {
    const ask = `ask() { echo "== $*"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _chronicle; printf '%s\\n' "\${COMPREPLY[@]}"; }`;
    const lines = [...LINES.map(([line]) => line), 'chronicle export --out my', 'chronicle export --to = j'];
    const script = `source ${file('bash')}; ${ask}; ${lines.map((line) => `ask ${line}`).join('; ')}`;
    const found = answers(run('bash', ['--norc'], script));
    for (const [line, offered] of LINES) expect([line, found?.get(line)]).toEqual([line, offered]);
    expect(found?.get('chronicle export --out my')).toEqual(['my blog']);
    expect(found?.get('chronicle export --to = j')).toEqual(['jekyll']);
  });

  it('work in fish', ({ skip }) => {
    const ask = 'function ask; echo "== $argv[1]"; complete -C $argv[1] | string split -f1 \\t; end';
    const lines = [...LINES.map(([line]) => line), 'chronicle export --out my'];
    const script = `source ${file('fish')}; ${ask}; ${lines.map((line) => `ask '${line}'`).join('; ')}`;
    const found = answers(run('fish', ['--no-config'], script));
    if (found === null) return skip('fish is not installed');
    for (const [line, offered] of LINES) expect([line, found.get(line)]).toEqual([line, offered]);
    expect(found.get('chronicle export --out my')).toEqual(['my blog/']);
  });

  it('are given to the completion system of zsh', ({ skip }) => {
    // Its widgets need a terminal: what they are given is printed instead, and they find programs on the PATH.
    const stubs = `compdef() { :; }; _arguments() { env true; print -rl -- "$@"; }; _describe() { print -rl -- \${(P)2}; }`;
    const ask = `ask() { print -r "== $*"; words=("$@"); CURRENT=$#; PREFIX=$@[-1]; _chronicle; }`;
    const script = `source ${file('zsh')}; ${stubs}; ${ask}; ${LINES.map(([line]) => `ask ${line}`).join('; ')}`;
    const found = answers(run('zsh', ['-f'], `compdef() { :; }; ${script}`));
    if (found === null) return skip('zsh is not installed');
    for (const [line, offered] of LINES)
      for (const word of offered)
        expect([line, found.get(line)]).toEqual([line, expect.arrayContaining([expect.stringContaining(word)])]);
  });
});

describe('brief', () => {
  it('is the first sentence, cut between words', () => {
    expect(brief('Do not ask. In a session the hook asks')).toBe('Do not ask');
    expect(brief(`${'word '.repeat(30)}end`)).toMatch(/^(?:word )+…$/);
  });
});
