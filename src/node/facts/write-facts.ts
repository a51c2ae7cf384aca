import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { LARGEST_FILE } from '#src/chronicle/decode.ts';
import { type Facts, type FactsHead, parseFactsHead, serializeFacts } from '#src/facts/facts.ts';
import { factsPath, isFactsName, type Layout } from '#src/project/paths.ts';
import { isThere } from '../disk/is-there.ts';
import { namesIn } from '../disk/names-in.ts';
import { READ } from '../disk/open-flags.ts';
import { readBeginning } from '../disk/read-file.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { discard, flushDirectory, writeTemporary } from '../store/work-directory.ts';
import { readFacts } from './facts-file.ts';

/** Most heads are about 700 bytes long. */
const BEGINNING = 8192;

/** The facts file of a session, which may not exist yet. */
export interface FactsPlace {
  path: string;
  /** Null without a usable file. */
  head: FactsHead | null;
  /** Why the file there cannot be used; null if it can, or if there is none. */
  fault: string | null;
}

/**
 * Finds the facts of a chronicle's session: by the chronicle's name first, then by session id, since names are only labels.
 * Without any, says where to write them: never over those of another session.
 */
export function factsPlace(chronicle: string, sessionId: string): FactsPlace {
  const named = factsPath(chronicle);
  const first = placeAt(named);
  if (first.fault !== null || first.head?.session_id === sessionId) return first;
  const directory = dirname(named);
  for (const name of namesIn(directory).filter(isFactsName)) {
    const place = placeAt(`${directory}/${name}`);
    if (place.head?.session_id === sessionId) return place;
  }
  for (let n = 1; ; n++) {
    const path = n === 1 ? named : named.replace(/\.json$/, `-${n}.json`);
    if (!isThere(path)) return { path, head: null, fault: null };
  }
}

function placeAt(path: string): FactsPlace {
  const beginning = readBeginning(path, BEGINNING, READ);
  const { head, fault } = beginning === null ? { head: null, fault: '' } : parseFactsHead(beginning);
  if (fault !== '') return { path, head, fault };
  const whole = readFacts(path);
  return { path, head: whole.facts?.head ?? null, fault: whole.fault };
}

/**
 * Replaces a facts file as a whole: at every moment it is the old one, the new one, or missing if there was none. Creates
 * its directory. Throws CHRONICLE_OUTSIDE if that leads out of <config>. Returns false, and writes nothing, for facts too
 * large to be read again.
 */
export function writeFacts({ config }: Pick<Layout, 'config'>, path: string, facts: Facts): boolean {
  const bytes = Buffer.from(serializeFacts(facts)).toString('latin1');
  if (bytes.length > LARGEST_FILE) return false;
  const directory = privateDirectory(dirname(path), config);
  // Next to the chronicles, so that no second work directory is needed.
  const temporary = writeTemporary(dirname(dirname(path)), bytes);
  try {
    renameSync(temporary, path);
  } catch (error) {
    discard(temporary);
    throw error;
  }
  flushDirectory(directory);
  return true;
}
