/**
 * Finds names in the browser by what somebody types. uFuzzy matches: all words, in any order, anywhere in a name; where that
 * finds nothing, with a typing error in each. What it finds is put into groups whose order is always the same.
 */
import uFuzzy from '@leeoniya/ufuzzy';
import { commitAnchor } from '#src/lib/text/page-address.ts';
import type { Run } from './found-page.ts';
import type { IdsFile, Name, NamesFile } from './names.ts';

export interface FoundNames {
  /** Names under headings, best first, then newest first; of each, where in its name the words are. */
  groups: { title: string; names: { of: Name; runs: Run[] }[] }[];
  /** The one to open unless another is chosen. */
  chosen: Name | null;
  total: number;
}

/** The groups in their order, with how many names are shown beside others. */
const GROUPS: readonly [kind: Name['kind'], title: string, few: number][] = [
  ['ticket', 'Tickets', 2],
  ['project', 'Projects', 2],
  ['session', 'Sessions', 5],
  ['branch', 'Branches', 2],
  ['file', 'Files', 5],
  ['commit', 'Commits', 2],
  ['memory', 'Memories', 3],
  ['narrative', 'Narratives', 3],
  ['draft', 'Drafts', 3],
  ['tag', 'Tags', 2],
  ['page', 'Pages', 4],
];
/** What is offered before anything is typed. */
const OFFERED: typeof GROUPS = [
  ['session', 'Latest sessions', 5],
  ['project', 'Projects', 5],
  ['page', 'Pages', 7],
];
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

/** A name and the pairs of places in it where the words are. */
interface Match {
  of: Name;
  ranges: number[];
}

/** All names of an archive, as a browser has them. */
export class Names {
  readonly #all: NamesFile;
  readonly #texts: string[];

  constructor(all: NamesFile) {
    this.#all = all;
    this.#texts = all.map(({ name, more = '', project = '' }) => foldName(`${name} ${more} ${project}`));
  }

  /** The names with all words of a text; without words, what is offered before anything is typed. */
  find(text: string): FoundNames {
    const typed = text.trim().toLowerCase();
    const query = plainWords(typed);
    const isOffer = query === '';
    const all = isOffer ? this.#all.map((of) => ({ of, ranges: [] })) : this.#match(query, typed);
    const found = Map.groupBy(all, ({ of }) => of.kind);
    const groups = (isOffer ? OFFERED : GROUPS)
      .map(([kind, title, few]) => ({ title, names: (found.get(kind) ?? []).slice(0, few).map(withRuns) }))
      .filter(({ names }) => names.length > 0);
    // A project that was typed is chosen, a ticket is not: one looks for its sessions.
    const shown = groups.flatMap(({ names }) => names.map(({ of }) => of));
    const project = shown.find(({ kind, name }) => kind === 'project' && name.toLowerCase() === typed);
    const chosen = project ?? shown.find(({ kind }) => kind === 'session') ?? shown[0] ?? null;
    return { groups, chosen, total: isOffer ? 0 : all.length };
  }

  /** All names with the words of a query, best first: those that were typed, then paths that end with what was typed. */
  #match(query: string, typed: string): Match[] {
    const found = this.#search(asTyped, query);
    // `lar30` is LAR-30.
    const all = found.length > 0 ? found : this.#search(withErrors, query.replace(/(\p{L})(?=\d)/gu, '$1 '));
    const rank = ({ of: { name } }: Match) => {
      const lower = name.toLowerCase();
      return lower === typed ? 0 : lower.endsWith(`/${typed}`) ? 1 : 2;
    };
    return all.sort((a, b) => rank(a) - rank(b));
  }

  #search(matcher: uFuzzy, query: string): Match[] {
    const [places, info, order] = matcher.search(this.#texts, query, MOST_WORDS, MOST_RANKED);
    const matches = order
      ? order.map((at) => ({ of: this.#all[info.idx[at] ?? -1], ranges: info.ranges[at] ?? [] }))
      : (places ?? []).map((at) => ({ of: this.#all[at], ranges: [] }));
    return matches.flatMap(({ of, ranges }) => (of ? [{ of, ranges }] : []));
  }
}

/** Each character of most folded names has its place in the name; in the others, nothing is marked. */
function withRuns({ of, ranges }: Match): { of: Name; runs: Run[] } {
  const isPlaced = foldName(of.name).length === of.name.length;
  const own = isPlaced ? ranges.filter((_, i) => (ranges[i | 1] ?? 0) <= of.name.length) : [];
  const edges = [0, ...own, of.name.length];
  const runs = edges.slice(1).map((end, i) => ({ text: of.name.slice(edges[i], end), isFound: i % 2 === 1 }));
  return { of, runs };
}

const SESSION = /^([0-9a-f]{6,8})(?:(?<=[0-9a-f]{8})-[0-9a-f-]*)?(?:#([efno]-[0-9a-f]{6}(?:-\d{1,4})?))?$/;
const WITHIN = /^(?:[efno]-[0-9a-f]{6}(?:-\d{1,4})?|[0-9a-f]{7,64})$/;

/**
 * Whether a text is a pasted id: of a session, of what is in one (`3f6c2a10#e-3fa9c1`, `e-3fa9c1`), or at least seven digits
 * of a commit's hash.
 */
export function isPastedId(text: string): boolean {
  return SESSION.test(text.toLowerCase()) || WITHIN.test(text.toLowerCase());
}

/** What has a pasted id; null if nothing has. Eight digits can be a session's or a commit's: the session's first. */
export function findById(text: string, sessions: IdsFile): Pick<Name, 'name' | 'address'> | null {
  const [, start, within = ''] = SESSION.exec(text.toLowerCase()) ?? [];
  const session = start === undefined ? undefined : sessions.find(([, , ids]) => ids.startsWith(start));
  if (session) return { name: session[0], address: within === '' ? session[1] : `${session[1]}#${within}` };
  const id = WITHIN.exec(text.toLowerCase())?.[0];
  if (id === undefined) return null;
  // A hash may be recorded in short, and typed in short.
  const isHash = (known: string) =>
    known.length >= 7 && !known.includes('-') && (known.startsWith(id) || id.startsWith(known));
  for (const [name, address, ids] of sessions) {
    const [, ...own] = ids.split(' ');
    const found = own.find((known) => (id.includes('-') ? known === id : isHash(known)));
    if (found) return { name, address: `${address}#${id.includes('-') ? id : commitAnchor(found)}` };
  }
  return null;
}

/** A query without signs: nothing of it is an operator of uFuzzy. */
function plainWords(text: string): string {
  return foldName(text.slice(0, LONGEST_QUERY))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const ASCII = /^[\u0000-\u007f]*$/;

/** A name without accents: `Größe, Café` is `Grosse, Cafe`. Marks that make another letter in Japanese stay. */
function foldName(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
