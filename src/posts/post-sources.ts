import type { PostSources } from '#src/archive/archive.ts';
import { fileSource } from '#src/memory/source.ts';
import type { Layout } from '#src/lib/paths.ts';
import { draftSources, draftsIn } from './drafts/read-drafts.ts';
import { seriesIn, seriesSource } from './series/read-series.ts';

/** The files that drafts and series are read from. */
export function postSources({ redact }: Pick<Layout, 'redact'>): PostSources {
  // Only for noticing changes: the scanner reads the names itself, following links.
  const names = fileSource('names to redact', redact, (text) => ({ value: text, problems: [] }));
  return {
    sources: [...draftSources, seriesSource, names],
    postsIn: (index) => ({ drafts: draftsIn(index), series: seriesIn(index) }),
  };
}
