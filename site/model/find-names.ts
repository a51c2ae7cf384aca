/**
 * Finds names in the browser by what somebody types. uFuzzy matches: all words, in any order, anywhere in a name; where that
 * finds nothing, with a typing error in each. What it finds is put into groups whose order is always the same.
 */
import uFuzzy from '@leeoniya/ufuzzy';
import { fileHistoryAddress } from '#src/archive/file-parts.ts';
import { counted, dayIn } from '#src/lib/text/day.ts';
import { commitAnchor, narrativeAddress, sessionAddress } from '#src/lib/text/page-address.ts';
import type { NameKind, NamesFile, PackedName, PackedSession } from './names.ts';
import { PAGES } from './palette-pages.ts';

/** Something with a name. */
export interface Name {
  kind: NameKind;
  name: string;
  remark: string;
  /** Other words by which it is found. */
  more: string;
  /** The slug and the name of its project; empty for what belongs to none. */
  project: string;
  projectName: string;
  address: string;
  /** A session itself; for a narrative or a commit its session. */
  session: NamedSession | null;
}

export interface NamedSession {
  title: string;
  address: string;
  id: string;
  date: string;
  branch: string;
  task: string;
}

/** A name that was found. */
export interface FoundName {
  of: Name;
  /** Where in its name the words are: pairs of places. */
  marks: readonly number[];
}

/** Names under one heading. */
export interface NameGroup {
  title: string;
  /** Best first, then newest first. */
  names: FoundName[];
}

export interface FoundNames {
  groups: NameGroup[];
  /** The one to open unless another is chosen. */
  chosen: Name | null;
  total: number;
}

/** The groups in their order, with how many names are shown beside others. */
const GROUPS: readonly { title: string; kind: NameKind; few: number }[] = [
  { title: 'Tickets', kind: 'ticket', few: 2 },
  { title: 'Projects', kind: 'project', few: 2 },
  { title: 'Sessions', kind: 'session', few: 5 },
  { title: 'Branches', kind: 'branch', few: 2 },
  { title: 'Files', kind: 'file', few: 2 },
  { title: 'Commits', kind: 'commit', few: 2 },
  { title: 'Memories', kind: 'memory', few: 3 },
  { title: 'Narratives', kind: 'narrative', few: 3 },
  { title: 'Drafts', kind: 'draft', few: 3 },
  { title: 'Tags and concepts', kind: 'tag', few: 2 },
  { title: 'Pages', kind: 'page', few: 4 },
];
/** What is asked for by a sign: as many are shown. */
const SIGNS: Partial<Record<string, NameKind>> = { '#': 'tag', '@': 'file' };
const MANY = 60;
/** A longer query names nothing, and its pattern would be slow. */
const LONGEST_QUERY = 100;
/** Words that may be in any order; uFuzzy tries all orders. */
const MOST_WORDS = 3;
/** More names than these are in the order of the file: a word that so many have ranks none of them. */
const MOST_RANKED = 3000;

const LETTERS = {
  unicode: true,
  interSplit: "[^\\p{L}\\p{M}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  // Names that match equally well stay in their order: newest first.
  compare: () => 0,
};
const asTyped = new uFuzzy(LETTERS);
const withErrors = new uFuzzy({ ...LETTERS, intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });

/** All names of an archive, as a browser has them. */
export class Names {
  readonly today: string;
  readonly sessions: readonly NamedSession[];
  /** By kind as the file has them, newest first within a kind. */
  readonly all: readonly Name[];
  readonly #texts: string[];

  constructor({ today, projects, sessions, names }: NamesFile) {
    this.today = today;
    const year = today.slice(0, 4);
    const ofSessions = sessions.map((packed) => sessionName(packed, projects, year));
    this.sessions = ofSessions.flatMap(({ session }) => session ?? []);
    this.all = [
      ...ofSessions,
      ...names.map((packed) => otherName(packed, projects, this.sessions)),
      ...PAGES.map((page): Name => {
        return { ...page, more: page.more ?? '', project: '', projectName: '', session: null };
      }),
    ];
    this.#texts = this.all.map(({ name, more }) => foldName(`${name} ${more}`));
  }

  /** The names with all words of a text. `#` before it finds only tags and concepts, `@` only files. */
  find(text: string): FoundNames {
    const sign = SIGNS[text.trim().charAt(0)];
    const typed = (sign ? text.trim().slice(1) : text).trim();
    const query = plainWords(typed);
    if (query === '' && !sign) return this.#first();
    const all = this.#match(query, typed).filter(({ of }) => !sign || of.kind === sign);
    const found = Map.groupBy(all, ({ of }) => of.kind);
    const groups = GROUPS.map(({ title, kind, few }) => {
      return { title, names: found.get(kind)?.slice(0, sign ? MANY : few) ?? [] };
    });
    return foundIn(groups, all.length, chosenOf(groups, typed));
  }

