import { describe, expect, it } from 'vitest';
import { commitAddress, repositoryAddress, repositoryOfPullRequest } from '#src/lib/repository.ts';

describe('repositoryAddress', () => {
  it.each([
    ['git@github.com:robin/nestbox.git', 'https://github.com/robin/nestbox'],
    ['https://github.com/robin/nestbox', 'https://github.com/robin/nestbox'],
    ['https://robin:secret@GitHub.com/robin/nestbox.git', 'https://github.com/robin/nestbox'],
    ['ssh://git@gitlab.com:22/birds/boxes/nestbox.git', 'https://gitlab.com/birds/boxes/nestbox'],
    ['git@git.sr.ht:~robin/nestbox', 'https://git.sr.ht/~robin/nestbox'],
    ['https://codeberg.org/robin/nestbox/', 'https://codeberg.org/robin/nestbox'],
  ])('of %j is %j', (remote, address) => {
    expect(repositoryAddress(remote)).toBe(address);
  });

  it.each([
    ['another host', ['git@git.acme.internal:robin/nestbox.git', 'https://github.com.evil.example/robin/nestbox']],
    ['a host in the path', ['https://evil.example/github.com/robin/nestbox', 'javascript:alert(1)//github.com/a/b']],
    ['another path', ['git@github.com:robin/../nestbox', 'https://github.com/robin/nest box']],
    ['a query', ['https://github.com/robin/nestbox?x=<script>']],
    ['a directory', ['/srv/git/nestbox.git', 'file:///srv/git/nestbox.git', '']],
  ])('is null for %s', (_, remotes) => {
    for (const remote of remotes) expect(repositoryAddress(remote), remote).toBeNull();
  });

  it('takes no longer for a long text', () => {
    const started = performance.now();
    expect(repositoryAddress(`https://github.com/${'a/'.repeat(500_000)}`)).toBeNull();
    expect(repositoryAddress('a'.repeat(1_000_000))).toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('repositoryOfPullRequest', () => {
  it.each([
    ['https://github.com/robin/nestbox/pull/12', 'https://github.com/robin/nestbox'],
    ['https://gitlab.com/birds/nestbox/-/merge_requests/12', 'https://gitlab.com/birds/nestbox'],
    ['https://bitbucket.org/robin/nestbox/pull-requests/12', 'https://bitbucket.org/robin/nestbox'],
    ['https://git.acme.internal/robin/nestbox/pull/12', null],
    ['https://github.com/robin/nestbox/pull/12/files', null],
    ['no address', null],
  ])('of %j is %j', (address, repository) => {
    expect(repositoryOfPullRequest(address)).toBe(repository);
  });
});

describe('commitAddress', () => {
  it.each([
    ['https://github.com/robin/nestbox', 'https://github.com/robin/nestbox/commit/a1b2c3d'],
    ['https://gitlab.com/birds/nestbox', 'https://gitlab.com/birds/nestbox/-/commit/a1b2c3d'],
    ['https://bitbucket.org/robin/nestbox', 'https://bitbucket.org/robin/nestbox/commits/a1b2c3d'],
  ])('in %s', (repository, address) => {
    expect(commitAddress(repository, 'a1b2c3d')).toBe(address);
  });
});
