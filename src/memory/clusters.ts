/**
 * The owner's decisions about mistakes, in `<config>/session-chronicle/clusters.yml`. A mistake is named by any of its
 * misses, as `<session_id, or at least its first six characters>#<event id>`:
 *
 *     rename:
 *       3f6c0a12#e-80a7bf: Edits an applied migration
 *     merge:
 *       - [3f6c0a12#e-80a7bf, 77aa01bc#e-414361]
 *
 * `merge` combines the mistakes of these misses.
 */
import * as z from 'zod/mini';
import { type ExcerptLine, excerptsOf, type Problem } from '#src/format/problem.ts';
import { keys, list, type UserFileForm, readUserFile, record } from '#src/format/user-file.ts';
import type { YamlPath } from '#src/lib/yaml.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { type Cluster, compareOccurrences, groupName, type Occurrence, occurrenceName } from './occurrences.ts';
import { type FileSource, fileSource } from './source.ts';

export interface Clusters {
  rename: { miss: MissName; name: string }[];
  merge: MissName[][];
}

/** A miss as the owner named it, with its place in the file. */
interface MissName {
  name: string;
  line: number;
  column: number;
  /** The lines around it. */
  excerpt: ExcerptLine[];
}

export const NO_CLUSTERS: Clusters = { rename: [], merge: [] };

/** The file with the owner's decisions about mistakes. */
export function clustersFile(path: string): FileSource<Clusters> {
  return fileSource('clusters', path, parseClusters);
}

const MISS = /^[\w.-]{6,}#e-[0-9a-f]{6}(?:-\d+)?$/;
const noMiss = (input: unknown) => `"${typeof input === 'string' ? input : ''}" does not name a miss`;
const miss = z
  .string({ error: ({ input }) => noMiss(input) })
  .check(z.regex(MISS, { error: ({ input }) => noMiss(input) }));
const inBrackets = list(miss, Number.POSITIVE_INFINITY, 'this is not a list of misses in brackets');
const named = z
  .string({ error: ({ path }) => `"${String(path?.at(-1))}" has no name` })
  .check(z.trim(), z.minLength(1));

const SCHEMA = keys(
  {
    rename: record(MISS, named, '"rename" takes one miss and its name per line', noMiss),
    merge: list(inBrackets, Number.POSITIVE_INFINITY, '"merge" takes a list of lists of misses'),
  },
  'the file is not a list of keys',
);

const FORM: UserFileForm<typeof SCHEMA> = {
  schema: SCHEMA,
  unreadable: 'CHRONICLE_CLUSTERS_YAML',
  fault: 'CHRONICLE_CLUSTERS',
};

/** Reads the owner's decisions. Invalid entries are problems and are skipped. Never throws. */
export function parseClusters(text: string): { value: Clusters; problems: Problem[] } {
  const { value, problems, placeOf } = readUserFile(text, FORM);
  if (value === null) return { value: NO_CLUSTERS, problems };
  const missAt = (name: string, path: YamlPath, isKey = false): MissName => {
    const { line, column } = placeOf(path, isKey);
    return { name, line, column, excerpt: excerptsOf(text, [{ line }])[0] ?? [] };
  };
  const merge = value.merge
    .map((names, i) => (names ?? []).flatMap((name, j) => (name === undefined ? [] : missAt(name, ['merge', i, j]))))
    .filter((names) => names.length > 0);
  const rename = Object.entries(value.rename).map(([miss, name]) => ({
    miss: missAt(miss, ['rename', miss], true),
    name,
  }));
  return { value: { rename, merge }, problems };
}

/** A decision that cannot be applied, with the reason as the end of a sentence. */
export interface UnusedName {
  name: MissName;
  fault: string;
}

/** Applies the owner's decisions: first merges, then renames. If decisions contradict each other, the last one counts. */
export function decidedClusters(
  found: readonly Cluster[],
  { merge, rename }: Clusters,
): { clusters: Cluster[]; unused: UnusedName[] } {
  if (merge.length + rename.length === 0) return { clusters: [...found], unused: [] };
  const unused: UnusedName[] = [];
  const clusterOf = new Map<Occurrence, Cluster>();
  const place = (cluster: Cluster) => {
    for (const each of cluster.misses) clusterOf.set(each, cluster);
  };
  for (const cluster of found) place(cluster);
  const byEventId = Map.groupBy(clusterOf.keys(), ({ event }) => event.id);

  for (const names of merge) {
    const clusters = new Set(resolved(names).flatMap((each) => clusterOf.get(each) ?? []));
    const [first, ...others] = [...clusters].flatMap(({ misses }) => misses).sort(compareOccurrences);
    if (clusters.size > 1 && first)
      place({ misses: [first, ...others], because: 'you merged them', name: groupName([first, ...others]) });
  }
  for (const { miss, name } of rename) {
    const [first] = resolved([miss]);
    const cluster = first && clusterOf.get(first);
    if (cluster) place({ ...cluster, name: oneLine(name) });
  }
  return { clusters: [...new Set(clusterOf.values())], unused };

  /** The misses with these names. Names of another project than the first one's are refused. */
  function resolved(names: readonly MissName[]): Occurrence[] {
    const misses: Occurrence[] = [];
    for (const name of names) {
      const [prefix = '', id = ''] = name.name.split('#');
      const like = (byEventId.get(id) ?? []).filter(({ session }) => session.id.startsWith(prefix));
      const exact = like.filter(({ session }) => session.id === prefix);
      const own = exact.length > 0 ? exact : like;
      const project = (misses[0] ?? own[0])?.session.project.slug;
      const here = own.filter(({ session }) => session.project.slug === project);
      // Two files may share an id by mistake. A name then means the miss in both.
      if (own.length === 0) unused.push({ name, fault: `there is no miss ${name.name}` });
      else if (new Set(own.map(occurrenceName)).size > 1)
        unused.push({ name, fault: `${name.name} matches more than one miss` });
      else if (here.length === 0)
        unused.push({ name, fault: `${name.name} belongs to another project than the first miss of the list` });
      else misses.push(...here);
    }
    return misses;
  }
}
