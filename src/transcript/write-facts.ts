import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { LARGEST_FILE } from '#src/format/decode.ts';
import { type Facts, type FactsHead, isEndOfFacts, parseFactsHead, serializeFacts } from '#src/transcript/facts.ts';
import { writeTemporary } from '#src/lib/files.ts';
import { discard } from '#src/lib/work-directory.ts';
import { factsPath, isFactsName, type Layout } from '#src/lib/paths.ts';
import { isThere } from '../lib/is-there.ts';
import { asBytes } from '../lib/latin1.ts';
import { namesIn } from '../lib/names-in.ts';
import { READ } from '../lib/open-flags.ts';
import { readEnd, readBeginning } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { readFacts } from './facts-file.ts';

/** Most heads are about 700 bytes long. */
const BEGINNING = 8192;
/** Enough to tell whether a file is cut off. */
const END = 8;

/** The facts file of a session, which may not exist yet. */
export interface FactsPlace {
  path: string;
  /** Null without a usable file. */
  head: FactsHead | null;
  /** Why the file there cannot be used; null if it can, or if there is none. */
  fault: string | null;
}

/** Which facts files in a directory belong to which sessions. Each directory is read once, when it is first asked for. */
export class KnownFacts {
  readonly #directories = new Map<string, ReadonlyMap<string, string>>();

  /** The path of a session's facts in a directory; undefined without any. */
  pathOf(directory: string, sessionId: string): string | undefined {
    const known = this.#directories.get(directory) ?? sessionsIn(directory);
    this.#directories.set(directory, known);
    return known.get(sessionId);
  }
}

function sessionsIn(directory: string): Map<string, string> {
  const names = namesIn(directory).filter(isFactsName);
  return new Map(
    names.flatMap((name): [string, string][] => {
      const path = `${directory}/${name}`;
      const { head } = readFactsHead(path);
      return head === null ? [] : [[head.session_id, path]];
    }),
  );
}

/**
 * Finds the facts of a chronicle's session: by the chronicle's name first, then by session id, since names are only labels.
 * Without any, says where to write them: never over those of another session. `known` saves reading a directory again for
 * each of many sessions.
 */
export function factsPlace(chronicle: string, sessionId: string, known = new KnownFacts()): FactsPlace {
  const named = factsPath(chronicle);
  const first = placeAt(named);
  if (first.fault !== null || first.head?.session_id === sessionId) return first;
  const other = known.pathOf(dirname(named), sessionId);
  const place = other === undefined ? null : placeAt(other);
  if (place?.head?.session_id === sessionId) return place;
  for (let n = 1; ; n++) {
    const path = n === 1 ? named : named.replace(/\.json$/, `-${n}.json`);
    if (!isThere(path)) return { path, head: null, fault: null };
  }
}

function placeAt(path: string): FactsPlace {
  return { path, ...readFactsHead(path) };
}

/** Reads the head of a facts file. Both are null if there is no file. */
export function readFactsHead(path: string): Pick<FactsPlace, 'head' | 'fault'> {
  const beginning = readBeginning(path, BEGINNING, READ);
  const { head, fault } = beginning === null ? { head: null, fault: '' } : parseFactsHead(beginning);
  // A file that ends as we write it is whole. Others are read completely, which shows whether they are cut off.
  if (fault !== '' && (head === null || isEndOfFacts(readEnd(path, END)?.text ?? ''))) return { head, fault };
  const whole = readFacts(path);
  return { head: whole.facts?.head ?? null, fault: whole.fault };
}

/**
 * Writes facts to a temporary file next to the chronicles, so that no second work directory is needed. Null, without
 * writing, for facts too large to be read again. Flushed to disk if `durable`; otherwise the caller must do that.
 */
export function writeTemporaryFacts(chronicles: string, facts: Facts, { durable = true } = {}): string | null {
  const bytes = asBytes(serializeFacts(facts));
  return bytes.length > LARGEST_FILE ? null : writeTemporary(chronicles, bytes, { durable });
}

/**
 * Puts a temporary file in the place of a facts file, which is at every moment the old one, the new one, or missing if there
 * was none. Creates its directory, and returns that, as its name is still to be flushed. Throws CHRONICLE_OUTSIDE if it
 * leads out of <config>. The temporary file is gone afterwards.
 */
export function placeFacts({ config }: Pick<Layout, 'config'>, path: string, temporary: string): string {
  try {
    const directory = privateDirectory(dirname(path), config);
    renameSync(temporary, path);
    return directory;
  } catch (error) {
    discard(temporary);
    throw error;
  }
}
