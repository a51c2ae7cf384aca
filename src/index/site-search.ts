/**
 * The index of the site's search, made by Pagefind: `build` writes it into the site, and `dev` serves it from memory.
 *
 *     /pagefind/indexes.json          ["2026-q4", "2026-q3", …], newest first; ["all"] for up to 2,000 sessions
 *     /pagefind/2026-q4/pagefind.js   and what it loads
 */
import type { PagefindIndex } from 'pagefind';
import { installed } from '#src/lib/package-root.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { SEARCH_FOLDER, type SearchDocument, searchDocuments } from './search-documents.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Archive } from '#src/archive/archive.ts';
import { SEARCH_POLICY } from '#src/lib/text/content-security-policy.ts';

/** The list of indexes in it. */
const INDEXES_FILE = 'indexes.json';
/** The only file that needs a looser policy than pages: it compiles WebAssembly. */
export const SEARCH_WORKER = 'pagefind-worker.js';

/** What the page needs of an index; the rest is for interfaces of Pagefind's own. */
const SERVED = /^(?:pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|wasm\.en\.pagefind|.*\.pf_\w+)$/;

/** `_`, `$`, `#` and `+` belong to names in code. */
const OPTIONS = { forceLanguage: 'en', includeCharacters: '_$#+' };

type Files = Map<string, Uint8Array>;

/** Gets how many of the documents are indexed. */
export type IndexProgress = (done: number, of: number) => void;

/**
 * Writes the index of the documents with `write`, whose paths are relative to the site. Returns the number of documents.
 * Throws CHRONICLE_BUILD_FAILED with what Pagefind says of a document that it refuses.
 */
export async function writeSearch(
  documents: Iterable<SearchDocument>,
  write: (path: string, content: Uint8Array) => void,
  progress: IndexProgress = () => {},
): Promise<number> {
  const all = [...documents];
  const groups = byPeriod(all);
  let done = 0;
  try {
    for (const [period, members] of groups) {
      const group = new PeriodIndex();
      const files = await group.update(members, () => progress(++done, all.length));
      for (const [path, content] of files) write(`${SEARCH_FOLDER}/${period}/${path}`, content);
      await group.close();
    }
  } finally {
    await closePagefind();
  }
  write(`${SEARCH_FOLDER}/${INDEXES_FILE}`, listOf(groups.keys()));
  return all.length;
}

/**
 * The index of an archive that changes, in memory: finds a file by its path below `/pagefind/`, undefined if there is none. The list of
 * indexes first brings the index up to date. `versionOf` tells a changed archive by another value.
 */
export function servedSearch(documents: () => Iterable<SearchDocument>, versionOf: () => unknown) {
  const indexes = new Map<string, PeriodIndex>();
  let files: Files = new Map();
  /** The files of the state before, which open pages may still ask for. */
  let before: Files = new Map();
  let built: unknown;
  let building: Promise<void> = Promise.resolve();
  const update = async () => {
    const version = versionOf();
    if (built !== undefined && built === version) return;
    const groups = byPeriod(documents());
    const made: Files = new Map([[INDEXES_FILE, listOf(groups.keys())]]);
    for (const [period, members] of groups) {
      const index = indexes.get(period) ?? new PeriodIndex();
      indexes.set(period, index);
      for (const [path, content] of await index.update(members)) made.set(`${period}/${path}`, content);
    }
    for (const [period, index] of indexes) {
      if (groups.has(period)) continue;
      indexes.delete(period);
      await index.close();
    }
    [files, before, built] = [made, files, version];
  };
  return async (path: string): Promise<Uint8Array | undefined> => {
    if (path === INDEXES_FILE) {
      building = building.catch(() => undefined).then(update);
      await building;
    }
    return files.get(path) ?? before.get(path);
  };
}

/** The documents of each index, newest first. */
function byPeriod(documents: Iterable<SearchDocument>): Map<string, SearchDocument[]> {
  return new Map([...Map.groupBy(documents, ({ period }) => period)].sort(([a], [b]) => compare(b, a)));
}

function listOf(periods: Iterable<string>): Uint8Array {
  return Buffer.from(JSON.stringify([...periods]));
}

/** One index of Pagefind, which keeps its documents until they change. */
class PeriodIndex {
  #index: PagefindIndex | undefined;
  /** The versions of the documents in it, by address. */
  #versions = new Map<string, string>();
  #files: Files = new Map();

  /** Brings the index to these documents; returns its files. */
  async update(documents: readonly SearchDocument[], added: () => void = () => {}): Promise<Files> {
    const versions = new Map(documents.map(({ address, version }) => [address, version]));
    // A document that is gone can only be left out of a new index.
    if ([...this.#versions.keys()].some((address) => !versions.has(address))) await this.close();
    const changed = documents.filter(({ address, version }) => this.#versions.get(address) !== version);
    if (this.#index && changed.length === 0) return this.#files;
    this.#index ??= await openIndex();
    for (const { address, html } of changed) {
      const { errors } = await this.#index.addHTMLFile({ url: address, content: html() });
      if (errors.length > 0) throw failed(`${address}: ${errors.join(' ')}`);
      added();
    }
    this.#versions = versions;
    const { files, errors } = await this.#index.getFiles();
    if (errors.length > 0) throw failed(errors.join(' '));
    this.#files = new Map(files.filter(({ path }) => isServed(path)).map(({ path, content }) => [path, content]));
    return this.#files;
  }

  async close(): Promise<void> {
    await this.#index?.deleteIndex();
    this.#index = undefined;
    this.#versions = new Map();
  }
}

function isServed(path: string): boolean {
  return SERVED.test(path.slice(path.lastIndexOf('/') + 1));
}

async function openIndex(): Promise<PagefindIndex> {
  const { createIndex } = await pagefind();
  const { index, errors } = await createIndex(OPTIONS);
  if (!index) throw failed(errors.join(' '));
  return index;
}

function pagefind() {
  return installed('pagefind', () => import('pagefind'));
}

/** Ends Pagefind's process. */
async function closePagefind(): Promise<void> {
  const { close } = await pagefind();
  await close();
}

function failed(what: string): ChronicleError {
  return new ChronicleError('CHRONICLE_BUILD_FAILED', `The search index cannot be made. Pagefind says: ${what}`);
}

const PREFIX = `/${SEARCH_FOLDER}/`;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * Serves `/pagefind/…` in dev, from memory. A request for the list of indexes brings the index up to date; requests for pages
 * do not wait for that. A failure is answered with its sentence as JSON.
 */
export function searchMiddleware(
  archive: Archive,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const search = servedSearch(
    () => searchDocuments(archive),
    () => archive.snapshot,
  );
  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!path.startsWith(PREFIX)) return next();
    search(path.slice(PREFIX.length)).then(
      (content) => send(request, response, path, content),
      (error: unknown) => refuse(response, 500, sentenceOf(error)),
    );
  };
}

function send(request: IncomingMessage, response: ServerResponse, path: string, content: Uint8Array | undefined): void {
  if (!content) {
    refuse(response, 404, 'The search index has no such file.');
    return;
  }
  if (path.endsWith(`/${SEARCH_WORKER}`)) response.setHeader('Content-Security-Policy', SEARCH_POLICY);
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
  response.end(request.method === 'HEAD' ? undefined : content);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' });
  response.end(JSON.stringify({ message }));
}
