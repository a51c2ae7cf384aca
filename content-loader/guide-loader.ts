import { glob, type Loader } from 'astro/loaders';

/**
 * Loads the texts of the guide from a directory. Astro keeps what it loaded, with paths from its root, and would go on
 * using them after the package or the root has moved: so it forgets them then.
 */
export function guideLoader(directory: URL): Loader {
  const texts = glob({ pattern: '*.mdx', base: directory });
  return {
    ...texts,
    name: 'session-chronicle:guide',
    async load(context) {
      const place = `${context.config.root.href} ${directory.href}`;
      if (context.meta.get('place') !== place) context.store.clear();
      context.meta.set('place', place);
      await texts.load(context);
    },
  };
}
