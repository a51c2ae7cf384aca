import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownNames } from '#src/redaction/names.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function machine(): { home: string; root: string; env: Record<string, string | undefined> } {
  const directory = temporaryDirectory('own-names');
  const [home, root] = [join(directory, 'wilhelmina'), join(directory, 'tide')];
  mkdirSync(home);
  mkdirSync(root);
  const env = { PATH: process.env.PATH, HOME: home };
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Wilhelmina van Tide\n\temail = mina@tide.example\n');
  execFileSync('git', ['init', '-q'], { cwd: root, env });
  return { home, root, env };
}

describe('ownNames', () => {
  it('knows the user, the host, and the names in git settings and remotes', async () => {
    const { home, root, env } = machine();
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root, env });
    git('remote', 'add', 'origin', 'git@github.com:Saltmarsh/tide.git');
    git('remote', 'add', 'work', 'ssh://git@git.saltmarsh.example:7999/harbour/tide.git');
    git('config', 'user.email', 'w@saltmarsh.example');
    const names = await ownNames({ variables: env, home, host: 'anvil-7.saltmarsh.lan' }, [root, root]);
    const known = new Map(names.map(({ text, kind }) => [text, kind]));
    expect(Object.fromEntries(known)).toMatchObject({
      wilhelmina: 'user name',
      'anvil-7.saltmarsh.lan': 'host name',
      'anvil-7': 'host name',
      'Wilhelmina van Tide': 'git name',
      Tide: 'git name',
      'mina@tide.example': 'git e-mail address',
      'w@saltmarsh.example': 'git e-mail address',
      Saltmarsh: 'organisation',
      harbour: 'organisation',
      'git.saltmarsh.example': 'private host',
    });
    expect(known.has('github.com')).toBe(false);
  });

  it('runs no command from a hostile checkout, and ignores GIT_ variables', async () => {
    const { home, root, env } = machine();
    const other = machine();
    execFileSync('git', ['config', 'core.fsmonitor', `touch ${join(home, 'ran')}`], { cwd: root, env });
    execFileSync('git', ['remote', 'add', 'o', 'https://github.com/Elsewhere/x'], { cwd: other.root, env });
    const hostile = { ...env, GIT_DIR: join(other.root, '.git') };
    const names = await ownNames({ variables: hostile, home, host: 'anvil-7' }, [root]);
    expect(names.map(({ text }) => text)).not.toContain('Elsewhere');
    expect(() => execFileSync('ls', [join(home, 'ran')], { stdio: 'ignore' })).toThrow();
  });

  it('works without git, checkouts or names', async () => {
    const names = await ownNames({ variables: { PATH: '' }, home: '/nowhere/at/all', host: 'localhost' }, [
      '/nowhere/else',
    ]);
    expect(names.map(({ text }) => text)).not.toContain('localhost');
  });
});
