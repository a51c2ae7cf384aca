import type { Series } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { nearestOf } from '#src/value/nearest.ts';
import { readOneSeries, readSeries } from './read-series.ts';

/** As many as a reader takes in to choose among. */
const CANDIDATES = 20;

/** The series with this slug; refuses (CHRONICLE_NO_SERIES) one that there is not, and says which there are. */
export function seriesNamed(layout: Layout, slug: string): Series {
  const found = readOneSeries(layout, slug);
  if (found) return found;
  const slugs = readSeries(layout).map((series) => series.slug);
  const nearest = nearestOf(slug, slugs);
  const advice = nearest ? `Did you mean ${nearest}?` : existing(slugs);
  throw new ChronicleError('CHRONICLE_NO_SERIES', `There is no series ${slug}. ${advice} Nothing was written.`);
}

function existing(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'There is none yet; chronicle series new begins one.';
  const listed = slugs.slice(0, CANDIDATES).join(', ');
  return slugs.length > CANDIDATES
    ? `There are ${listed}, ….`
    : `There ${slugs.length === 1 ? 'is' : 'are'} ${listed}.`;
}
