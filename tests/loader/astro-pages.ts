/**
 * Prints a page of each route of a built site as Astro itself renders it, as JSON: its path in the site, and its HTML.
 *
 *     CLAUDE_CONFIG_DIR=<directory> node astro-pages.ts
 */
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { ownPlace } from '#content-loader/archive-place.ts';
import { currentSnapshot, provideArchive } from '#content-loader/current-archive.ts';
import { postService } from '#content-loader/post-service.ts';
import { compiledPages } from '#src/cli/site/compiled-pages.ts';
import { loadPages } from '#src/cli/site/render-pages.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { DEFAULTS } from '#src/node/config.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';

const world = realWorld();
const layout = layoutIn(world);
const archive = openArchive({ ...ownPlace(layout, DEFAULTS), origin: 'own', watch: false });
provideArchive(archive, { posts: postService(currentSnapshot, { isDev: false, world }) });

const app = await loadPages(await compiledPages(world, layout, (work) => work()));
const pages: Record<string, string> = {};
const seen = new Set<unknown>();
for (const { pathname, route } of await new StaticPaths(app).getAll()) {
  if (route.type !== 'page' || seen.has(route)) continue;
  seen.add(route);
  const path = pathname.replace(/^\/+|\/+$/g, '');
  const address = path === '' ? '/' : `/${path}/`;
  const response = await app.render(new Request(`http://localhost${address}`), { routeData: route });
  pages[path === '404' ? '404.html' : `${address}index.html`.slice(1)] = await response.text();
}
process.stdout.write(JSON.stringify(pages));
