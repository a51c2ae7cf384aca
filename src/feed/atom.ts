import { escapeXml } from '../text/xml.ts';
import type { Feed } from './feed.ts';
import type { FeedEntry } from './feed-entry.ts';

/** A feed as an Atom document (RFC 4287). */
export function atomFeed({ id, title, author, updated, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', id),
    element('title', title),
    element('updated', updated),
    `<author>${element('name', author)}</author>`,
    empty('link', { rel: 'self', type: 'application/atom+xml', href: '/feed.xml' }),
    empty('link', { rel: 'alternate', type: 'text/html', href: '/' }),
    ...entries.map(entry),
    '</feed>',
    '',
  ].join('\n');
}

function entry({ id, title, text, address, published, updated, categories }: FeedEntry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('published', published),
    element('updated', updated),
    empty('link', { rel: 'alternate', type: 'text/html', href: address }),
    ...categories.map((term) => empty('category', { term })),
    element('summary', text),
    '</entry>',
  ].join('\n');
}

/** Text without a type is plain text (RFC 4287, 3.1.1), which no reader takes for markup. */
function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function empty(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}/>`;
}
