import type { Chronicle } from '#src/chronicle/chronicle.ts';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { digest } from './digest.ts';
import type { Source } from './source.ts';

/** The sessions' chronicles. Dot files are other programs' and our own unfinished writes. */
export const chronicleSource: Source<Chronicle> = {
  kind: 'chronicle',
  list: { folder: '*/chronicle', isMember: (name) => name.endsWith('.md') && !name.startsWith('.') },
  parse(text) {
    const { chronicle, problems } = parseChronicle(text, digest);
    return { value: chronicle, problems };
  },
};
