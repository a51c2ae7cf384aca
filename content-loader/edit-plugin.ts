import { onFirstUse } from './dev-middlewares.ts';
import type { Workplace } from './edit-deeds.ts';
import type { VitePlugin } from './vite-plugin.ts';

/** Takes in the dev server what pages send to change drafts and series. */
export function editPlugin(workplace: Workplace): VitePlugin {
  const edits = onFirstUse('/edit', async () => {
    const [{ editMiddleware }, { editDeeds }] = await Promise.all([
      import('./edit-endpoints.ts'),
      import('./edit-deeds.ts'),
    ]);
    return editMiddleware(editDeeds(workplace));
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
