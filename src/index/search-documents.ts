/**
 * What the site's search finds, as documents for Pagefind: one for each session, narrative, memory, and page of
 * a project's edited files. A document consists of parts, such as an event or a prompt, each with an anchor on its page.
 * Pagefind ranks documents; `site/model/found-page.ts` divides a found one into its parts again.
 */
import { filesOnPage } from '#src/archive/file-histories.ts';
import { type Session, sessionVersion } from '#src/format/session.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import {
  fileAnchor,
  filesAddress,
  memoryAddress,
  narrativeAddress,
  sessionAddress,
} from '#src/lib/text/page-address.ts';
import { REST_LABEL, dividedWords, hasWords } from './words.ts';
import type { SearchRecord } from './record.ts';
import { recordsOf } from './records-of.ts';
import type { Archive } from '#src/archive/archive.ts';
import { shortHash } from '#src/lib/hash.ts';
import type { MemoryFile } from '#src/memory/history.ts';

/** Where the index is in a site. */
export const SEARCH_FOLDER = 'pagefind';

/** A page that the search can find. */
export interface SearchDocument {
  /** Identifies it in the index. */
  address: string;
  /** The index that it is in, such as `2026-q4`. */
  period: string;
  /** Differs whenever its content does. */
  version: string;
  /** The HTML that Pagefind indexes. It is never shown. */
  html(): string;
}

/** What the documents are made from. */
type SearchedArchive = Pick<Archive, 'snapshot' | 'factsOf'>;

/** An archive with more sessions has an index for each quarter of a year: one of all would need too much memory. */
const MOST_IN_ONE = 2000;
/** The index that has everything of a small archive, and memories and files of a large one. */
const WHOLE = 'all';

/** The documents of an archive. Texts are read when their HTML is made. */
export function* searchDocuments(archive: SearchedArchive): Generator<SearchDocument> {
  const { sessions, memory } = archive.snapshot;
  const isDivided = sessions.length > MOST_IN_ONE;
  for (const session of sessions) {
    const period = isDivided ? quarterOf(session.chronicle.frontMatter.date) : WHOLE;
    yield* sessionDocuments(session, period, archive);
  }
  for (const file of memory.files) yield memoryDocument(file);
  for (const [slug, members] of Map.groupBy(sessions, ({ project }) => project.slug))
    yield filesDocument(slug, members, archive);
}

