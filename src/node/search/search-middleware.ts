import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import type { Archive, ArchiveSnapshot } from '../archive/archive.ts';
import type { BundleFiles } from './pagefind-bundle.ts';
import { type SearchIndex, searchIndex } from './search-index.ts';

const PREFIX = '/pagefind/';
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * Answers `/pagefind/…` in dev, from memory. The index is built when a page asks for the manifest and never
 * by an edit; then only the quarters that changed are. A failure is answered with its sentence as JSON.
 */
export function searchMiddleware(
  archive: Archive,
  cacheDir: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const shelf = new FileStore(archive, cacheDir);
  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!path.startsWith(PREFIX)) return next();
    answer(path.slice(PREFIX.length), shelf).then(
      ([name, content]) => send(request, response, 200, name, content),
      (error: unknown) =>
        send(request, response, error === ABSENT ? 404 : 500, '.json', json({ message: sentenceOf(error) })),
    );
  };
}

const ABSENT = new Error('There is no such part of the search index');

async function answer(path: string, shelf: FileStore): Promise<[name: string, content: Uint8Array]> {
  if (path === 'bundles.json') return [path, json((await shelf.index()).manifest)];
  const slash = path.indexOf('/');
  const content = shelf.bundle(path.slice(0, slash))?.get(path.slice(slash + 1));
  if (!content) throw ABSENT;
  return [path, content];
}

/** Holds the bundles of this index and of the one before, which open pages may still be reading. */
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
   * The index of the archive as it was when this was called, or later. Calls that come together wait for one build;
   * each waits for two at most, however often the archive changes meanwhile.
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
    const index = await searchIndex(snapshot.sessions, this.#cacheDir, this.#built?.index.bundles);
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
  const type = TYPES[name.split('.').at(-1) ?? ''];
  const isCompressed = type !== undefined && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(status, {
    'Content-Type': type ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
    ...(isCompressed ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : isCompressed ? gzipSync(content) : content);
}
