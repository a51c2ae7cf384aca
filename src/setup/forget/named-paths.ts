import { existsSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { flushDirectory } from '#src/lib/files.ts';
import type { OwnFiles } from './own-files.ts';

/** A draft's directory or a series' file whose name contains the text, and its new name. */
export interface NamedPath {
  from: string;
  to: string;
  kind: 'draft' | 'series';
}

/** Which drafts and series get a new name. After a part was renamed, the rest gets the same names again. */
export function namedPaths(named: OwnFiles['named'], isNamedAfterText: (slug: string) => boolean): NamedPath[] {
  const taken = new Set(named.map(({ path }) => path));
  const match = named.filter(({ path }) => !FREE.test(slugOfPath(path)) && isNamedAfterText(slugOfPath(path)));
  return match.map(({ path, kind }) => {
    const ending = kind === 'series' ? '.yml' : '';
    const at = (n: number) => `${dirname(path)}/${kind}-forgotten${n === 1 ? '' : `-${n}`}${ending}`;
    let n = 1;
    while (taken.has(at(n)) || existsSync(at(n))) n++;
    taken.add(at(n));
    return { from: path, to: at(n), kind };
  });
}

const FREE = /^(?:draft|series)-forgotten(?:-\d+)?$/;
/** The new name of a deleted series in a draft. */
const NO_SERIES = 'series-forgotten';

/** The new slug of a draft's series. */
export function seriesAfter(
  slug: string,
  renames: readonly NamedPath[],
  isNamedAfterText: (slug: string) => boolean,
): string {
  const renamed = renames.find(({ from, kind }) => kind === 'series' && slugOfPath(from) === slug);
  if (renamed) return slugOfPath(renamed.to);
  return !FREE.test(slug) && isNamedAfterText(slug) ? NO_SERIES : slug;
}

/** Renames a draft or series. Throws if the new name has been taken meanwhile. */
export function renamePath({ from, to }: NamedPath): void {
  if (existsSync(to)) throw new Error(`${to} already exists`);
  renameSync(from, to);
  flushDirectory(dirname(to));
}

function slugOfPath(path: string): string {
  return basename(path, '.yml');
}