/** `2026-q4` of a local `YYYY-MM-DD`. */
function quarterOf(date: string): string {
  return `${date.slice(0, 4)}-q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

function sessionDocuments(session: Session, period: string, archive: SearchedArchive): SearchDocument[] {
  const { project, name, chronicle } = session;
  const version = `${sessionVersion(session)} ${sessionTitle(session)}`;
  const address = sessionAddress(project.slug, name);
  const htmlOf = (isPart: (record: SearchRecord) => boolean) => () => {
    const records = recordsOf(session, archive.factsOf(session)).filter(
      (record) => isPart(record) && hasWords(record.text),
    );
    return documentHtml(aboutSession(session, records), records.map(partOf));
  };
  const whole = { address, period, version, html: htmlOf(({ kind }) => kind !== 'narrative') };
  if (!chronicle.summary.narrative) return [whole];
  const narrative = narrativeAddress(project.slug, name);
  return [whole, { address: narrative, period, version, html: htmlOf(({ kind }) => kind === 'narrative') }];
}

/** What a document says of itself besides its parts. */
interface About {
  title: string;
  /** Shown with a result. */
  meta: Record<string, string>;
  /** The values to filter by. */
  filters: Record<string, Iterable<string | undefined>>;
  /** Sorted by: UTC or local, newest first. */
  date: string;
}

function aboutSession(session: Session, records: readonly SearchRecord[]): About {
  const { date, task, branch, started } = session.chronicle.frontMatter;
  const about = records.flatMap((record) => record.about ?? []);
  const [record] = records;
  return {
    title: sessionTitle(session),
    meta: { project: session.project.name, date, task },
    filters: {
      project: [session.project.slug],
      month: [date.slice(0, 7)],
      branch: [branch],
      task: [task],
      session: [session.name],
      on: [record?.machine],
      tag: records.map(({ tag }) => tag ?? undefined),
      kind: records.map(({ kind }) => kind),
      from: [record?.from, ...about.map(({ from }) => from)],
      concept: about.flatMap(({ concepts }) => concepts),
      type: about.map(({ type }) => type ?? undefined),
      scope: about.map(({ scope }) => scope),
    },
    date: started || date,
  };
}

/** A part of a document: a record of a session, a memory or a file. */
interface Part {
  /** Read by `readLabel` of `site/model/found-page.ts`. */
  label: string;
  text: string;
}

function partOf({ anchor, kind, tag, date, time, text }: SearchRecord): Part {
  // A narrative has a page of its own.
  return { label: [kind, tag, date, time, kind === 'narrative' ? '' : anchor].join('|'), text };
}

function memoryDocument({ project, file, text }: MemoryFile): SearchDocument {
  const words = [text.name, text.description, text.body].join('\n');
  const about: About = {
    ...{ title: file, meta: { project: project.name } },
    ...{ filters: { project: [project.slug], kind: ['memory'] }, date: '' },
  };
  return {
    address: memoryAddress(project.slug, file),
    period: WHOLE,
    version: `${project.name} ${shortHash(words)}`,
    html: () => documentHtml(about, [{ label: 'memory||||', text: `${file}\n${words}` }]),
  };
}

/** The page of a project's edited files. */
function filesDocument(slug: string, sessions: readonly Session[], archive: SearchedArchive): SearchDocument {
  const name = sessions[0]?.project.name ?? slug;
  const html = () => {
    const files = filesOnPage(sessions, (session) => archive.factsOf(session)?.files ?? []);
    const about: About = {
      ...{ title: `Files of ${name}`, meta: { project: name } },
      ...{ filters: { project: [slug], kind: [files.length > 0 ? 'file' : undefined] }, date: '' },
    };
    return documentHtml(
      about,
      files.map(({ path }) => ({ label: `file||||${fileAnchor(path)}`, text: path })),
    );
  };
  const version = sessions.map((session) => `${session.name} ${session.factsDigest ?? ''}`).join('\n');
  return { address: filesAddress(slug), period: WHOLE, version, html };
}

/**
 * The HTML of a document, in the form that Pagefind divides: before each part stands an empty paragraph with its anchor,
 * whose title is what `partLabel` of the page's script reads. Text can only become text in it.
 */
function documentHtml({ title, meta, filters, date }: About, parts: readonly Part[]): string {
  const filled = Object.entries(filters).flatMap(([name, values]) =>
    [...new Set(values)].flatMap((value) => (value ? [attribute('filter', name, value)] : [])),
  );
  const known = Object.entries(meta).flatMap(([name, value]) => (value ? [attribute('meta', name, value)] : []));
  const sorted = date === '' ? [] : [attribute('sort', 'date', date)];
  const texts = parts.map((part, at) => {
    const [first = '', ...rest] = part.text.split('\n');
    const paragraphs = [paragraph(`part-${at}`, part.label, first)];
    if (hasWords(rest.join(' '))) paragraphs.push(paragraph(`rest-${at}`, REST_LABEL, rest.join(' ')));
    return paragraphs.join('');
  });
  const heading = `<h1 data-pagefind-meta="title" data-pagefind-weight="3">${escaped(dividedWords(title))}</h1>`;
  return `<html lang="en"><body data-pagefind-body>${heading}${[...known, ...sorted, ...filled].join('')}${texts.join('')}</body></html>`;
}

function paragraph(id: string, label: string, text: string): string {
  return `<p id="${id}" data-pagefind-title="${escaped(label)}"></p><p>${escaped(dividedWords(text))}</p>`;
}

function attribute(what: string, name: string, value: string): string {
  return `<span data-pagefind-${what}="${name}[c]" c="${escaped(value)}"></span>`;
}

/** A text for HTML: a lone surrogate would end the build, and a control character means nothing. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
