import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { packageRoot, siteDirectory } from '#src/lib/package-root.ts';

type SetUp = NonNullable<AstroIntegration['hooks']['astro:config:setup']>;

/** The folder of pages that only a server has: drafts with their findings, and transcripts, which no build may contain. */
const SERVED_PAGES = 'dev-pages/';

const SERVED = {
  '/drafts': 'drafts/index.astro',
  '/drafts/[slug]': 'drafts/[slug].astro',
  '/drafts/[slug]/[target].md': 'drafts/[slug]/[target].md.ts',
  '/drafts/[slug]/[figure].svg': 'drafts/[slug]/[figure].svg.ts',
  '/sessions/[project]/[name]/transcript/[...place]': 'sessions/transcript.astro',
};

/** What pages need to be compiled, those of servers too. */
export function pagesIntegration(): AstroIntegration {
  return {
    name: 'session-chronicle',
    hooks: {
      async 'astro:config:setup'(options) {
        await setUpPages(options);
        addServedPages(options);
      },
    },
  };
}

/** Adds the pages that only a server has. */
export function addServedPages({ injectRoute }: Pick<Parameters<SetUp>[0], 'injectRoute'>): void {
  for (const [pattern, file] of Object.entries(SERVED))
    injectRoute({ pattern, entrypoint: join(siteDirectory(), SERVED_PAGES, file) });
}

/** Adds the script of every page, and the form in which the guide is written. */
export async function setUpPages({ injectScript, updateConfig }: Parameters<SetUp>[0]): Promise<void> {
  // Loaded here, since a bundle with this file starts without packages.
  const { default: mdx } = await import('@astrojs/mdx');
  updateConfig({ integrations: [mdx()] });
  // Astro does not find a <script> of an .astro file if its root and the pages share no directory.
  injectScript('page', `import ${JSON.stringify(pageScript())};`);
}

/** Module specifiers need forward slashes on every system. */
function pageScript(): string {
  return join(packageRoot(), 'site/scripts/site.ts').replaceAll('\\', '/');
}
