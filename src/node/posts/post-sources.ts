import type { PostSources } from '#src/node/archive/open-archive.ts';
import { fileSource } from '#src/node/archive/source.ts';
import type { Layout } from '#src/project/paths.ts';
import { draftSources, draftsIn } from './drafts/read-drafts.ts';
import { seriesIn, seriesSource } from './series/read-series.ts';

/** The files that make drafts and series. */
export function postSources({ redact }: Pick<Layout, 'redact'>): PostSources {
  // Only a change of the names to redact is taken from here. What scans posts reads them itself, through links too.
  const names = fileSource('names to redact', redact, (text) => ({ value: text, problems: [] }));
  return {
    sources: [...draftSources, seriesSource, names],
    postsIn: (index) => ({ drafts: draftsIn(index), series: seriesIn(index) }),
  };
}
