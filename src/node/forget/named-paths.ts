import { existsSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { flushDirectory } from '../store/work-directory.ts';
import type { OwnFiles } from './own-files.ts';

/** A draft's directory or a series' file whose name says what is to be forgotten, and the name that says nothing. */
export interface NamedPath {
  from: string;
  to: string;
  kind: 'draft' | 'series';
}

/** Which of them get another name. Working it out again after a part of it was done gives the rest the same names. */
export function namedPaths(named: OwnFiles['named'], isNamedSo: (slug: string) => boolean): NamedPath[] {
  const taken = new Set(named.map(({ path }) => path));
  const match = named.filter(({ path }) => !FREE.test(slugOfPath(path)) && isNamedSo(slugOfPath(path)));
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
/** What a draft names a series that is gone, and whose name is to be forgotten. */
const NO_SERIES = 'series-forgotten';

/** The slug that a draft names a series by afterwards. */
export function seriesAfter(slug: string, renames: readonly NamedPath[], isNamedSo: (slug: string) => boolean): string {
  const renamed = renames.find(({ from, kind }) => kind === 'series' && slugOfPath(from) === slug);
  if (renamed) return slugOfPath(renamed.to);
  return !FREE.test(slug) && isNamedSo(slug) ? NO_SERIES : slug;
}

/** Gives it its name. What has the name by then keeps it, and an error says so. */
export function renamePath({ from, to }: NamedPath): void {
  if (existsSync(to)) throw new Error(`${to} is there already`);
  renameSync(from, to);
  flushDirectory(dirname(to));
}

function slugOfPath(path: string): string {
  return basename(path, '.yml');
}
