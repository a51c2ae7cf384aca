import { basename, dirname } from 'node:path';
import { readNotebook } from '#src/format/notebook/notebook.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { type Earlier, triedBefore } from '#src/notes/tried-before.ts';
import { frontMatterOf } from '../format/front-matter-of.ts';
import { asText } from '../lib/latin1.ts';
import { namesIn } from '../lib/names-in.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { projectOfChronicle } from '../record/where.ts';
import type { Owned } from './notebook-file.ts';

/** How many of the project's newest notebooks are read, however many there are. */
const NEWEST = 40;
/** How many of their Tried lines are compared. Comparing takes some 0.05 ms each. */
const COMPARED = 200;

/**
 * The attempts in other notebooks of the project that are the same as a new one, newest first. Read from the files, so that
 * what somebody deleted there is not repeated. Sessions that nobody attended do not count.
 */
export function earlierTried({ path, sessionId }: Owned, text: string, rules: CheckoutRules): Earlier[] {
  const directory = dirname(path);
  const names = namesIn(directory).filter((name) => /^\d{4}-\d\d-\d\d.*\.md$/.test(name) && name !== basename(path));
  const notes: Found[] = [];
  for (const name of names.sort().slice(-NEWEST).reverse()) {
    if (notes.length >= COMPARED) break;
    notes.unshift(...triedIn(`${directory}/${name}`, sessionId));
  }
  const isOwn = ofSameProject({ path }, rules);
  return triedBefore(text, notes.slice(-COMPARED)).filter(({ path: found }) => isAttended(found) && isOwn(found));
}

/** An earlier note with the path of its notebook. */
interface Found extends Earlier {
  path: string;
}

function triedIn(path: string, own: string): Found[] {
  try {
    const { text } = readRegularFile(path);
    const notebook = readNotebook(asText(text));
    if (!notebook || notebook.sessionId === own) return [];
    const day = basename(path).slice(0, 10);
    return notebook.notes.flatMap((note) =>
      note.kind === 'tried' && note.resolved === null ? [{ note, session: notebook.sessionId, day, path }] : [],
    );
  } catch {
    return [];
  }
}

/** Tells whether another notebook in the directory of this one is of a session of the same project. */
export function ofSameProject({ path }: Pick<Owned, 'path'>, rules: CheckoutRules): (other: string) => boolean {
  const { root } = projectOfChronicle(chronicleOf(path), rules);
  return (other) => projectOfChronicle(chronicleOf(other), rules).root === root;
}

/** The chronicle next to the notebooks' directory. */
function chronicleOf(notebook: string): string {
  return `${dirname(dirname(notebook))}/${basename(notebook)}`;
}

function isAttended(notebook: string): boolean {
  const frontMatter = frontMatterOf(chronicleOf(notebook));
  return frontMatter !== null && frontMatter.get('attended') !== 'no';
}
