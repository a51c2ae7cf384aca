/**
 * Renders the pages of a site with their compiled code, outside Astro: it would start Vite for that, keep every address and
 * wait for each file.
 */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { SERVED_PAGES } from '#content-loader/pages-integration.ts';
import { sha1Of } from '#src/node/disk/digest.ts';
import { installed } from '#src/node/installed.ts';
import type { PageCode } from '#src/node/site/page-code.ts';
import { type CompiledPages, ORIGIN, pageRenderer, type Route } from './page-renderer.ts';

/** What compiled pages export: Astro's `BuildApp`, as far as it is needed. */
export interface PagesApp extends CompiledPages {
  setInternals(internals: unknown): void;
  setOptions(options: unknown): void;
  render(request: Request, options: { routeData: Route }): Promise<Response>;
  /** Whether pages are sent in parts. */
  resolveStreaming(): boolean | undefined;
}

/** The output of a build, as far as pages need it. */
interface PageOutput {
  /** Keeps a file of the last site if it was written with this digest. Returns whether it was. */
  reuse(path: string, digest: string): boolean;
  /** Writes a file, unless the last site has it with the same digest. */
  write(path: string, digest: string, content: () => Uint8Array | string): void;
}

interface RenderOptions {
  code: PageCode;
  output: PageOutput;
  /** Changes whenever the same content could become another page. */
  version: string;
  /** Called now and then, with how many pages were rendered. */
  progress(done: number, of: number): void;
}

/** The part of Astro that finds the pages of a site. Refuses a copy without packages (CHRONICLE_NOT_INSTALLED). */
function loadRenderer(): Promise<typeof import('astro/runtime/prerender/static-paths.js')> {
  return installed('astro', () => import('astro/runtime/prerender/static-paths.js'));
}

/** How often rendering pauses (ms). */
const PAUSE_EVERY = 100;

/**
 * The most garbage that pages leave before it is collected (bytes), or the share of the heap if that is more: a collection takes
 * as long as the heap is large. What outlives two small collections moves to the old heap, and Node collects that only when
 * something else asks for room in it.
 */
const MOST_GARBAGE = { bytes: 72 * 1024 * 1024, share: 0.12 };

/** Writes all pages, and what they name. A page whose `cacheKey` and version are those of the last site is kept. */
export async function renderPages({ code, output, version, progress }: RenderOptions): Promise<void> {
  const { StaticPaths } = await loadRenderer();
  for (const { path, digest: own, source } of code.assets) output.write(path, own, () => readFileSync(source));
  const app = await loadPages(code);
  const renderer = await pageRenderer(app);
  // Pages name their styles and scripts.
  const base = sha1Of([version, ...code.assets.map(({ path }) => path)].join('\n'));
  const seen = new Set<string>();
  const nth = new Map<Route, number>();
  const pages = (await new StaticPaths(app).getAll()).flatMap(({ pathname, route, cacheKey }) => {
    const index = nth.get(route) ?? 0;
    nth.set(route, index + 1);
    const file = fileOf(pathname, route.type);
    // Of several routes for an address, the first counts.
    if (seen.has(file)) return [];
    seen.add(file);
    const key = cacheKey === undefined ? null : sha1Of(`${base}\n${cacheKey}`);
    return key !== null && output.reuse(file, key) ? [] : [{ pathname, route, index, file, key }];
  });
  let last = 0;
  let most = mostHeap();
  for (const [done, { pathname, route, index, file, key }] of pages.entries()) {
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
    const address = addressOf(pathname, route.type);
    // Astro keeps what `getStaticPaths` returned in the order of its addresses.
    const { params = {}, props = {} } = app.routeCache.get(route)?.staticPaths?.[index] ?? {};
    const content =
      route.type === 'page'
        ? await renderer.html(route, { address, params, props })
        : await app.render(new Request(new URL(address, ORIGIN)), { routeData: route });
    const bytes = typeof content === 'string' ? content : await bodyOf(content, address);
    if (bytes !== null) output.write(file, key ?? sha1Of(bytes), () => bytes);
  }
}

/** Loads the compiled pages. Those that only a server has are not rendered in a build. */
export async function loadPages({ entry }: PageCode): Promise<PagesApp> {
  const { app }: { app: PagesApp } = await import(pathToFileURL(entry).href);
  const { routes, entryModules } = app.manifest;
  // What Astro knows after compiling, from the manifest that it leaves in the code.
  app.setInternals({
    pagesByKeys: new Map(
      routes.map(({ routeData: { route, component }, styles }) => [
        `${route}&${component}`,
        { styles: styles.map((sheet, order) => ({ depth: 0, order, sheet })) },
      ]),
    ),
    entrySpecifierToBundleMap: new Map(Object.entries(entryModules)),
  });
  app.setOptions({
    settings: { scripts: [{ stage: 'page', content: '' }] },
    logger: { options: { destination: { write: () => true } } },
  });
  for (const { routeData } of routes) if (routeData.component.includes(SERVED_PAGES)) routeData.prerender = false;
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

/** Null for an address without a page. */
async function bodyOf(response: Response, address: string): Promise<Buffer | null> {
  if (response.status >= 300 && response.status < 400) throw new Error(`${address} leads to another page`);
  return response.body ? Buffer.from(await response.arrayBuffer()) : null;
}

function addressOf(pathname: string, type: Route['type']): string {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  return path === '' || type === 'endpoint' ? `/${path}` : `/${path}/`;
}

/** The file for an address. */
function fileOf(pathname: string, type: Route['type']): string {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  if (type === 'endpoint') return path;
  if (path === '404') return '404.html';
  return path === '' ? 'index.html' : `${path}/index.html`;
}
