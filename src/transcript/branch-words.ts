import { NO_BRANCH, taskPrefix } from '#src/lib/checkout.ts';
import { capitalised } from '#src/lib/spelled.ts';

/** Branches whose names say nothing about the work. */
export const TRUNKS: ReadonlySet<string> = new Set([
  ...['main', 'master', 'trunk', 'default', 'dev', 'devel', 'develop', 'development', 'next', 'stable'],
  ...['staging', 'prod', 'production', 'release', 'gh-pages', NO_BRANCH],
]);

/** First segments of branches that say what kind of work it is. Any other first segment is a person or a tool. */
const BRANCH_KINDS = new Set(
  'bug bugfix build chore ci doc docs fix hotfix perf refactor release revert spike style test'.split(' '),
);

/** A branch in words, without its author and task: `tm/41-retry-sync` and `robin/retry-sync` are `Retry sync`. */
export function branchInWords(branch: string): string {
  return capitalised(branchWords(branch));
}

/** As `branchInWords`, without a capital. */
export function branchWords(branch: string): string {
  const withoutTask = branch
    .slice(taskPrefix(branch)?.length ?? 0)
    .replace(/(?<![A-Za-z0-9])[A-Z]{2,10}-\d{1,6}(?![A-Za-z0-9])/g, '');
  return spaced(withoutAuthor(withoutTask)) || spaced(withoutTask) || branch.replace(/[_/]+/g, ' ');
}

function withoutAuthor(branch: string): string {
  const [, segment = '', rest = ''] = /^([A-Za-z0-9.-]+)\/(.+)$/s.exec(branch) ?? [];
  if (segment === '' || !/\p{L}{3}/u.test(rest)) return branch;
  // One word needs the kind of work: "Fix login".
  return BRANCH_KINDS.has(segment.toLowerCase()) && !/\p{L}[-_/]+\p{L}/u.test(rest) ? branch : rest;
}

/** The words; empty without a letter, as in what is left of `release/2.0`. */
function spaced(branch: string): string {
  return /\p{L}/u.test(branch) ? branch.replace(/[-_/]+/g, ' ').trim() : '';
}
