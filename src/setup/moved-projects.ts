/** Checkouts that are gone, that moved, or that share a directory of Claude Code. */
import { compare } from '../lib/compare.ts';
import { directoryName } from '../lib/directory-name.ts';
import { isDirectory } from '../lib/is-there.ts';
import { factsPath } from '../lib/paths.ts';
import { type CheckoutRules, checkoutsOf } from '../lib/project.ts';
import { readBeginning } from '../lib/read-file.ts';
import { parseFactsHead } from '../transcript/facts.ts';
import { remoteOf } from '#src/transcript/remote.ts';
import type { ScannedChronicle } from './recording.ts';

/** Projects that share one directory below `projects`. */
interface SharedDirectory {
  directory: string;
  roots: readonly string[];
}

/** Claude Code's directories that contain the chronicles of several projects, because their paths have the same name there. */
export function sharedDirectories(chronicles: readonly ScannedChronicle[], rules: CheckoutRules): SharedDirectory[] {
  const roots = new Map<string, Set<string>>();
  const found = checkoutsOf(chronicles, rules);
  for (const [index, { directory }] of chronicles.entries()) {
    const root = found[index];
    if (!root || directoryName(root) !== directory) continue;
    roots.set(directory, (roots.get(directory) ?? new Set()).add(root));
  }
  return [...roots].flatMap(([directory, paths]) => (paths.size > 1 ? [{ directory, roots: [...paths].sort() }] : []));
}

/** A checkout that is gone, and the only one that is there with its remote, else with its name. */
interface MovedCheckout {
  old: string;
  path: string;
  /** The remote of both; empty if they have only their name in common. */
  remote: string;
}

/** In how many facts of a checkout a remote is looked for. */
const FACTS_READ = 20;

/**
 * Where each checkout that is gone may have been moved to: to one with sessions, or to that at `here`. The remote of one that is
 * gone is that in its newest facts that name one. A checkout with several candidates is left out.
 */
export function movedCheckouts(
  chronicles: readonly ScannedChronicle[],
  rules: CheckoutRules,
  here: string,
): MovedCheckout[] {
  const of = checkoutsOf(chronicles, rules);
  const roots = [...new Set([...of.flatMap((root) => root ?? []), here])];
  const gone = roots.filter((root) => !isDirectory(root));
  if (gone.length === 0) return [];
  const newest = [...chronicles.entries()].sort(([, a], [, b]) => compare(b.started, a.started));
  const there = roots.filter(isDirectory).map((root) => ({ root, remote: remoteOf(root) }));
  return gone.flatMap((old) => {
    const own = newest.filter(([index]) => of[index] === old).slice(0, FACTS_READ);
    const remote = own.map(([, { path }]) => remoteInFacts(path)).find((each) => each !== '') ?? '';
    const ofRemote = there.filter((each) => remote !== '' && each.remote === remote);
    const ofName = there.filter(({ root }) => lastPart(root) === lastPart(old));
    const [only, ...others] = ofRemote.length > 0 ? ofRemote : ofName;
    return only && others.length === 0 ? [{ old, path: only.root, remote: ofRemote.length > 0 ? remote : '' }] : [];
  });
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function remoteInFacts(chronicle: string): string {
  return parseFactsHead(readBeginning(factsPath(chronicle), 64 * 1024) ?? '').head?.remote ?? '';
}
