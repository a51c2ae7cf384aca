import type { Layout } from '#src/project/paths.ts';
import { onFirstUse } from './dev-middlewares.ts';
import type { VitePlugin } from './vite-plugin.ts';

/** Takes in the dev server what pages send to change drafts and series. */
export function editPlugin(layout: Layout): VitePlugin {
  const edits = onFirstUse('/edit', async () => {
    const [{ editMiddleware }, { editActions }] = await Promise.all([
      import('./edit-endpoints.ts'),
      import('./edit-actions.ts'),
    ]);
    return editMiddleware(editActions(layout));
  });
  return {
    name: 'session-chronicle:edits',
    enforce: 'post',
    apply: 'serve',
    configureServer({ middlewares }) {
      // Astro 7.3 puts its own in front of everything when all plugins are through, and answers 404 to an address
      // without a slash at its end (`trailingSlashMiddleware` in its vite-plugin-astro-server).
      return () => void middlewares.stack.unshift({ route: '', handle: edits });
    },
  };
}
