import { type BundleManifest, INDEX_PATH, MANIFEST_FILE } from '#src/search/search-files.ts';

/** The reason why search is not available. */
export class SearchRefusal extends Error {
  readonly reason: 'missing' | 'failed';

  constructor(reason: SearchRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The files of the search index. Each is fetched once. */
export class IndexFiles {
  readonly #base: string;
  readonly #known = new Map<string, Promise<unknown>>();

  /** `base` is the address of the directory. */
  constructor(base = `/${INDEX_PATH}/`) {
    this.#base = base;
  }

  /** Reads the manifest. Throws a SearchRefusal, with the server's message if it sent one. */
  async manifest(): Promise<BundleManifest> {
    const response = await fetch(`${this.#base}${MANIFEST_FILE}`, { cache: 'no-cache' });
    if (response.status === 404) throw new SearchRefusal('missing', 'The search index has not been built.');
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && isManifest(answer)) return answer;
    throw new SearchRefusal('failed', messageOf(answer) ?? 'The search index cannot be read.');
  }

  /**
   * A file of a bundle, as `read` reads it. Throws a SearchRefusal if it is damaged, or if the index was replaced since the
   * manifest was read.
   */
  read<Read>(path: string, read: (content: Uint8Array) => Read): Promise<Read> {
    const known = this.#known.get(path);
    // A path is always read by the same function.
    if (known) return known as Promise<Read>;
    const file = this.#fetch(path).then(read);
    this.#known.set(path, file);
    file.catch(() => this.#known.delete(path));
    return file;
  }

  async #fetch(path: string): Promise<Uint8Array> {
    const response = await fetch(`${this.#base}${path}`);
    if (!response.ok) throw new SearchRefusal('failed', 'The search index has changed since this page was opened.');
    // A blob would go through another process of the browser.
    const packed = new Response(await response.arrayBuffer());
    try {
      const plain = packed.body?.pipeThrough(new DecompressionStream('gzip'));
      return new Uint8Array(await new Response(plain).arrayBuffer());
    } catch {
      throw new SearchRefusal('failed', 'The search index is damaged.');
    }
  }
}

/** Reads a file as JSON. */
export function readJson<Read>(content: Uint8Array): Read {
  return JSON.parse(new TextDecoder().decode(content));
}

function isManifest(value: unknown): value is BundleManifest {
  return typeof value === 'object' && value !== null && 'bundles' in value && Array.isArray(value.bundles);
}

function messageOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  return String(value.message);
}
