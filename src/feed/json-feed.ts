import type { Feed } from './feed.ts';

/** A feed as JSON Feed 1.1 has it (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed({ title, author, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: '/',
    feed_url: '/feed.json',
    language: 'en',
    authors: [{ name: author }],
    items: entries.map(({ id, title, text, address, published, updated, categories }) => ({
      id,
      url: address,
      title,
      content_text: text,
      date_published: published,
      date_modified: updated,
      tags: categories,
    })),
  });
}
