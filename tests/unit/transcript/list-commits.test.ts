import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCommits } from '#src/transcript/commit-list.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const SECOND = 1_774_357_200;
const always = { from: 0, to: 4e12 };

/** A repository whose commits are made one second after the other. */
class Repository {
  readonly root = join(temporaryDirectory('list-commits'), 'tide');
  readonly env: Record<string, string>;
  #seconds = SECOND;

  constructor() {
    mkdirSync(this.root);
    this.env = { PATH: process.env.PATH ?? '', HOME: join(this.root, '..'), GIT_CONFIG_NOSYSTEM: '1' };
    this.git('init', '-q', '-b', 'main');
    this.git('config', 'user.name', 'Robin');
    this.git('config', 'user.email', 'robin@example.test');
  }

  git(...words: string[]): string {
    const date = `@${this.#seconds} +0100`;
    const env = { ...this.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    return execFileSync('git', words, { cwd: this.root, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  /** Makes an empty commit; returns its hash. */
  commit(subject: string, ...words: string[]): string {
    this.#seconds++;
    this.git('commit', '-q', '--allow-empty', '-m', subject, ...words);
    return this.git('rev-parse', '--short', 'HEAD');
  }

  /** A program that says so in a file when it runs. */
  trap(more = ''): { program: string; hasRun: () => boolean } {
    const [program, trace] = [join(this.root, '../trap.sh'), join(this.root, '../trapped')];
    writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\n${more}\n`, { mode: 0o755 });
    const hasRun = () => {
      const has = existsSync(trace);
      rmSync(trace, { force: true });
      return has;
    };
    return { program, hasRun };
  }
}

describe('listCommits', () => {
  it('lists the commits of a time, of all branches and worktrees, and those that were amended', async () => {
    const repository = new Repository();
    repository.commit('Begin');
    const amended = repository.commit('Use a tabel');
    const kept = repository.commit('Use a table', '--amend', '-m', 'Because of its length.');
    repository.git('checkout', '-q', '-b', 'bot/größe');
    const other = repository.commit('Größe prüfen');
    repository.git('checkout', '-q', 'main');
    repository.commit('Too late');
    const span = { from: (SECOND + 2) * 1000, to: (SECOND + 4) * 1000 };
    const found = await listCommits(repository.root, repository.env, span);
    expect(found).toEqual([
      { hash: amended, at: (SECOND + 2) * 1000, subject: 'Use a tabel' },
      { hash: kept, at: (SECOND + 3) * 1000, subject: 'Use a table' },
      { hash: other, at: (SECOND + 4) * 1000, subject: 'Größe prüfen' },
    ]);
    repository.git('worktree', 'add', '-q', '--detach', '../beside');
    mkdirSync(join(repository.root, '../beside/sub'));
    const beside = await listCommits(join(repository.root, '../beside/sub'), repository.env, span);
    expect(beside).toEqual(found);
  });

  it('lists nothing outside of git, in a repository without commits, or without git', async () => {
    const repository = new Repository();
    const listed = (root: string, env = repository.env) => listCommits(root, env, always);
    for (const root of [repository.root, join(repository.root, 'gone'), temporaryDirectory('no-git')])
      expect(await listed(root)).toEqual([]);
    repository.commit('Begin');
    expect(await listed(repository.root, { PATH: '/nowhere' })).toEqual([]);
    writeFileSync(join(repository.root, '.git/config'), '[core\n');
    expect(await listed(repository.root)).toEqual([]);
  });

  it('ignores GIT_ variables', async () => {
    const [repository, elsewhere] = [new Repository(), new Repository()];
    repository.commit('Here');
    elsewhere.commit('Elsewhere');
    const env = { ...repository.env, GIT_DIR: join(elsewhere.root, '.git') };
    expect((await listCommits(repository.root, env, always)).map(({ subject }) => subject)).toEqual(['Here']);
  });

  it('runs no program of a hostile repository: pager, monitor, or the one that verifies signatures', async () => {
    const repository = new Repository();
    // Reads what is to be signed: git fails to sign if the program ends before it has written all of that.
    const trap = repository.trap(
      "cat >/dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\necho '-----BEGIN PGP SIGNATURE-----'",
    );
    for (const name of ['gpg.program', 'core.pager', 'pager.log', 'core.fsmonitor', 'core.sshCommand', 'diff.external'])
      repository.git('config', name, trap.program);
    repository.git('config', 'log.showSignature', 'true');
    repository.commit('Signed', '-S');
    expect(trap.hasRun()).toBe(true);
    repository.git('log', '--all', '--format=%h');
    expect(trap.hasRun()).toBe(true);
    expect(await listCommits(repository.root, repository.env, always)).toMatchObject([{ subject: 'Signed' }]);
    expect(trap.hasRun()).toBe(false);
  });

  it('fetches nothing that a partial clone lacks', async () => {
    const repository = new Repository();
    const trap = repository.trap('exit 1');
    const first = repository.commit('Begin');
    repository.git('branch', 'old');
    repository.commit('Go on');
    const hash = repository.git('rev-parse', first);
    rmSync(join(repository.root, '.git/objects', hash.slice(0, 2), hash.slice(2)));
    for (const [name = '', value = ''] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', repository.root],
      ['remote.origin.uploadpack', trap.program],
      ['protocol.file.allow', 'always'],
    ])
      repository.git('config', name, value);
    spawnSync('git', ['log', '--all'], { cwd: repository.root, env: repository.env, stdio: 'ignore' });
    expect(trap.hasRun()).toBe(true);
    await listCommits(repository.root, repository.env, always);
    expect(trap.hasRun()).toBe(false);
  });
});
