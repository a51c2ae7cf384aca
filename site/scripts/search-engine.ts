import type { SearchTable } from '#src/search/search-table.ts';

/** The part of `pagefind.js` we use. It is built with the index, so it is imported at run time. */
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
  search(term: string): Promise<{ results: PagefindResult[] }>;
}

export interface PagefindResult {
  /** `recordId` makes it. */
  id: string;
  score: number;
  /** The numbers of the matching chunks. */
  words: number[];
}

/** `bundles.json`, written with the index and read first. */
interface BundleManifest {
  bundles: { path: string; records: number }[];
}

/** Where the index is, and how to import a module from there. */
export interface IndexPlace {
  base: string;
  load(address: string): Promise<unknown>;
}

/** The reason why search is not available. */
export class SearchRefusal extends Error {
  readonly reason: 'missing' | 'failed';

  constructor(reason: SearchRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Reads the manifest. Throws a SearchRefusal, with the server's message if it sent one. */
export async function readManifest({ base }: IndexPlace): Promise<BundleManifest> {
  const response = await fetch(`${base}bundles.json`, { cache: 'no-cache' });
  if (response.status === 404) throw new SearchRefusal('missing', 'The search index has not been built.');
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isManifest(answer)) return answer;
  throw new SearchRefusal('failed', messageOf(answer) ?? 'The search index cannot be read.');
}

// A bundle's address changes with its content, so one cache tag serves all of them.
const OPTIONS = { baseUrl: '/', metaCacheTag: '1' };

/** Opens Pagefind with the first bundle of the manifest. */
export async function openPagefind({ base, load }: IndexPlace, path: string): Promise<PagefindInstance> {
  const module: unknown = await load(`${base}${path}/pagefind.js`);
  if (!isPagefind(module)) throw new SearchRefusal('failed', 'The search index is damaged.');
  // A worker would cost another 12 kB before the first result, and a message for each result.
  const instance = module.createInstance({ ...OPTIONS, basePath: `${base}${path}/`, noWorker: true });
  await instance.init();
  return instance;
}

/** Adds bundles. Their records follow the existing ones, in the given order. */
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

/** The tables of bundles, in the given order. */
export function readTables({ base }: IndexPlace, paths: readonly string[]): Promise<SearchTable[]> {
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${base}${path}/records.json`);
      if (!response.ok) throw new SearchRefusal('failed', 'The search index is incomplete.');
      return response.json();
    }),
  );
}
