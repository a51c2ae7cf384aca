/**
 * Series on disk: `<config>/session-chronicle/series/<slug>.yml`, the owner's to write. Reading never fails: what cannot
 * be used is a problem of its series, with its place.
 */
import { readdirSync } from 'node:fs';
import { probe, readSource } from '#src/node/archive/reading.ts';
import type { Series } from '#src/posts/series/series.ts';
import type { Layout } from '#src/project/paths.ts';
import { isOwnSlug } from '#src/project/slug.ts';
import { parseSeries } from './parse-series.ts';

/** More than anybody plans; a directory with more of them is none of series. */
const MOST = 500;

/** All series, by slug. */
export function readSeries(layout: Layout): Series[] {
  return slugsIn(layout.series).flatMap((slug) => readOneSeries(layout, slug) ?? []);
}

/** The series with this slug; null if there is none. A slug that cannot name a file names none. */
export function readOneSeries(layout: Layout, slug: string): Series | null {
  if (!isOwnSlug(slug)) return null;
  const path = seriesPath(layout, slug);
  const found = probe(path, Date.now());
  const reading = found && readSource(path, found, { parse: parseSeries });
  if (!reading) return null;
  return { slug, path, ...(reading.value ?? { title: slug, parts: [] }), problems: reading.problems };
}

/** The file of a series, given a slug that was checked. */
export function seriesPath(layout: Layout, slug: string): string {
  return `${layout.series}/${slug}.yml`;
}

function slugsIn(directory: string): string[] {
  const names = listOrNone(directory).filter((name) => name.endsWith('.yml'));
  const slugs = names.map((name) => name.slice(0, -'.yml'.length)).filter(isOwnSlug);
  return slugs.sort().slice(0, MOST);
}

function listOrNone(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
