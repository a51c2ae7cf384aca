import type { Chronicle } from '#src/chronicle/chronicle.ts';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { CHRONICLE_FOLDER, isChronicleName } from '#src/project/paths.ts';
import { sha1Of } from '../disk/digest.ts';
import type { Source } from './source.ts';

/** The chronicles of sessions. */
export const chronicleSource: Source<Chronicle> = {
  kind: 'chronicle',
  list: { folder: `*/${CHRONICLE_FOLDER}`, isMember: isChronicleName },
  parse(text) {
    const { chronicle, problems } = parseChronicle(text, sha1Of);
    return { value: chronicle, problems };
  },
};
