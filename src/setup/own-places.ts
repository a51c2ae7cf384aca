import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Layout } from '#src/lib/paths.ts';
import { isThere } from '../lib/is-there.ts';
import type { ProjectPlace } from '../format/projects.ts';
import { projectsIn } from '../format/projects.ts';
import { removeIfEmpty, removeOwn } from './made-directories.ts';
import { filesBelow } from './package-files.ts';

/** A directory of ours and its contents. */
export interface OwnPlace {
  path: string;
  files: number;
  bytes: number;
  /** Chronicles among the files. */
  chronicles: number;
}

/** Everything of ours below Claude Code's directory. */
export interface OwnPlaces {
  /** The chronicle directories of projects. */
  chronicles: OwnPlace[];
  state: OwnPlace | null;
  drafts: number;
  series: number;
  /** Links in place of our directories. Neither they nor their targets are touched. */
  links: string[];
}

/** Finds everything of ours. Reads only names and sizes. */
export function ownPlaces(layout: Layout): OwnPlaces {
  const isReal = ({ path, chronicle }: ProjectPlace) =>
    [layout.projects, path, chronicle].every((each) => lstatSync(each, { throwIfNoEntry: false })?.isDirectory());
  const present = projectsIn(layout.projects).filter(({ chronicle }) => isThere(chronicle));
  const links = present.filter((place) => !isReal(place)).map(({ chronicle }) => chronicle);
  const state = lstatSync(layout.state, { throwIfNoEntry: false });
  return {
    chronicles: present.filter(isReal).map(({ chronicle }) => placeAt(chronicle)),
    state: state?.isDirectory() ? placeAt(layout.state) : null,
    drafts: filesBelow(layout.drafts).filter((name) => /^[^/]+\/draft\.mdx$/.test(name)).length,
    series: filesBelow(layout.series).filter((name) => name.endsWith('.yml')).length,
    links: state && !state.isDirectory() ? [...links, layout.state] : links,
  };
}

/** Deletes all of it, and project directories that are empty then. Does not follow links. */
export function removePlaces(layout: Layout, { chronicles, state }: OwnPlaces): void {
  for (const { path } of [...chronicles, ...(state ? [state] : [])]) removeOwn(path, layout);
  for (const { path } of chronicles) removeIfEmpty(dirname(path));
}

function placeAt(path: string): OwnPlace {
  const files = filesBelow(path);
  const sizes = files.map((name) => lstatSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0);
  const chronicles = files.filter((name) => /^[^/]+\.md$/.test(name)).length;
  return { path, files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0), chronicles };
}
