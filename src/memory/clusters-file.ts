import * as z from 'zod/mini';
import { excerptsOf } from '#src/format/excerpt.ts';
import type { Problem } from '#src/format/problem.ts';
import { type Clusters, type MissName, NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { type FileSource, fileSource } from './source.ts';
import { keys, list, record } from '../lib/forms.ts';
import { type OwnedForm, readOwned } from '../format/read-owned.ts';
import type { YamlPath } from '../lib/read-yaml.ts';

/** The file with the owner's decisions about mistakes. */
export function clustersFile(path: string): FileSource<Clusters> {
  return fileSource('clusters', path, parseClusters);
}

const MISS = /^[\w.-]{6,}#e-[0-9a-f]{6}(?:-\d+)?$/;
const noMiss = (input: unknown) => `"${typeof input === 'string' ? input : ''}" does not name a miss`;

const SCHEMA = keys(
  {
    rename: record(
      MISS,
      z.string({ error: ({ path }) => `"${String(path?.at(-1))}" has no name` }).check(z.trim(), z.minLength(1)),
      '"rename" takes one miss and its name per line',
      noMiss,
    ),
    merge: misses(),
  },
  'the file is not a list of keys',
);

function misses() {
  const miss = z
    .string({ error: ({ input }) => noMiss(input) })
    .check(z.regex(MISS, { error: ({ input }) => noMiss(input) }));
  const inBrackets = list(miss, Number.POSITIVE_INFINITY, 'this is not a list of misses in brackets');
  return list(inBrackets, Number.POSITIVE_INFINITY, '"merge" takes a list of lists of misses');
}

const FORM: OwnedForm<typeof SCHEMA> = {
  schema: SCHEMA,
  unreadable: 'CHRONICLE_CLUSTERS_YAML',
  fault: 'CHRONICLE_CLUSTERS',
  isKeyShown: true,
};

/** Reads the owner's decisions. Invalid entries are problems and are skipped. Never throws. */
export function parseClusters(text: string): { value: Clusters; problems: Problem[] } {
  const { value, problems, placeOf } = readOwned(text, FORM);
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
