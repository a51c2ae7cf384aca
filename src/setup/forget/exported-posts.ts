import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Layout } from '#src/lib/paths.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { parseSettings } from '#src/posts/drafts/parse-settings.ts';

/** A post that was exported from a draft. */
export interface ExportedPost {
  path: string;
  /** The events in it and the beats of its draft, as `<session_id>#e-…`. */
  events: readonly string[];
  /** The sessions that its draft is about. */
  sessions: readonly string[];
}

/** The posts recorded in drafts, each once, with the events of its last export. Unreadable drafts are skipped. */
export function exportedPosts({ drafts }: Layout): ExportedPost[] {
  const posts = namesIn(drafts).flatMap((name) => postsOf(`${drafts}/${name}/draft.yml`));
  return [...new Map(posts.map((post) => [post.path, post])).values()];
}

/**
 * The pictures of a post, in the places where exports put them. Drafts do not record them:
 *
 *     content/posts/tale/index.md     content/posts/tale/
 *     _drafts/tale.md                 _drafts/tale/ and assets/img/tale/, below any directory above the post
 */
export function picturesOf({ path }: ExportedPost): string[] {
  const slug = basename(path, '.md');
  const jekyll = directoriesAbove(path).map((directory) => `${directory}/assets/img/${slug}`);
  const directories = slug === 'index' ? [dirname(path)] : [`${dirname(path)}/${slug}`, ...jekyll];
  return directories.flatMap((directory) =>
    namesIn(directory)
      .filter((name) => /\.(?:svg|png)$/i.test(name))
      .map((name) => `${directory}/${name}`),
  );
}

function directoriesAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...directoriesAbove(above)];
}

function postsOf(path: string): ExportedPost[] {
  try {
    const { exports, beats, sources } = parseSettings(readFileSync(path, 'utf8')).value;
    const told = beats.map(({ event }) => event);
    const sessions = sources.map(({ session }) => session);
    return exports
      .filter(({ file }) => file.startsWith('/') || /^[A-Za-z]:/.test(file))
      .map(({ file, events }) => ({ path: file, events: [...events, ...told], sessions }));
  } catch {
    return [];
  }
}
