/**
 * Renders a page with its compiled code. Astro's own way for an address makes a request and a response, with headers, cookies
 * and a body in bytes: more work than a small page is.
 */
import type { AstroGlobal, SSRElement, SSRResult } from 'astro';
import type { StaticPathsApp } from 'astro/runtime/prerender/static-paths.js';
import { installed } from '#src/node/installed.ts';

type Manifest = StaticPathsApp['manifest'];
export type Route = Manifest['routes'][number]['routeData'];
type RenderToString = typeof import('astro/runtime/server/index.js').renderToString;
type Component = Parameters<RenderToString>[1];

/** Compiled pages, as far as they are needed here. */
export type CompiledPages = Required<StaticPathsApp>;

/** An address that a route has, and what its `getStaticPaths` says about it. */
export interface RenderedPage {
  /** Begins and ends with a slash. */
  address: string;
  params: Record<string, string | undefined>;
  props: Record<string, unknown>;
}

/** What all pages of a route have in common. */
interface RouteHead {
  component: Component;
  styles: SSRElement[];
  scripts: SSRElement[];
  containsHead: boolean;
}

/** The entry of the script that Astro adds to all pages. */
const PAGE_SCRIPT = 'astro:scripts/page.js';

/** Loads Astro's renderer. Refuses a copy without packages (CHRONICLE_NOT_INSTALLED). */
export async function pageRenderer(app: CompiledPages): Promise<PageRenderer> {
  const { renderToString } = await installed('astro', () => import('astro/runtime/server/index.js'));
  return new PageRenderer(app, renderToString);
}

export class PageRenderer {
  readonly #app: CompiledPages;
  readonly #renderToString: RenderToString;
  readonly #heads = new Map<Route, RouteHead>();

  constructor(app: CompiledPages, renderToString: RenderToString) {
    this.#app = app;
    this.#renderToString = renderToString;
  }

  /** The HTML of a page; or a response, if that is what its component returned. */
  async html(route: Route, page: RenderedPage): Promise<string | Response> {
    const head = this.#heads.get(route) ?? (await this.#headOf(route));
    return this.#renderToString(this.#resultFor(head, page), head.component, { ...page.props }, {}, true, route);
  }

  async #headOf(route: Route): Promise<RouteHead> {
    const { routes, entryModules, componentMetadata } = this.#app.manifest;
    const { default: component } = await this.#app.getComponentByRoute(route);
    const styles = routes.find(({ routeData }) => routeData === route)?.styles ?? [];
    const head: RouteHead = {
      component,
      styles: styles.map((style) =>
        style.type === 'inline'
          ? { props: {}, children: style.content }
          : { props: { rel: 'stylesheet', href: asset(style.src) }, children: '' },
      ),
      scripts: [{ props: { type: 'module', src: asset(entryModules[PAGE_SCRIPT] ?? '') }, children: '' }],
      containsHead: componentMetadata.get(component.moduleId ?? '')?.containsHead ?? false,
    };
    this.#heads.set(route, head);
    return head;
  }

  /** What Astro keeps for each page that it renders. */
  #resultFor({ styles, scripts, containsHead }: RouteHead, { address, params }: RenderedPage): SSRResult {
    const { manifest } = this.#app;
    const url = new URL(address, ORIGIN);
    // Components use nothing else of `Astro`. A test renders each kind of page in both ways.
    const createAstro = (props: Record<string, unknown>) =>
      ({ props, params, url, self: null }) as unknown as AstroGlobal;
    const { clientDirectives, inlinedScripts, componentMetadata, compressHTML, renderers, trailingSlash } = manifest;
    return {
      base: manifest.base,
      userAssetsBase: manifest.userAssetsBase,
      cancelled: false,
      clientDirectives,
      inlinedScripts,
      componentMetadata,
      compressHTML,
      cookies: undefined,
      createAstro,
      links: new Set(),
      params,
      partial: false,
      pathname: address,
      renderers,
      resolve: async (specifier) => asset(manifest.entryModules[specifier] ?? ''),
      response: { status: 200, statusText: 'OK', headers: NO_HEADERS },
      request: NO_REQUEST,
      scripts: new Set(scripts),
      styles: new Set(styles),
      getServerIslandNameMap: async () => new Map(),
      key: manifest.key,
      trailingSlash,
      _metadata: {
        hasHydrationScript: false,
        rendererSpecificHydrationScripts: new Set(),
        hasRenderedHead: false,
        renderedScripts: new Set(),
        hasDirectives: new Set(),
        hasRenderedServerIslandRuntime: false,
        headInTree: containsHead,
        extraHead: [],
        extraStyleHashes: [],
        extraScriptHashes: [],
        propagators: new Set(),
        routeHasPropagation: false,
        pendingSlotEvaluations: [],
        templateDepth: 0,
      },
      ...NO_POLICY,
    };
  }
}

/** The host of addresses, which no page shows. */
export const ORIGIN = 'http://localhost';
const NO_HEADERS = new Headers();
const NO_REQUEST = new Request(ORIGIN);

/** Pages contain their content security policy themselves. */
const NO_POLICY = {
  cspDestination: 'meta',
  shouldInjectCspMetaTags: false,
  cspAlgorithm: 'SHA-256',
  directives: [],
  scriptHashes: [],
  scriptResources: [],
  styleHashes: [],
  styleResources: [],
  isStrictDynamic: false,
  scriptDirective: { resources: [], hashes: [], strictDynamic: false },
  styleDirective: { resources: [], hashes: [] },
} satisfies Partial<SSRResult>;

function asset(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
