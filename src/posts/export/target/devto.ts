import { writeFrontMatter } from '../front-matter.ts';
import type { Post, RenderedPost, TargetOptions } from '../post.ts';
import { below, pictureOf, remarksOnCode, writeBody } from './written-body.ts';

/** dev.to's limit: https://developers.forem.com/api */
const MOST_TAGS = 4;
/** A host name that never resolves: https://www.rfc-editor.org/rfc/rfc2606 */
const PLACEHOLDER = 'https://upload.invalid';

/** A text to paste into dev.to's editor. Its pictures must be uploaded there. */
export function devtoPost(post: Post, { directory = '.', keys }: TargetOptions): RenderedPost {
  const addressOf = (file: string) => `${PLACEHOLDER}/${post.slug}/${file}`;
  const hero = post.figures[0];
  const frontMatter = writeFrontMatter(
    {
      title: post.title,
      published: false,
      description: post.description,
      tags: devtoTags(post.tags).join(', '),
      cover_image: hero ? addressOf(pictureOf(hero)) : null,
      series: post.series?.name ?? null,
      canonical_url: post.canonical,
    },
    keys,
  );
  const figures = below(directory, post.slug);
  return {
    file: `${figures}.md`,
    text: `${frontMatter}\n${writeBody(post, 'devto', addressOf)}`,
    figures,
    remarks: [
      ...post.figures
        .map(pictureOf)
        .map((file) => `Upload ${figures}/${file}, then replace ${addressOf(file)} with its address.`),
      ...remarksOnCode(post, 'devto', 'dev.to'),
      ...(post.canonical === null ? ['If you publish it elsewhere first, set canonical_url to that address.'] : []),
    ],
  };
}

/** The first four tags, reduced to letters and digits. */
function devtoTags(tags: readonly string[]): string[] {
  const plain = tags.map((tag) => tag.toLowerCase().replace(/[^a-z0-9]/g, '')).filter((tag) => tag !== '');
  return [...new Set(plain)].slice(0, MOST_TAGS);
}
