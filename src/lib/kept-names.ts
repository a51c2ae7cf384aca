import { statSync } from 'node:fs';
import { chronicleNames } from '../format/projects.ts';

interface Kept {
  changed: number | null;
  /** When it was listed. */
  at: number;
  names: readonly string[];
}

const kept = new Map<string, Kept>();

/** A file system may give two changes shortly after each other the same time (ms). */
const COARSEST = 2000;

/** The names of the chronicles in a directory, sorted. Listed again only after a file was added, removed or renamed. */
export function keptChronicleNames(directory: string): readonly string[] {
  const changed = changedAt(directory);
  const known = kept.get(directory);
  const isKnown = known && changed !== null && known.changed === changed && known.at - changed > COARSEST;
  if (isKnown) return known.names;
  const listed = { changed, at: Date.now(), names: chronicleNames(directory) };
  kept.set(directory, listed);
  return listed.names;
}

/** Null if the directory is missing or unreadable. */
function changedAt(directory: string): number | null {
  try {
    return statSync(directory).mtimeMs;
  } catch {
    return null;
  }
}
