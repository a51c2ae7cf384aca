import type { IncomingMessage, ServerResponse } from 'node:http';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { INDEX_PATH, MANIFEST_FILE } from '#src/search/search-files.ts';
import type { Archive, ArchiveSnapshot } from '../archive/archive.ts';
import { builderApart } from './bundle-builder.ts';
import { type BundleFiles, ENTRY_FILE } from './search-bundle.ts';
import { type SearchIndex, searchIndex } from './search-index.ts';

const PREFIX = `/${INDEX_PATH}/`;

/**
 * Serves `/search-index/…` in dev, from memory. A request for the manifest builds the index, but only the periods that
 * changed, in a thread of its own: it waits for that, and requests for pages do not. A failure is answered with its message as JSON.
 */
export function searchMiddleware(
  archive: Archive,
  cacheDir: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const store = new FileStore(archive, cacheDir);
  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!path.startsWith(PREFIX)) return next();
    answer(path.slice(PREFIX.length), store).then(
      ([name, content]) => send(request, response, 200, name, content),
      (error: unknown) =>
        send(request, response, error === ABSENT ? 404 : 500, '.json', json({ message: sentenceOf(error) })),
    );
  };
}

const ABSENT = new Error('No such file in the search index');

async function answer(path: string, store: FileStore): Promise<[name: string, content: Uint8Array]> {
  if (path === MANIFEST_FILE) return [path, json((await store.index()).manifest)];
  const slash = path.indexOf('/');
  const content = store.bundle(path.slice(0, slash))?.get(path.slice(slash + 1));
  if (!content || path.endsWith(`/${ENTRY_FILE}`)) throw ABSENT;
  return [path, content];
}

/** The bundles of the current index and of the one before, which open pages may still use. */
class FileStore {
  readonly #archive: Archive;
  readonly #cacheDir: string;
  #built: { snapshot: ArchiveSnapshot; index: SearchIndex } | undefined;
  #before: ReadonlyMap<string, BundleFiles> = new Map();
  #building: Promise<SearchIndex> | undefined;

  constructor(archive: Archive, cacheDir: string) {
    this.#archive = archive;
    this.#cacheDir = cacheDir;
  }

  bundle(path: string): BundleFiles | undefined {
    return this.#built?.index.bundles.get(path) ?? this.#before.get(path);
  }

  /**
   * The index of the archive at the time of the call, or later. Concurrent calls share one build, and each waits for at
   * most two builds, however often the archive changes meanwhile.
   */
  async index(): Promise<SearchIndex> {
    await this.#building?.catch(() => undefined);
    const { snapshot } = this.#archive;
    if (this.#built?.snapshot === snapshot) return this.#built.index;
    this.#building ??= this.#build(snapshot).finally(() => {
      this.#building = undefined;
    });
    return this.#building;
  }

  async #build(snapshot: ArchiveSnapshot): Promise<SearchIndex> {
    const index = await searchIndex(
      { sessions: snapshot.sessions, factsOf: (session) => this.#archive.factsOf(session) },
      this.#cacheDir,
      { held: this.#built?.index.bundles, builder: builderApart() },
    );
    this.#before = this.#built?.index.bundles ?? this.#before;
    this.#built = { snapshot, index };
    return index;
  }
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  name: string,
  content: Uint8Array,
): void {
  const type = name.endsWith('.json') ? 'application/json; charset=utf-8' : 'application/octet-stream';
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
  response.end(request.method === 'HEAD' ? undefined : content);
}
