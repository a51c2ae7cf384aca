import type { Archive } from '../archive/archive.ts';
import { shortHash } from '../lib/short-hash.ts';
import type { SearchedArchive } from './search-documents.ts';

/** What the site's search finds in an archive, as it is at the time of the call. */
export function searchedArchive(archive: Pick<Archive, 'snapshot' | 'factsOf'>): SearchedArchive {
  const { sessions, memory } = archive.snapshot;
  return {
    sessions,
    factsOf: (session) => archive.factsOf(session),
    memories: memory.files.map(({ project, file, text }) => {
      const words = [text.name, text.description, text.body].join('\n');
      return { project, file, text: words, digest: shortHash(words).toString(16) };
    }),
  };
}
