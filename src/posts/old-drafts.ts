/**
 * Drafts of version 0.1, each a directory with `draft.mdx`, `draft.yml` and `redactions.yml`: read once, and written anew as
 * a Markdown file. A component becomes what it showed, or a comment that says what it was.
 */
import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { eventIndex } from '#src/format/session.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { asText } from '#src/lib/latin1.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { readYaml } from '#src/lib/yaml.ts';
import { isOwnSlug } from '#src/lib/slug.ts';
import { readInline } from '#src/lib/text/markdown.ts';
import { writeComment, writeMarkdown, writePicture } from '#src/lib/text/write-markdown.ts';
import { draftDigest, draftFile, type ExportRecord, sessionsDigest } from './draft.ts';
import { createDraft, parseDecisions } from './draft-files.ts';
import { TARGET_NAMES } from './post.ts';
import type { DraftArchive } from './posts.ts';
import { eventQuote } from './write-up.ts';

const FILES = ['draft.mdx', 'draft.yml', 'redactions.yml'] as const;

/** Rewrites old drafts; returns their names. A directory that is a link, or cannot be read, is left alone. */
export function rewriteOldDrafts(paths: Paths, archive: DraftArchive): string[] {
  return namesIn(paths.drafts).filter((slug) => {
    const directory = `${paths.drafts}/${slug}`;
    if (!isOwnSlug(slug) || !lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return false;
    if (!lstatSync(`${directory}/draft.mdx`, { throwIfNoEntry: false })?.isFile()) return false;
    rewrite(paths, slug, archive);
    for (const name of FILES) rmSync(`${directory}/${name}`, { force: true });
    try {
      rmdirSync(directory);
    } catch {
      // Something else is in it.
    }
    return true;
  });
}

function rewrite(paths: Paths, slug: string, archive: DraftArchive): void {
  const [body, settings, decided] = FILES.map((name) => textAt(`${paths.drafts}/${slug}/${name}`));
  const value = recordOf(readYaml(settings ?? '').value);
  const series = recordOf(value.series);
  const ids = listOf(value.sources).flatMap(({ session }) => (isId(session) ? [session] : []));
  const published = recordOf(value.published).url;
  const text = draftFile(
    {
      title: textOf(value.title),
      description: textOf(value.description),
      tags: Array.isArray(value.tags) ? value.tags.filter((tag) => typeof tag === 'string') : [],
      sessions: ids,
      series: typeof series.slug === 'string' ? seriesTitle(paths, series.slug) : '',
      part: typeof series.part === 'number' ? series.part : null,
      published: textOf(published),
    },
    withoutComponents(
      body ?? '',
      listOf(value.beats).map(({ event }) => textOf(event)),
      archive,
    ),
  );
  const digests = {
    draft: draftDigest({ text }),
    sessions: sessionsDigest(archive.sessions.filter(({ id }) => ids.includes(id))),
  };
  const exports = listOf(value.exports).flatMap(({ target, at, file, events, files }): ExportRecord[] => {
    const known = TARGET_NAMES.find((name) => name === target);
    if (!known || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return [];
    const told = Array.isArray(events) ? events.filter((each) => typeof each === 'string') : [];
    const written = listOf(files).map(({ path, hash }) => ({ path: textOf(path), hash: textOf(hash) }));
    return [{ target: known, at, file: textOf(file), ...digests, events: told, files: written }];
  });
  const history = { made: '', sessions: digests.sessions, exports };
  const decisions = parseDecisions(decided ?? '').value;
  createDraft(paths, { slug, text, history }, { decisions: decisions.salt === '' ? undefined : decisions });
}

const FENCED = /(^[ \t>]*(```+|~~~+)[\s\S]*?(?:^[ \t>]*\2[ \t]*$|$(?![\s\S])))/m;
const COMMENT = /\{\/\*([\s\S]*?)\*\/\}/g;
const COMPONENT = /^[ \t]*<([A-Z][A-Za-z]*)\b([^>\n]*)>[ \t]*$/gm;

/** The text of an old draft as Markdown. `beats` are the names of its events. Code stays as it is. */
function withoutComponents(
  text: string,
  beats: readonly string[],
  { sessions }: Pick<DraftArchive, 'sessions'>,
): string {
  const find = eventIndex(sessions);
  const quoteOf = (name: string) => {
    const found = find(name);
    return found ? eventQuote(found.session, found.event) : writeComment(`Here was the event ${name}, which is gone.`);
  };
  const shown = (whole: string, name: string, attributes: string): string => {
    const [, value = ''] = /\b(?:id|group)="([^"]*)"/.exec(attributes) ?? [];
    if (name === 'Event') return quoteOf(value);
    if (name === 'Lifeline') return writePicture('', `lifeline-${value}.svg`);
    if (name === 'MissTrend') return writePicture('', 'hits-and-misses.svg');
    if (name === 'Beats') return listed(beats.flatMap((beat) => find(beat)?.event.text ?? []));
    return writeComment(`Here was ${whole.trim().replace(/^<|\s*\/?>$/g, '')}, which chronicle no longer draws.`);
  };
  return text
    .split(FENCED)
    .map((part, i) => {
      // Of three parts, the second is code, and the third its fence.
      if (i % 3 === 1) return part;
      if (i % 3 === 2) return '';
      const noted = part.replace(COMMENT, (_, words: string) => writeComment(words).trimEnd());
      return noted.replace(COMPONENT, (whole, name: string, rest: string) => shown(whole, name, rest).trimEnd());
    })
    .join('');
}

function listed(texts: readonly string[]): string {
  const items = texts.map((each) => [{ kind: 'paragraph' as const, children: readInline(each) }]);
  return writeMarkdown([{ kind: 'list', ordered: false, start: 1, items }]);
}

function seriesTitle({ series }: Paths, slug: string): string {
  return textOf(recordOf(readYaml(textAt(`${series}/${slug}.yml`)).value).title) || slug;
}

/** The text of a file; empty if it cannot be read. */
function textAt(path: string): string {
  try {
    return asText(readRegularFile(path).text);
  } catch {
    return '';
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isSessionId(value);
}
