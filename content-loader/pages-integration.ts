import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { packageRoot } from '#src/node/package-root.ts';

type SetUp = NonNullable<AstroIntegration['hooks']['astro:config:setup']>;

/** What pages need to be compiled. */
export function pagesIntegration(): AstroIntegration {
  return { name: 'session-chronicle', hooks: { 'astro:config:setup': setUpPages } };
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
