/**
 * Web addresses of repositories on public code hosts.
 *
 *     git@github.com:larder-coop/larder.git   ->   https://github.com/larder-coop/larder
 *
 * Other hosts get no address: most are private, and each has its own form of links. Whether a repository on a public host
 * is public cannot be known here, so a link to one is a finding for its owner to review before a post is exported.
 */

/** The hosts, and the path of a commit below a repository. */
const COMMIT_PATHS = {
  'github.com': 'commit',
  'gitlab.com': '-/commit',
  'codeberg.org': 'commit',
  'bitbucket.org': 'commits',
  'git.sr.ht': 'commit',
} as const satisfies Record<string, string>;

type CodeHost = keyof typeof COMMIT_PATHS;

const HOSTS = Object.keys(COMMIT_PATHS).map((host) => host.replaceAll('.', '\\.'));
const PATH = '~?[A-Za-z0-9][A-Za-z0-9_.-]{0,99}(?:/[A-Za-z0-9_.-]{1,100}){1,6}';
/** `https://host/path`, `ssh://git@host:22/path`, `git@host:path`. */
const REMOTE = new RegExp(
  `^(?:(?:https?|ssh|git)://(?:[^@/\\s]{1,200}@)?(${HOSTS.join('|')})(?::\\d{1,5})?/|[\\w.-]{1,64}@(${HOSTS.join('|')}):/?)(${PATH})/?$`,
  'i',
);
const PULL_REQUEST = /^(https:\/\/[^\s?#]{1,600}?)\/(?:-\/)?(?:pull|pulls|pull-requests|merge_requests)\/\d{1,9}\/?$/;

/** The web address of the repository with this remote; null on any other host. */
export function repositoryAddress(remote: string): string | null {
  const [, named, short, path = ''] = REMOTE.exec(remote.trim()) ?? [];
  const host = (named ?? short)?.toLowerCase();
  if (host === undefined || path.split('/').some((part) => part === '.' || part === '..')) return null;
  return `https://${host}/${path.replace(/\.git$/, '')}`;
}

/** The web address of the repository to which a pull request belongs; null on any other host. */
export function repositoryOfPullRequest(address: string): string | null {
  const [, repository] = PULL_REQUEST.exec(address) ?? [];
  return repository === undefined ? null : repositoryAddress(repository);
}

/** The web address of a commit. `repository` is what `repositoryAddress` returned, and `hash` is hexadecimal. */
export function commitAddress(repository: string, hash: string): string {
  const host = new URL(repository).hostname;
  return `${repository}/${isCodeHost(host) ? COMMIT_PATHS[host] : 'commit'}/${hash}`;
}

/** Matches the repository in links to its commits and pull requests, with the host and path as the group `value`. */
export const REPOSITORY_LINK = new RegExp(
  `(?<![\\w.-])(?<value>(?:${HOSTS.join('|')})/~?[\\w.-]{1,100}(?:/[\\w.-]{1,100}){1,6}?)/(?:-/)?(?:commits?|pull|pulls|pull-requests|merge_requests)/[0-9a-f]`,
  'gi',
);

function isCodeHost(host: string): host is CodeHost {
  return Object.hasOwn(COMMIT_PATHS, host);
}
