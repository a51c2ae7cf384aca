/** Finds names by what somebody types, in groups whose order is always the same. */
import { FOUND, findIn, foldName, wordsOf } from './fold-name.ts';
import type { Name, NameKind, TicketName } from './name.ts';
import type { NameIndex } from './name-index.ts';

/** Names under one heading. */
export interface NameGroup {
  title: string;
  /** Best first, then newest first. */
  names: Name[];
  /** How many there are; `names` may be fewer. */
  total: number;
}

export interface FoundNames {
  groups: NameGroup[];
  /** The one to open unless another is chosen: the name that was typed, else the first session, else the first of all. */
  chosen: Name | null;
  total: number;
  /** The ticket that was typed, if it was one. */
  ticket: TicketName | null;
}

/** The groups in their order, with how many names of each kind are shown beside others. */
const GROUPS: readonly { title: string; kinds: readonly NameKind[]; few: number }[] = [
  { title: 'Tickets', kinds: ['ticket'], few: 2 },
  { title: 'Projects', kinds: ['project'], few: 2 },
  { title: 'Sessions', kinds: ['session'], few: 5 },
  { title: 'Branches, files, commits', kinds: ['branch', 'file', 'commit'], few: 2 },
  { title: 'Rules', kinds: ['rule'], few: 3 },
  { title: 'Narratives', kinds: ['narrative'], few: 3 },
  { title: 'Drafts', kinds: ['draft'], few: 3 },
  { title: 'Pages', kinds: ['page'], few: 4 },
];
/** The most names shown of a kind that was asked for. */
const MANY = 60;

/** The names to offer before anything is typed. */
function firstNames(index: NameIndex): FoundNames {
  const groups = [
    group('Latest sessions', index.session.slice(0, 5)),
    group('Projects', index.project.slice(0, 5)),
    group('Pages', index.page.slice(0, 7)),
  ].filter(({ names }) => names.length > 0);
  return { groups, chosen: groups[0]?.names[0] ?? null, total: 0, ticket: null };
}

/**
 * The names with all words of a query. `#` before it finds only tags and concepts, `@` only files; with nothing behind it,
 * all of them.
 */
