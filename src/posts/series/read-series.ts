/**
 * Series on disk: `<config>/session-chronicle/series/<slug>.yml`, edited by the owner. Reading never fails: anything
 * unusable is reported as a problem of its series, with its line.
 */
import { readdirSync } from 'node:fs';
import type { FileIndex } from '#src/archive/file-index.ts';
import { type FileContent, readOnce } from '#src/archive/read-source.ts';
import type { Source } from '#src/memory/source.ts';
import type { Series } from '#src/posts/series/series.ts';
import type { Layout } from '#src/lib/paths.ts';
import { isOwnSlug } from '#src/lib/slug.ts';
import { compare } from '#src/lib/compare.ts';
import { parseSeries, type SeriesText } from './parse-series.ts';

/** Far more than anybody plans: the rest is ignored. */
const MOST = 500;

export const seriesSource: Source<SeriesText> = {
  kind: 'series',
  list: { folder: 'series', isMember: (name) => slugOf(name) !== null },
  parse: parseSeries,
};

/** All series of an archive, by slug. */
export function seriesIn(index: FileIndex): Series[] {
  const series = index
    .files(seriesSource)
    .map(({ name, path, content }) => seriesOf(slugOf(name) ?? '', path, content));
  return series.sort((a, b) => compare(a.slug, b.slug)).slice(0, MOST);
}

/** All series on disk, by slug. */
export function readSeries(layout: Layout): Series[] {
  return slugsIn(layout.series).flatMap((slug) => readOneSeries(layout, slug) ?? []);
}

/** The series with this slug; null if there is none or the slug is invalid. */
export function readOneSeries(layout: Layout, slug: string): Series | null {
  if (!isOwnSlug(slug)) return null;
  const path = seriesPath(layout, slug);
  const content = readOnce(path, seriesSource);
  return content && seriesOf(slug, path, content);
}

/** The file of a series. The slug must be valid. */
export function seriesPath(layout: Layout, slug: string): string {
  return `${layout.series}/${slug}.yml`;
}

function seriesOf(slug: string, path: string, { value, problems }: FileContent<SeriesText>): Series {
  return { slug, path, ...(value ?? { title: slug, parts: [] }), problems };
}

/** The slug in a file name; null if it is not the name of a series file. */
function slugOf(name: string): string | null {
  const slug = name.replace(/\.yml$/, '');
  return slug !== name && isOwnSlug(slug) ? slug : null;
}

function slugsIn(directory: string): string[] {
  const slugs = listOrNone(directory).flatMap((name) => slugOf(name) ?? []);
  return slugs.sort().slice(0, MOST);
}

function listOrNone(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
