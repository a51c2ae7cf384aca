import { rowsOf, type SearchTable, type TableRow } from '#src/search/search-table.ts';

/** What is used of `pagefind.js`, which is made with the index and therefore imported at run time. */
export interface Pagefind {
  createInstance(options: {
    basePath: string;
    baseUrl: string;
    metaCacheTag: string;
    noWorker: boolean;
  }): PagefindInstance;
}

export interface PagefindInstance {
  init(): Promise<void>;
  mergeIndex(path: string, options: { baseUrl: string; metaCacheTag: string }): Promise<void>;
  search(term: string | null): Promise<{ results: PagefindResult[] }>;
}

export interface PagefindResult {
  /** Unique in its bundle; seven hex digits, so two bundles may share one. */
  id: string;
  score: number;
  /** The numbers of the chunks that were found. */
  words: number[];
  data(): Promise<{ raw_url: string; content: string }>;
}

/** What the page reads first; written with the index. */
interface BundleManifest {
  bundles: { path: string; records: number }[];
}

/** Where the index lies, and how a module is imported from there. */
export interface IndexPlace {
  base: string;
  load(address: string): Promise<unknown>;
}

/** Why there is nothing to search in. */
export class SearchRefusal extends Error {
  readonly reason: 'missing' | 'failed';

  constructor(reason: SearchRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The manifest; throws a SearchRefusal if there is none, or with the server's own words if it has failed. */
export async function readManifest({ base }: IndexPlace): Promise<BundleManifest> {
  const response = await fetch(`${base}bundles.json`, { cache: 'no-cache' });
  if (response.status === 404) throw new SearchRefusal('missing', 'The search index has not been built.');
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isManifest(answer)) return answer;
  throw new SearchRefusal('failed', messageOf(answer) ?? 'The search index cannot be read.');
}

// A bundle's address changes with its content, so what was fetched once may be kept: one tag for all.
const OPTIONS = { baseUrl: '/', metaCacheTag: '1' };

/** Pagefind with one bundle, which has to be the manifest's first. */
export async function openPagefind({ base, load }: IndexPlace, path: string): Promise<PagefindInstance> {
  const module: unknown = await load(`${base}${path}/pagefind.js`);
  if (!isPagefind(module)) throw new SearchRefusal('failed', 'The search index is damaged.');
  // A worker would be another 12 kB before the first result, and take each result through a message.
  const instance = module.createInstance({ ...OPTIONS, basePath: `${base}${path}/`, noWorker: true });
  await instance.init();
  return instance;
}

/** Adds bundles; their records follow those that are there, in the order given. */
export async function mergeBundles({ base }: IndexPlace, pagefind: PagefindInstance, paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => pagefind.mergeIndex(`${base}${path}/`, OPTIONS)));
}

function isManifest(value: unknown): value is BundleManifest {
  return typeof value === 'object' && value !== null && 'bundles' in value && Array.isArray(value.bundles);
}

function isPagefind(value: unknown): value is Pagefind {
  return typeof value === 'object' && value !== null && 'createInstance' in value;
}

function messageOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  return String(value.message);
}

/** A record, and which bundle of the index has it. */
export interface IndexRow extends TableRow {
  bundle: number;
}

/** The records of bundles, in the order in which Pagefind has them. */
export async function readRows({ base }: IndexPlace, paths: readonly string[]): Promise<IndexRow[]> {
  const tables = await Promise.all(paths.map((path) => readTable(`${base}${path}/records.json`)));
  return tables.flatMap((table, bundle) => rowsOf(table).map((row) => ({ ...row, bundle })));
}

async function readTable(address: string): Promise<SearchTable> {
  const response = await fetch(address);
  if (!response.ok) throw new SearchRefusal('failed', 'The search index is incomplete.');
  return response.json();
}
