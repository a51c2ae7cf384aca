import { join } from 'node:path';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import { packageRoot, siteDirectory } from '#src/lib/package-root.ts';
import type { Layout } from '#src/lib/paths.ts';
import { oneScript, ownScripts, plainImports } from './vite-plugins.ts';

/**
 * Astro's configuration, for our commands and Astro's own tools. Pages are read from the package. The site and caches are
 * written to the state directory, because they contain private text and a clone may be published.
 */
export function siteConfig(layout: Layout, integration: AstroIntegration): AstroUserConfig {
  const root = packageRoot();
  const viteCache = `${layout.cache}/vite`;
  return {
    srcDir: siteDirectory(),
    publicDir: join(siteDirectory(), 'public'),
    outDir: layout.site,
    cacheDir: `${layout.cache}/astro`,
    trailingSlash: 'always',
    integrations: [integration],
    // Highlighted code has inline styles, which the pages' policy forbids.
    markdown: { syntaxHighlight: false },
    build: { format: 'directory', inlineStylesheets: 'never' },
    devToolbar: { enabled: false },
    server: { host: '127.0.0.1' },
    vite: {
      plugins: [ownScripts(), plainImports(), oneScript()],
      cacheDir: viteCache,
      build: { assetsInlineLimit: 0 },
      server: {
        // Otherwise any web page in the owner's browser could read the chronicles.
        cors: false,
        fs: { strict: true, allow: [siteDirectory(), join(root, 'src'), join(root, 'node_modules'), viteCache] },
      },
    },
  };
}
