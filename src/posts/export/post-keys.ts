import type { TargetName } from './post.ts';

/** The front matter keys that a post can have for each target: those that the owner may rename or leave out. */
export const POST_KEYS: Record<TargetName, readonly string[]> = {
  astro: ['title', 'description', 'pubDate', 'draft', 'tags', 'heroImage', 'heroAlt', 'series', 'canonicalURL'],
  jekyll: ['layout', 'title', 'excerpt', 'categories', 'tags', 'image', 'published', 'series', 'part', 'canonical_url'],
  hugo: ['title', 'date', 'draft', 'summary', 'tags', 'images', 'series', 'series_order', 'canonicalURL'],
  eleventy: ['title', 'date', 'draft', 'tags', 'description', 'series', 'part', 'canonicalURL'],
  devto: ['title', 'published', 'description', 'tags', 'cover_image', 'series', 'canonical_url'],
  markdown: [
    'title',
    'published',
    'draft',
    'description',
    'date',
    'tags',
    'cover_image',
    'series',
    'part',
    'canonical_url',
  ],
};
