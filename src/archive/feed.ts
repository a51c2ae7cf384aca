/**
 * The feeds of the archive, as Atom and as JSON: sessions with a written summary or narrative, newest first, as plain text.
 * The site does not know its own address, so ids are URNs, and links are paths that a feed reader resolves against the
 * address of the feed (RFC 4287, 4.2.7.1).
 */
import type { Session } from '#src/format/session.ts';
import { TAG_WORDS, TAGS } from '#src/format/tags.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { plainBlocks } from '#src/lib/text/blocks.ts';
import { clip } from '#src/lib/text/clip.ts';
import { escapeXml } from '#src/lib/text/escape.ts';
import { readMarkdown } from '#src/lib/text/markdown.ts';
import { narrativeAddress, sessionAddress } from '#src/lib/text/page-address.ts';

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

const TITLE = 'Chronicle';
const AUTHOR = 'Session chronicle';
const MOST = 50;
/** About a page; a summary can be as long as a file. */
const LONGEST = 4000;

/** Sessions with a written summary or narrative, from sessions given newest first. If two have the same id, the newer counts. */
export function feedEntries(sessions: readonly Session[]): FeedEntry[] {
  const written = sessions.filter(({ chronicle: { summary } }) => summary.kind === 'agent' || summary.kind === 'retro');
  const byId = new Map(written.toReversed().map((session) => [session.id, entryOf(session)]));
  return [...byId.values()].sort((a, b) => Date.parse(b.updated) - Date.parse(a.updated)).slice(0, MOST);
}

function entryOf(session: Session): FeedEntry {
  const { id, project, name, chronicle } = session;
  const { summary, frontMatter, events } = chronicle;
  const { lead, narrative } = summary;
  const markdown = clip(lead === '' && narrative ? narrative.text : lead, LONGEST);
  const tags = new Set(events.map(({ tag }) => tag));
  return {
    id: urnOf(id),
    title: sessionTitle(session),
    text: clip(plainBlocks(readMarkdown(markdown)), LONGEST),
    address: (narrative ? narrativeAddress : sessionAddress)(project.slug, name),
    published: frontMatter.started,
    updated: frontMatter.retro ?? frontMatter.started,
    categories: [project.name, ...TAGS.filter((tag) => tags.has(tag)).map((tag) => TAG_WORDS[tag].label)],
  };
}

/** A session's id as a URN: most are UUIDs. */
function urnOf(id: string): string {
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  return isUuid ? `urn:uuid:${id.toLowerCase()}` : `urn:session-chronicle:${encodeURIComponent(id)}`;
}

/** The Atom document (RFC 4287). The archive is named by its oldest session; `builtAt` dates a feed without entries. */
export function atomFeed(sessions: readonly Session[], builtAt: string): string {
  const entries = feedEntries(sessions);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', urnOf(`archive-${sessions.at(-1)?.id ?? 'empty'}`)),
    element('title', TITLE),
    element('updated', entries[0]?.updated ?? builtAt),
    `<author>${element('name', AUTHOR)}</author>`,
    '<link rel="self" type="application/atom+xml" href="/feed.xml"/>',
    '<link rel="alternate" type="text/html" href="/"/>',
    ...entries.flatMap(({ id, title, text, address, published, updated, categories }) => [
      '<entry>',
      element('id', id),
      element('title', title),
      element('published', published),
      element('updated', updated),
      `<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`,
      ...categories.map((term) => `<category term="${escapeXml(term)}"/>`),
      element('summary', text),
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');
}

/** Text without a type is plain text, never markup (RFC 4287, 3.1.1). */
function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** The feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed(sessions: readonly Session[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    home_page_url: '/',
    feed_url: '/feed.json',
    language: 'en',
    authors: [{ name: AUTHOR }],
    items: feedEntries(sessions).map(({ id, title, text, address, published, updated, categories }) => ({
      ...{ id, url: address, title, content_text: text, tags: categories },
      ...{ date_published: published, date_modified: updated },
    })),
  });
}
