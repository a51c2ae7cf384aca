/** Joins two versions of one of our files, for git. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { leftWords } from '#src/chronicle/copies.ts';
import { type Joined, joinChronicles } from '#src/chronicle/join-chronicles.ts';
import { joinNotebooks } from '#src/chronicle/notebook/join-notebooks.ts';
import { parseFacts } from '#src/facts/facts.ts';
import { joinLines } from '#src/memory/join-lines.ts';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { CHRONICLE_FOLDER, isChronicleName, isNotebookPath } from '#src/project/paths.ts';

/** Paths of the versions, and the path in the repository. */
export interface Versions {
  base: string;
  ours: string;
  theirs: string;
  path: string;
}

/**
 * Writes what both versions have to `ours`, and returns what contradicts, as sentences. If the files are of no kind that can be
 * joined, throws CHRONICLE_NOT_JOINED and writes nothing.
 */
export function mergedFile({ base, ours, theirs, path }: Versions, cwd: string): string[] {
  const kind = KINDS.find(({ isOf }) => isOf(path.replaceAll('\\', '/')));
  if (!kind)
    throw new ChronicleError(
      'CHRONICLE_NOT_JOINED',
      `${path} is neither a chronicle nor a notebook, facts file, ledger or list of proposals. Nothing was changed.`,
    );
  const [before, own, other] = [base, ours, theirs].map((each) => textAt(resolve(cwd, each)));
  if (own === undefined || other === undefined || before === undefined) return [];
  const { text, left } = kind.join(own, other, before);
  if (text !== own) writeFileSync(resolve(cwd, ours), text);
  return left.map(
    (each) => `${leftWords([each])[0]} of the other version was left out, since ours says something else.`,
  );
}

interface Kind {
  isOf(path: string): boolean;
  join(ours: string, theirs: string, base: string): Joined;
}

const isNamed = (pattern: RegExp) => (path: string) => pattern.test(`/${path}`);

const KINDS: readonly Kind[] = [
  { isOf: (path) => isNotebookPath(`/${path}`), join: joinNotebooks },
  { isOf: isNamed(/\/facts\/[^/]+\.json$/), join: newestFacts },
  { isOf: isNamed(/\.jsonl$/), join: (ours, theirs, base) => joinLines(ours, theirs, base) },
  {
    isOf: (path) => path.split('/').at(-2) === CHRONICLE_FOLDER && isChronicleName(path.split('/').at(-1) ?? ''),
    join: (ours, theirs, base) => joinChronicles(ours, theirs, base),
  },
];

/** Facts are read from a transcript as a whole: the newest reading is right. */
function newestFacts(ours: string, theirs: string): Joined {
  const [own, other] = [parseFacts(ours).facts, parseFacts(theirs).facts];
  const isNewer = other !== null && (own === null || other.head.harvested > own.head.harvested);
  return { text: isNewer ? theirs : ours, added: 0, left: [] };
}

function bytesAt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new ChronicleError('CHRONICLE_NOT_FOUND', `There is no file ${path}. Nothing was changed.`);
  }
}

function textAt(path: string): string {
  const bytes = bytesAt(path);
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  throw new ChronicleError('CHRONICLE_NOT_TEXT', `${path} is not UTF-8 text. Nothing was changed.`);
}
