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
import type { Problem } from '#src/format/problem.ts';
import { keys, list, type UserFileForm, readUserFile, record } from '#src/format/user-file.ts';
import type { YamlPath } from '#src/lib/yaml.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import type { MissGroup } from './alike.ts';
import { mistakeName } from './mistake-words.ts';
import { byTime, type MemoryEvent, occurrenceName } from './misses.ts';
import { type FileSource, fileSource } from './source.ts';

/** What the owner decided about mistakes. */
export interface Decisions {
  rename: { miss: MissName; name: string }[];
  merge: MissName[][];
}

/** A miss as the owner named it, with its place in the file. */
interface MissName {
  name: string;
  line: number;
  column: number;
}

export const NO_DECISIONS: Decisions = { rename: [], merge: [] };

/** The file with the owner's decisions about mistakes. */
export function decisionsFile(path: string): FileSource<Decisions> {
  return fileSource('clusters', path, parseMistakeDecisions);
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
export function parseMistakeDecisions(text: string): { value: Decisions; problems: Problem[] } {
  const { value, problems, placeOf } = readUserFile(text, FORM);
  if (value === null) return { value: NO_DECISIONS, problems };
  const missAt = (name: string, path: YamlPath, isKey = false): MissName => ({ name, ...placeOf(path, isKey) });
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
export function decided(
  found: readonly MissGroup[],
  { merge, rename }: Decisions,
): { groups: MissGroup[]; unused: UnusedName[] } {
  if (merge.length + rename.length === 0) return { groups: [...found], unused: [] };
  const unused: UnusedName[] = [];
  const groupOf = new Map<MemoryEvent, MissGroup>();
  const place = (group: MissGroup) => {
    for (const each of group.misses) groupOf.set(each, group);
  };
  for (const group of found) place(group);
  const byEventId = Map.groupBy(groupOf.keys(), ({ event }) => event.id);

  for (const names of merge) {
    const groups = new Set(missesOf(names).flatMap((each) => groupOf.get(each) ?? []));
    const misses = [...groups].flatMap((group) => group.misses).sort(byTime);
    if (groups.size > 1) place({ misses, because: 'you merged them', name: mistakeName(misses) });
  }
  for (const { miss, name } of rename) {
    const [first] = missesOf([miss]);
    const group = first && groupOf.get(first);
    if (group) place({ ...group, name: oneLine(name) });
  }
  return { groups: [...new Set(groupOf.values())], unused };

  /** The misses with these names. Names of another project than the first one's are refused. */
  function missesOf(names: readonly MissName[]): MemoryEvent[] {
    const misses: MemoryEvent[] = [];
    for (const name of names) {
      const [prefix = '', id = ''] = name.name.split('#');
      const like = (byEventId.get(id) ?? []).filter(({ session }) => session.id.startsWith(prefix));
      const [miss, other] = like.filter((each) => like.length === 1 || occurrenceName(each) === name.name);
      const project = (misses[0] ?? miss)?.session.project.slug;
      if (like.length === 0) unused.push({ name, fault: `there is no miss ${name.name}` });
      else if (!miss || other) unused.push({ name, fault: `${name.name} matches more than one miss` });
      else if (miss.session.project.slug !== project)
        unused.push({ name, fault: `${name.name} belongs to another project than the first miss of the list` });
      else misses.push(miss);
    }
    return misses;
  }
}