  /** What is offered before anything is typed. */
  #first(): FoundNames {
    const some = (kind: NameKind, isOffered: (name: string, at: number) => boolean) =>
      this.all
        .filter((name) => name.kind === kind)
        .filter(({ name }, at) => isOffered(name, at))
        .map((of) => ({ of, marks: [] }));
    const pages = new Set(PAGES.slice(0, 7).map(({ name }) => name));
    const groups = [
      { title: 'Latest sessions', names: some('session', (_, at) => at < 5) },
      { title: 'Projects', names: some('project', (_, at) => at < 5) },
      { title: 'Pages', names: some('page', (name) => pages.has(name)) },
    ];
    return foundIn(groups, 0, groups[0]?.names[0]?.of);
  }

  /** All names with the words of a query, best first: those that were typed, then paths that end with what was typed. */
  #match(query: string, typed: string): FoundName[] {
    if (query === '') return this.all.map((of) => ({ of, marks: [] }));
    const found = this.#search(asTyped, query);
    // `lar30` is LAR-30.
    const all = found.length > 0 ? found : this.#search(withErrors, query.replace(/(\p{L})(?=\d)/gu, '$1 '));
    const isTyped = ({ of: { name } }: FoundName) => isSame(name, typed);
    const endsSo = ({ of: { name } }: FoundName) => name.toLowerCase().endsWith(`/${typed.toLowerCase()}`);
    const [whole, others] = [all.filter(isTyped), all.filter((each) => !isTyped(each))];
    return [...whole, ...others.filter(endsSo), ...others.filter((each) => !endsSo(each))];
  }

  #search(matcher: uFuzzy, query: string): FoundName[] {
    const [places, info, order] = matcher.search(this.#texts, query, MOST_WORDS, MOST_RANKED);
    if (!info || !order) return (places ?? []).flatMap((at) => this.#foundAt(at, []));
    return order.flatMap((at) => this.#foundAt(info.idx[at], info.ranges[at] ?? []));
  }

  #foundAt(at: number | undefined, ranges: readonly number[]): FoundName[] {
    const of = at === undefined ? undefined : this.all[at];
    if (!of) return [];
    // Each character of most folded names has its place in the name; the others get no marks.
    const isPlaced = foldName(of.name).length === of.name.length;
    return [{ of, marks: isPlaced ? ranges.filter((_, i) => (ranges[i | 1] ?? 0) <= of.name.length) : [] }];
  }
}

function foundIn(groups: readonly NameGroup[], total: number, chosen: Name | undefined): FoundNames {
  return { groups: groups.filter(({ names }) => names.length > 0), chosen: chosen ?? null, total };
}

/** A project that was typed is chosen, a ticket is not: one looks for its sessions. */
function chosenOf(groups: readonly NameGroup[], typed: string): Name | undefined {
  const names = groups.flatMap((group) => group.names.map(({ of }) => of));
  const project = names.find(({ kind, name }) => kind === 'project' && isSame(name, typed));
  return project ?? names.find(({ kind }) => kind === 'session') ?? names[0];
}

type Projects = NamesFile['projects'];

function sessionName(packed: PackedSession, projects: Projects, year: string): Name {
  const [title, task, branch, at, page, date, events, id] = packed;
  const [project = '', projectName = ''] = projects[at] ?? [];
  const address = sessionAddress(project, page);
  return {
    ...{ kind: 'session', name: title, address, project, projectName },
    remark: [task || branch, dayIn(date, year), counted(events, 'event')].filter((part) => part !== '').join(' · '),
    more: [task, branch, projectName].join(' '),
    session: { title, address, id, date, branch, task },
  };
}

function otherName(packed: PackedName, projects: Projects, sessions: readonly NamedSession[]): Name {
  const [kind, name, remark, more, at, where] = packed;
  const [project = '', projectName = '', filePages = 1] = projects[at] ?? [];
  const session = typeof where === 'number' ? (sessions[where] ?? null) : null;
  const own = { kind, name, remark, project, projectName, session, more: `${more} ${projectName}` };
  const page = session?.address.split('/').at(-2) ?? '';
  switch (kind) {
    case 'ticket':
      return { ...own, address: `/sessions/?${new URLSearchParams({ project, task: name })}` };
    case 'branch':
      return { ...own, address: `/sessions/?${new URLSearchParams({ project, branch: name })}` };
    case 'file':
      return {
        ...own,
        // Its hash is only needed for the few that are shown.
        get address() {
          return fileHistoryAddress(project, name, filePages);
        },
      };
    case 'commit':
      return {
        ...own,
        remark: `${more} · ${remark}`,
        // Parts of a hash are no words; a whole one is looked up.
        more: projectName,
        address: `${session?.address ?? ''}#${commitAnchor(more)}`,
      };
    case 'project':
      return { ...own, address: `/projects/${encodeURIComponent(project)}/` };
    case 'narrative':
      return { ...own, address: narrativeAddress(project, decodeURIComponent(page)) };
    default:
      return { ...own, address: String(where) };
  }
}

/** A query without signs: nothing of it is an operator of uFuzzy. */
function plainWords(text: string): string {
  return foldName(text.slice(0, LONGEST_QUERY))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function isSame(name: string, typed: string): boolean {
  return name.toLowerCase() === typed.toLowerCase();
}

const ASCII = /^[\u0000-\u007f]*$/;

/** A name without accents: `Größe, Café` is `Grosse, Cafe`. Marks that make another letter in Japanese stay. */
export function foldName(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
