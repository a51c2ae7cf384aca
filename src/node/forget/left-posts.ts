import { lstatSync } from 'node:fs';
import { bytesOf } from '#src/forget/bytes.ts';
import type { WantedText } from '#src/forget/wanted-text.ts';
import type { Layout } from '#src/project/paths.ts';
import { type ExportedPost, exportedPosts, picturesOf } from './exported-posts.ts';
import type { LeftPlace } from './left-place.ts';
import { linesWith } from './lines-with.ts';

/** Posts that were exported and hold a text, and their pictures that do; with them those that cannot be searched. */
export function postsHolding(layout: Layout, text: WantedText): LeftPlace[] {
  return exportedPosts(layout).flatMap((post) => {
    const pictures = picturesOf(post);
    const drawings = pictures.filter((path) => !isPixels(path));
    const holding = [post.path, ...drawings].flatMap((path) => placeIn(path, text) ?? []);
    const isHeld = holding.some(({ kind }) => kind === 'post');
    return isHeld ? [...holding, ...pictures.filter(isPixels).map((path) => whole(path, 'picture'))] : holding;
  });
}

/** Posts that were exported and are meant, and all their pictures. */
export function postsThat(layout: Layout, isMeant: (post: ExportedPost) => boolean): LeftPlace[] {
  return exportedPosts(layout)
    .filter(isMeant)
    .flatMap((post) => [
      ...(isThere(post.path) ? [whole(post.path, 'post')] : []),
      ...picturesOf(post).map((path) => whole(path, 'picture')),
    ]);
}

/** A file that holds it, or whose path does: the draft forgets the path. */
function placeIn(path: string, text: WantedText): LeftPlace | null {
  if (!isThere(path)) return null;
  const found = linesWith(path, text);
  if (found === 'unread') return whole(path, 'unread');
  if (found) return { path, ...found, kind: 'post' };
  return text.isIn(bytesOf(path)) ? whole(path, 'post') : null;
}

function whole(path: string, kind: LeftPlace['kind']): LeftPlace {
  return { path, line: null, lines: 0, kind };
}

function isPixels(path: string): boolean {
  return /\.png$/i.test(path);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
