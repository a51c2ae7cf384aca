/**
 * Story arcs: sessions of a project that share a task, a branch other than the trunk, or a session_id (a session that was
 * resumed in another worktree). Arcs that share a session are one arc; sessions in which nothing happened are in none.
 *
 *     TM-41 on tm/41-retry, TM-41 on main, tm/41-retry resumed   // one arc of three sessions
 */
import { hasContent, type Session } from '#src/format/session.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { Project } from '#src/lib/project.ts';
import { slugOf } from '#src/lib/slug.ts';
import { branchInWords, TRUNKS } from '#src/transcript/branch-words.ts';
import { compare, isSameList } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';

/** A story told by several sessions. Its texts are untrusted. */
export interface Arc {
  /** Its name in commands, such as `tidemark/tm-41`. Unique in an archive. */
  key: string;
  /** The project of its newest session. */
  project: Project;
  title: string;
  /** Two or more, oldest first. */
  sessions: Session[];
  /** Why they belong together: `the task TM-41`, `the branch retry-sync`. */
  because: string;
}

/** The arcs of an archive's sessions, newest first. Takes all sessions, newest first; cached for the same array. */
export const storyArcs = memoised((sessions: readonly Session[]): Arc[] => {
  const taken = new Set<string>();
  return grouped(sessions).flatMap((members) => {
    const arc = arcOf(members);
    return arc ? [named(arc, freeKey(arc.key, taken))] : [];
  });
});

/** An arc with its key; the same object each time. */
function named(arc: Arc, key: string): Arc {
  if (arc.key === key) return arc;
  const other = renamed.get(arc)?.key === key ? renamed.get(arc) : undefined;
  const made = other ?? { ...arc, key };
  renamed.set(arc, made);
  return made;
}

/** The last copy of an arc whose key another one has. */
const renamed = new WeakMap<Arc, Arc>();

/** The groups with several members in which something happened. */
function grouped(sessions: readonly Session[]): (readonly Session[])[] {
  const groups = joined(withoutCopies(sessions.filter(hasContent)));
  return groups.flatMap(({ members }) => (members.length > 1 ? [members] : []));
}

/** Something that two sessions share. */
interface Tie {
  key: string;
  words: string;
  /** A name for the arc. */
  name: string;
}

interface Group {
  /** The index of the newest member among all sessions. */
  place: number;
  members: Session[];
  /** What ties them. */
  keys: Set<string>;
}

/** The sessions without copies of the same file. */
function withoutCopies(sessions: readonly Session[]): Session[] {
  const seen = new Set<string>();
  return sessions.filter(({ id, digest }) => seen.size < seen.add(`${id} ${digest}`).size);
}

/** Groups of sessions that are tied to each other, directly or through others; by the newest session of each. */
function joined(sessions: readonly Session[]): Group[] {
  const groupOf = new Map<string, Group>();
  for (const [place, session] of sessions.entries()) {
    const keys = tiesOf(session).map(({ key }) => key);
    const matching = new Set(keys.flatMap((key) => groupOf.get(key) ?? []));
    const group = merged([...matching], place);
    group.members.push(session);
    for (const key of keys) group.keys.add(key);
    for (const key of matching.size > 1 ? group.keys : keys) groupOf.set(key, group);
  }
  return [...new Set(groupOf.values())].sort((a, b) => a.place - b.place);
}

/** These groups as one, in the place of the first; a new group if there are none. */
function merged(groups: readonly Group[], place: number): Group {
  const [group, ...others] = groups.toSorted((a, b) => a.place - b.place);
  if (!group) return { place, members: [], keys: new Set() };
  for (const other of others) {
    group.members.push(...other.members);
    for (const key of other.keys) group.keys.add(key);
  }
  return group;
}

const tiesOf = memoised(({ id, project, chronicle }: Session): readonly Tie[] => {
  const { task, branch } = chronicle.frontMatter;
  const place = project.root ?? project.directory;
  return [
    ...(task === '' ? [] : [tieOf(place, 'task', task.toLowerCase(), task)]),
    ...(TRUNKS.has(branch) ? [] : [tieOf(place, 'branch', branch, branch)]),
    { key: `session ${id}`, words: 'one session that was resumed', name: id },
  ];
});

function tieOf(place: string, kind: string, value: string, name: string): Tie {
  return { key: JSON.stringify([place, kind, value]), words: `the ${kind} ${name}`, name };
}

/** The last arc that begins with a session. */
const made = new WeakMap<Session, { members: readonly Session[]; arc: Arc | null }>();

/** The arc of these sessions, with a key that another arc may have. It is the same while they are. */
function arcOf(members: readonly Session[]): Arc | null {
  const [first] = members;
  const known = first && made.get(first);
  if (known && isSameList(known.members, members)) return known.arc;
  const arc = newArc(members);
  if (first) made.set(first, { members, arc });
  return arc;
}

function newArc(members: readonly Session[]): Arc | null {
  const sessions = [...members].sort((a, b) => compare(startOf(a), startOf(b)));
  const newest = sessions.at(-1);
  const shared = sharedTies(members);
  const [main] = shared;
  if (!newest || !main) return null;
  const { project } = newest;
  const words = main.count === members.length ? [main.tie.words] : shared.map(({ tie }) => tie.words);
  return {
    key: `${project.slug}/${slugOf(main.tie.name, 'story')}`.toLowerCase(),
    project,
    title: arcTitle(sessions),
    sessions,
    because: words.join(' and '),
  };
}

/** What several of these sessions share, the most common first. */
function sharedTies(members: readonly Session[]): { tie: Tie; count: number }[] {
  const ties = new Map<string, { tie: Tie; count: number }>();
  for (const tie of members.flatMap((session) => tiesOf(session))) {
    const known = ties.get(tie.key);
    ties.set(tie.key, { tie: known?.tie ?? tie, count: (known?.count ?? 0) + 1 });
  }
  return [...ties.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
}

/** The newest branch name of several words, or the title of the newest session with a narrative, or of the newest session. */
function arcTitle(sessions: readonly Session[]): string {
  const newestFirst = sessions.toReversed();
  for (const { chronicle } of newestFirst) {
    const { branch } = chronicle.frontMatter;
    const words = TRUNKS.has(branch) ? '' : branchInWords(branch);
    if (words.includes(' ')) return words;
  }
  const titled = newestFirst.find(({ chronicle }) => chronicle.summary.narrative) ?? newestFirst[0];
  return titled ? sessionTitle(titled) : '';
}

function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted;
  for (let n = 2; taken.has(key); n++) key = `${wanted}-${n}`;
  taken.add(key);
  return key;
}

function startOf({ chronicle }: Session): string {
  return chronicle.frontMatter.started;
}
