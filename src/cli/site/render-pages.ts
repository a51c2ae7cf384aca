/**
 * Renders the pages of a site with their compiled code, outside Astro: it would start Vite for that, keep every address and
 * wait for each file.
 */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import type { StaticPathsApp } from 'astro/runtime/prerender/static-paths.js';
import { sha1Of } from '#src/node/disk/digest.ts';
import type { PageCode } from '#src/node/site/page-code.ts';

export type Route = StaticPathsApp['manifest']['routes'][number]['routeData'];

/** What compiled pages export: Astro's `BuildApp`, as far as it is needed. */
export interface PagesApp extends Required<StaticPathsApp> {
  setInternals(internals: unknown): void;
  setOptions(options: unknown): void;
  render(request: Request, options: { routeData: Route }): Promise<Response>;
  /** Whether pages are sent in parts. */
  resolveStreaming(): boolean | undefined;
}

/** The output of a build, as far as pages need it. */
interface PageOutput {
  /** Writes a file, unless the last site has it with the same digest. */
  write(path: string, digest: string, content: () => Uint8Array | string): void;
}

interface RenderOptions {
  code: PageCode;
  output: PageOutput;
  /** Called now and then, with how many pages were rendered. */
  progress(done: number, of: number): void;
}

/** The host of addresses, which no page shows. */
export const ORIGIN = 'http://localhost';

/** How often rendering pauses (ms). */
const PAUSE_EVERY = 100;

/**
 * The most garbage that pages leave before it is collected (bytes), or the share of the heap if that is more: a collection takes
 * as long as the heap is large. What outlives two small collections moves to the old heap, and Node collects that only when
 * something else asks for room in it.
 */
const MOST_GARBAGE = { bytes: 72 * 1024 * 1024, share: 0.12 };

/** Writes all pages, and what they name. */
export async function renderPages({ code, output, progress }: RenderOptions): Promise<void> {
  for (const { path, digest: own, source } of code.assets) output.write(path, own, () => readFileSync(source));
  const app = await loadPages(code);
  const asked = async (address: string): Promise<Response> => {
    const path = decodeURIComponent(address);
    const routeData = app.manifest.routes.map((route) => route.routeData).find(({ pattern }) => pattern.test(path));
    if (!routeData) throw new Error(`no page has the address ${address}`);
    return app.render(new Request(new URL(address, ORIGIN)), { routeData });
  };
  const pages: string[] = await (await asked('/addresses.json')).json();
  let last = 0;
  let most = mostHeap();
  for (const [done, address] of pages.entries()) {
    if (performance.now() - last > PAUSE_EVERY) {
      progress(done, pages.length);
      // Timers run, such as the one that draws the progress.
      await setImmediate();
      if (globalThis.gc && heapInUse() > most) {
        globalThis.gc();
        most = mostHeap();
      }
      last = performance.now();
    }
    const response = await asked(address);
    if (response.status !== (address === '/404/' ? 404 : 200))
      throw new Error(`${address} has status ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    output.write(fileOf(address), sha1Of(bytes), () => bytes);
  }
}

/** Loads the compiled pages, which are made from their addresses alone. */
export async function loadPages({ entry }: PageCode): Promise<PagesApp> {
  const { app }: { app: PagesApp } = await import(pathToFileURL(entry).href);
  const { manifest } = app;
  // What Astro knows after compiling, from the manifest that it leaves in the code.
  app.setInternals({
    pagesByKeys: new Map(
      manifest.routes.map(({ routeData: { route, component }, styles }) => [
        `${route}&${component}`,
        { styles: styles.map((sheet, order) => ({ depth: 0, order, sheet })) },
      ]),
    ),
    entrySpecifierToBundleMap: new Map(Object.entries(manifest.entryModules)),
  });
  app.setOptions({
    settings: { scripts: [{ stage: 'page', content: '' }] },
    logger: { options: { destination: { write: () => true } } },
  });
  manifest.serverLike = true;
  // A page whole is made sooner, and one that fails is not half sent.
  app.resolveStreaming = () => false;
  for (const { routeData } of manifest.routes) routeData.prerender = false;
  return app;
}

/** How large the heap may get before its garbage is collected (bytes). */
function mostHeap(): number {
  const used = heapInUse();
  return used + Math.max(MOST_GARBAGE.bytes, used * MOST_GARBAGE.share);
}

function heapInUse(): number {
  return getHeapStatistics().used_heap_size;
}

/** The file for an address. */
function fileOf(address: string): string {
  const path = decodeURIComponent(address).slice(1);
  if (path === '404/') return '404.html';
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}
