import { type CheckoutRules, type Project, projectsOf } from '#src/lib/project.ts';
import { uniqueName } from '#src/lib/slug.ts';
import { compare } from '#src/lib/compare.ts';
import { sha1 } from '#src/lib/sha1.ts';
import type { PlacedFile } from './listed-file.ts';

/** The place of a file in the archive. */
export interface Place {
  /** The index of the file in the list. */
  index: number;
  project: Project;
  /** The session's name, unique in its project. */
  name: string;
}

/** Gives every file its project and name; the older session keeps its name. Newest first, then by name. */
export function placesOf(listed: readonly PlacedFile[], rules: CheckoutRules): Place[] {
  const oldestFirst = [...listed.keys()].sort((a, b) => byStart(listed[a], listed[b]));
  const projects = projectsOf(listed, rules);
  const takenIn = new Map<Project, Set<string>>();
  const places: Place[] = [];
  for (const index of oldestFirst) {
    const [item, project] = [listed[index], projects[index]];
    if (!item || !project) continue;
    const taken = takenIn.get(project) ?? new Set();
    takenIn.set(project, taken);
    // Two roots may have the same file name in one project.
    const name = uniqueName(item.stem, taken, () => [sha1(item.id), sha1(item.path)]);
    places.push({ index, project, name });
  }
  const startOf = ({ index }: Place) => listed[index]?.started ?? '';
  return places.reverse().sort((a, b) => compare(startOf(b), startOf(a)) || compare(a.name, b.name));
}

/** Whether two lists of files have the same places, even if other things changed. */
export function hasSamePlaces(before: readonly PlacedFile[], now: readonly PlacedFile[]): boolean {
  return before.length === now.length && before.every((item, index) => isPlacedAs(item, now[index]));
}

function isPlacedAs(a: PlacedFile, b: PlacedFile | undefined): boolean {
  if (a === b) return true;
  if (a.path !== b?.path || a.directory !== b.directory) return false;
  return a.id === b.id && a.started === b.started && a.cwd === b.cwd;
}

/** By start, then by path. */
function byStart(a: PlacedFile | undefined, b: PlacedFile | undefined): number {
  return a && b ? compare(a.started, b.started) || compare(a.path, b.path) : 0;
}
