/** Joins two versions of one of our files, for git. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { leftWords } from '#src/chronicle/copies.ts';
import { type Joined, joinChronicles } from '#src/chronicle/join-chronicles.ts';
import { joinNotebooks } from '#src/chronicle/notebook/join-notebooks.ts';
import { isSessionId, shortId } from '#src/chronicle/session-id.ts';
import { parseFacts } from '#src/facts/facts.ts';
import { sessionIn } from '#src/forget/forget-in-chronicle.ts';
import { createFile } from '#src/lib/files.ts';
import { mergedLines } from '#src/memory/join-lines.ts';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { CHRONICLE_FOLDER, isChronicleName, isNotebookPath } from '#src/project/paths.ts';
import { shortHash } from '#src/value/short-hash.ts';
import { namesIn } from '../disk/names-in.ts';

/** Paths of the versions, and the path in the repository. */
export interface Versions {
  base: string;
  ours: string;
  theirs: string;
  path: string;
}

/**
 * Writes what both versions have to `ours`, and returns what contradicts, as sentences. A file of another session is never
 * joined, but written beside `path` in the checkout `cwd`. If the files are of no kind that can be joined, throws
 * CHRONICLE_NOT_JOINED and writes nothing.
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
  if (kind.sessionOf && own !== other) {
    const session = kind.sessionOf(other);
    if (session === '' || session !== kind.sessionOf(own)) return [keptBeside(resolve(cwd, path), session, other)];
  }
  const { text, left } = kind.join(own, other, before);
  if (text !== own) writeFileSync(resolve(cwd, ours), text);
  return left.map(
    (each) =>
      `${leftWords([each])[0]} of the other version was left out, since ours says something else. \`git show ":3:${path}"\` prints the other version: copy what you want to keep before you commit.`,
  );
}

/** Writes a file that is not of our session under a free name, which says whose it is. Returns a sentence. */
function keptBeside(path: string, session: string, text: string): string {
  const directory = dirname(path);
  const type = extname(path);
  const whose = isSessionId(session) ? shortId(session) : shortHash(text).toString(36);
  const nameOf = (n: number) => `${basename(path, type)}-${whose}${n === 1 ? '' : `-${n}`}${type}`;
  const stem = nameOf(1).slice(0, -type.length);
  const known = namesIn(directory).find((name) => name.startsWith(stem) && textAt(`${directory}/${name}`) === text);
  const name = known ?? createFile(directory, nameOf, text);
  return `the other version is of another session. It is now in ${name}, beside this one. To finish the merge, add and commit both.`;
}

interface Kind {
  isOf(path: string): boolean;
  /** The session that a file names; empty if it names none. */
  sessionOf?(text: string): string;
  join(ours: string, theirs: string, base: string): Joined;
}

const isNamed = (pattern: RegExp) => (path: string) => pattern.test(`/${path}`);

const KINDS: readonly Kind[] = [
  { isOf: (path) => isNotebookPath(`/${path}`), sessionOf: sessionIn, join: joinNotebooks },
  { isOf: isNamed(/\/facts\/[^/]+\.json$/), sessionOf: factsSession, join: newestFacts },
  { isOf: isNamed(/\.jsonl$/), join: mergedLines },
  {
    isOf: (path) => path.split('/').at(-2) === CHRONICLE_FOLDER && isChronicleName(path.split('/').at(-1) ?? ''),
    sessionOf: sessionIn,
    join: (ours, theirs, base) => joinChronicles(ours, theirs, base),
  },
];

function factsSession(text: string): string {
  return parseFacts(text).facts?.head.session_id ?? '';
}

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
