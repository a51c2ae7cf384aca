import { REPOSITORY_LINK } from '../lib/repository.ts';
import type { Fragment } from './finding.ts';
import { doubtful, type Match, rangesOf } from './match.ts';

/** Finds repositories in links to their commits and pull requests: whether a repository is private cannot be known here. */
export function repositoryDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return rangesOf(REPOSITORY_LINK, text).map(({ start, end }) =>
    doubtful('linked repository', '[repository]', start, end, 'links to a repository that may be private'),
  );
}