export function findNames(index: NameIndex, text: string): FoundNames {
  const sign = /^\s*([#@])/.exec(text)?.[1];
  const query = sign ? text.slice(text.indexOf(sign) + 1) : text;
  const words = wordsOf(query);
  if (sign === '@') return only('Files', top(index.file, words, MANY));
  if (sign === '#')
    return only(
      'Tags and concepts',
      top(
        index.page.filter(({ isSubject }) => isSubject),
        words,
        MANY,
      ),
    );
  if (words.length === 0) return firstNames(index);
  const whole = foldName(query.normalize('NFC')).trim();
  const ticket = index.ticket.find(({ folded }) => folded === whole) ?? null;
  const related = ticket ? relatedTo(ticket) : null;
  const groups = GROUPS.map(({ title, kinds, few }) => {
    const found = kinds.map((kind) => {
      const names: readonly Name[] = index[kind];
      const best = top(names, words, few);
      return related ? withRelated(best, names, related, few) : best;
    });
    return {
      title:
        kinds.length > 1 && found.filter(({ names }) => names.length > 0).length === 1 ? oneOf(kinds, found) : title,
      names: found.flatMap(({ names }) => names),
      total: found.reduce((sum, { total }) => sum + total, 0),
    };
  }).filter(({ names }) => names.length > 0);
  const total = groups.reduce((sum, each) => sum + each.total, 0);
  const id = exactId(index, whole);
  if (!id) return { groups, chosen: chosenOf(groups, whole), total, ticket };
  const others = groups.map((each) => ({ ...each, names: each.names.filter((name) => name !== id) }));
  return {
    groups: [group('Exact match', [id]), ...others.filter(({ names }) => names.length > 0)],
    ...{ chosen: id, total, ticket },
  };
}

/** The commit whose hash was typed, at least seven digits of it. */
function exactId(index: NameIndex, whole: string): Name | null {
  if (!/^[0-9a-f]{7,64}$/.test(whole)) return null;
  const isIt = ({ folded }: Name) => folded.startsWith(whole) || (folded.length >= 7 && whole.startsWith(folded));
  return index.commit.find(isIt) ?? null;
}

/** A project that was typed is chosen, a ticket is not: one looks for its sessions. */
function chosenOf(groups: readonly NameGroup[], whole: string): Name | null {
  const names = groups.flatMap((each) => each.names);
  const project = names.find(({ kind, folded }) => kind === 'project' && folded === whole);
  return project ?? names.find(({ kind }) => kind === 'session') ?? names[0] ?? null;
}

/** The branches, files and commits of a ticket's sessions. */
function relatedTo({ sessions }: TicketName): ReadonlySet<Name> {
  return new Set(sessions.flatMap(({ files, commits }) => [...commits, ...files]));
}

function withRelated(best: Top<Name>, names: readonly Name[], related: ReadonlySet<Name>, few: number): Top<Name> {
  const kind = names[0]?.kind;
  const more = [...related].filter((name) => name.kind === kind && !best.names.includes(name));
  return {
    names: [...best.names, ...more].slice(0, few),
    total: Math.max(best.total, best.names.length + more.length),
  };
}

interface Top<Found> {
  names: Found[];
  total: number;
}

/** The best names with all words, and how many have them. Equally good ones keep their order. */
function top<Found extends Name>(names: readonly Found[], words: readonly string[], most: number): Top<Found> {
  const best: { name: Found; score: number }[] = [];
  let total = 0;
  for (const each of scored(names, words)) {
    total++;
    const worst = best.at(-1);
    if (best.length === most && worst && worst.score >= each.score) continue;
    const at = best.findIndex(({ score }) => score < each.score);
    best.splice(at === -1 ? best.length : at, 0, each);
    if (best.length > most) best.pop();
  }
  return { names: best.map(({ name }) => name), total };
}

/** The names that have all words, with how well they do, in their order. */
export function scored<Found extends Name>(
  names: readonly Found[],
  words: readonly string[],
): { name: Found; score: number }[] {
  const whole = words.join(' ');
  const found: { name: Found; score: number }[] = [];
  for (const name of names) {
    const score = scoreOf(name, words, whole);
    if (score > 0) found.push({ name, score });
  }
  return found;
}

/** What a word counts in the name itself; elsewhere it counts half. */
const SCORES = { [FOUND.not]: 0, [FOUND.inside]: 1, [FOUND.start]: 4, [FOUND.whole]: 6 } as const;
const SAME_NAME = 100;
/** The last part of a path or branch: `clock.py` for `larder/clock.py`. */
const SAME_END = 50;

/** How well a name has all words; 0 if it lacks one. A name without words to look for counts 1. */
function scoreOf({ name, folded, more }: Name, words: readonly string[], whole: string): number {
  if (folded === whole) return SAME_NAME;
  // Each character of the folded name has its place in the name.
  if (folded.endsWith(whole) && name.charAt(folded.length - whole.length - 1) === '/') return SAME_END;
  let sum = 1;
  for (const word of words) {
    const inName = folded.includes(word) ? SCORES[findIn(folded, word)] : 0;
    const score = inName > 0 ? inName : more.includes(word) ? SCORES[findIn(more, word)] / 2 : 0;
    if (score === 0) return 0;
    sum += folded.startsWith(word) ? score + 1 : score;
  }
  return sum;
}

const ONE_KIND: Partial<Record<NameKind, string>> = { branch: 'Branches', file: 'Files', commit: 'Commits' };

function oneOf(kinds: readonly NameKind[], found: readonly Top<Name>[]): string {
  const kind = kinds.find((_, at) => (found[at]?.names.length ?? 0) > 0);
  return (kind && ONE_KIND[kind]) ?? '';
}

function only(title: string, { names, total }: Top<Name>): FoundNames {
  return { groups: names.length === 0 ? [] : [{ title, names, total }], chosen: names[0] ?? null, total, ticket: null };
}

function group(title: string, names: Name[]): NameGroup {
  return { title, names, total: names.length };
}
