import { createFile } from '#src/node/store/create-file.ts';
import { privateDirectory } from '#src/node/store/private-directory.ts';
import type { Series, SeriesPart } from '#src/posts/series/series.ts';
import { seriesYaml } from '#src/posts/series/series-yaml.ts';
import type { Layout } from '#src/project/paths.ts';
import { requireOwnSlug } from '../own-slug.ts';
import { seriesPath } from './read-series.ts';

/**
 * Makes the file of a series, with `-2` behind the slug if that is taken, and returns the series. Refuses a slug that can
 * name no file (CHRONICLE_BAD_SLUG).
 */
export function createSeries(layout: Layout, slug: string, title: string, parts: readonly SeriesPart[] = []): Series {
  requireOwnSlug(slug);
  const directory = privateDirectory(layout.series, layout.config);
  const series = { title, parts: [...parts] };
  const name = createFile(directory, (n) => `${n === 1 ? slug : `${slug}-${n}`}.yml`, seriesYaml(series));
  const made = name.slice(0, -'.yml'.length);
  return { slug: made, path: seriesPath(layout, made), ...series, problems: [] };
}
