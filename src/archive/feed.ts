/**
 * The feeds of the archive: sessions with a written summary or narrative, newest first, as plain text.
 *
 *     feedEntries(sessions) -> { id: 'urn:uuid:…', title: 'Forty-one snapshots', text: 'Every test was …', … }
 *
 * `atomFeed` and `jsonFeed` write the same entries in two formats. The site does not know its own address, so ids are
 * URNs, and links are paths that a feed reader resolves against the address of the feed (RFC 4287, 4.2.7.1).
 */

import type { Session } from '../format/session.ts';
import { TAG_WORDS, TAGS } from '../format/tags.ts';
import { sessionTitle } from '../transcript/title.ts';
import { plainBlocks } from '../lib/text/blocks.ts';
import { clip } from '../lib/text/clip.ts';
import { readMarkdown } from '../lib/text/markdown.ts';
import { narrativeAddress, sessionAddress } from '../lib/text/page-address.ts';
import { escapeXml } from '../lib/text/escape.ts';
import { sha1 } from '../lib/hash.ts';

/** A feed, independent of its format. */
export interface Feed {
  /** Different for each archive, as a reader may subscribe to several. */
  id: string;
  title: string;
  author: string;
  /** UTC */
  updated: string;
  /** Newest first. */
  entries: FeedEntry[];
}

/** The feed of sessions given newest first. `builtAt` is the date of a feed without entries. */
export function feedOf(sessions: readonly Session[], builtAt: string): Feed {
  const entries = feedEntries(sessions);
  return {
    id: urnOf(`feed of the archive that begins with ${sessions.at(-1)?.id ?? 'nothing'}`),
    title: 'Chronicle',
    author: 'Session chronicle',
    updated: entries[0]?.updated ?? builtAt,
    entries,
  };
}

interface FeedEntry {
  /** Independent of the session's file name and place. */
  id: string;
  title: string;
  /** Plain text; untrusted. */
  text: string;
  /** The page, as a path from the site's root. */
  address: string;
  /** When the session began, UTC. */
  published: string;
  /** When its narrative was written, otherwise when it began, UTC. */
  updated: string;
  /** The project's name, then the labels of its events' tags. */
  categories: string[];
}

const MOST = 50;
/** About a page; a summary can be as long as a file. */
const LONGEST = 4000;

/** Sessions with a written summary or narrative, newest first. If two have the same id, the newer counts. */
export function feedEntries(sessions: readonly Session[]): FeedEntry[] {
  const written = sessions.filter(({ chronicle: { summary } }) => summary.kind === 'agent' || summary.kind === 'retro');
  const byId = new Map(written.toReversed().map((session) => [session.id, session]));
  return [...byId.values()]
    .map((session) => ({ session, at: Date.parse(updatedAt(session)) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST)
    .map(({ session }) => entryOf(session));
}

/** A URN for a name: from the name itself if it is a UUID, as session ids are, otherwise hashed (RFC 9562, 5.5). */
export function urnOf(name: string): string {
  const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name) ? name.toLowerCase() : uuidOf(name);
  return `urn:uuid:${uuid}`;
}

function entryOf(session: Session): FeedEntry {
  const { project, name, chronicle } = session;
  const { lead, narrative } = chronicle.summary;
  const tags = new Set(chronicle.events.map(({ tag }) => tag));
  return {
    id: urnOf(session.id),
    title: sessionTitle(session),
    text: plain(lead === '' && narrative ? narrative.text : lead),
    address: narrative ? narrativeAddress(project.slug, name) : sessionAddress(project.slug, name),
    published: chronicle.frontMatter.started,
    updated: updatedAt(session),
    categories: [project.name, ...TAGS.filter((tag) => tags.has(tag)).map((tag) => TAG_WORDS[tag].label)],
  };
}

function updatedAt({ chronicle: { frontMatter } }: Session): string {
  return frontMatter.retro ?? frontMatter.started;
}

function plain(markdown: string): string {
  return clip(plainBlocks(readMarkdown(clip(markdown, LONGEST))), LONGEST);
}

function uuidOf(name: string): string {
  const digest = sha1(name);
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`, variant + digest.slice(18, 20)];
  return [...parts, digest.slice(20, 32)].join('-');
}

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

/** Text without a type is plain text, never markup (RFC 4287, 3.1.1). */
function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function empty(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}/>`;
}

/** A feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
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
