import { basename } from 'node:path';
import { Watches } from '#src/node/archive/watches.ts';
import type { Layout } from '#src/project/paths.ts';
import { directoriesIn } from './directory-stamp.ts';

/** An editor's save is three events or four. */
const COALESCE_MS = 20;

/**
 * Calls `onChange` after something changed in the drafts, the series or the names that are not published, also in
 * directories that appear later; returns the function that ends it.
 */
export function watchDesk({ state, drafts, series, redact }: Layout, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const ours = new Set([drafts, series, redact].map((path) => basename(path)));
  const watches = new Watches((directory, name) => {
    if (name === '.tmp' || (directory === state && name !== null && !ours.has(name))) return;
    // What lies there may be another directory by now. One that is removed or moved away reports its own name.
    if (name === null || name === basename(directory)) watches.forget(directory);
    else if (directory !== series) watches.forget(`${directory}/${name}`);
    enter();
    clearTimeout(timer);
    timer = setTimeout(onChange, COALESCE_MS);
  });
  const enter = () => {
    for (const directory of [state, drafts, series]) watches.add(directory);
    for (const name of directoriesIn(drafts)) watches.add(`${drafts}/${name}`);
  };
  enter();
  return () => {
    clearTimeout(timer);
    watches.keepOnly(new Set());
  };
}
