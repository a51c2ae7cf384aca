import type { Chronicle } from '#src/format/chronicle.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { CHRONICLE_FOLDER, isChronicleName } from '#src/lib/paths.ts';
import { sha1Of } from '../lib/digest.ts';
import type { Source } from '../memory/source.ts';

/** The chronicles of sessions. */
export const chronicleSource: Source<Chronicle> = {
  kind: 'chronicle',
  list: { folder: `*/${CHRONICLE_FOLDER}`, isMember: isChronicleName },
  parse(text) {
    const { chronicle, problems } = parseChronicle(text, sha1Of);
    return { value: chronicle, problems };
  },
};
