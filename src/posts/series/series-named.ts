import type { Series } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { readOneSeries, readSeries } from './read-series.ts';

/** How many slugs an error lists. */
const MOST_LISTED = 20;

/** The series with this slug. Refuses (CHRONICLE_NO_SERIES) an unknown slug, and lists the series. */
export function seriesNamed(layout: Layout, slug: string): Series {
  const found = readOneSeries(layout, slug);
  if (found) return found;
  const slugs = readSeries(layout).map((series) => series.slug);
  const nearest = nearestOf(slug, slugs);
  const advice = nearest ? `Did you mean ${nearest}?` : existing(slugs);
  throw new ChronicleError('CHRONICLE_NO_SERIES', `There is no series ${slug}. ${advice} Nothing was changed.`);
}

function existing(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'To start one, run `chronicle series new`.';
  const listed = slugs.slice(0, MOST_LISTED).join(', ');
  const more = slugs.length > MOST_LISTED ? ', …' : '';
  return `${slugs.length === 1 ? 'The only series is' : 'The series are'} ${listed}${more}.`;
}
