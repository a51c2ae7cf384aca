import { describe, expect, it } from 'vitest';
import { commandName, simpleCommands } from '#src/transcript/shell.ts';

describe('commandName', () => {
  it.each([
    ['cat', ['timeout 3 cat x', 'sudo -u bob cat x', 'nice -n 5 cat x', 'env -u HOME FOO=1 cat x', "bash -c 'cat x'"]],
    ['cat', ['# try again\ncat x', 'cat x # and so on', 'A=$(cat x)']],
    [
      'npm test',
      ['timeout -k 5 3s npm test', 'npm --prefix web test', 'npm test 2>&1 | tail -20', '(cd y && npm test)'],
    ],
    ['npm test', ['bash -lc "cd a && npm test"']],
    ['make', ['time -p make']],
    ['make all', ['A=$(cat x) make all']],
    ['git push', ['git -C /x push']],
    ['git commit', ['git -c user.name=a commit -m x']],
    ['pnpm run build', ['pnpm --filter web run build']],
    ['bash', ['bash run.sh']],
    ['cargo test', ['cargo +nightly test']],
    ['ls', ['cd a && ls']],
    ['cd', ['cd nope']],
    ['tool', ['$HOME/bin/tool x']],
    ['cc', ['for f in a b; do cc $f || exit 1; done']],
    ['ruby', ['if [ -f a ]; then ruby a.rb; fi']],
    ['npm ci', ['[[ -n $CI ]] || npm ci']],
    ['node', ['test -f a.json && node a.js']],
    ['', ["sh -c 'echo 3 failed; exit 1'", 'exit 3', '']],
  ])('is %s', (name, commands) => {
    for (const command of commands) expect(commandName(command), command).toBe(name);
  });

  it('is at least the first word where a quote does not end', () => {
    expect(commandName("it's broken")).toMatch(/^it/);
  });
});

describe('simpleCommands', () => {
  it('does not take a redirection for a command', () => {
    expect(simpleCommands('npm test 2>&1 | tail -20')).toEqual([
      ['npm', 'test'],
      ['tail', '-20'],
    ]);
  });

  it('ends on hostile input', () => {
    for (const text of ['$('.repeat(2000), '"'.repeat(4001), "sh -c '".repeat(500), '((((', '\\'])
      expect(simpleCommands(text)).toBeInstanceOf(Array);
  });
});
