import { closeSync, type Dirent, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { isNamedFor } from '../../forget/is-named-for.ts';
import type { WantedText } from '../../forget/wanted-text.ts';
import type { Layout } from '../../project/paths.ts';
import { isErrno } from '../chronicle-error.ts';
import { READ } from '../store/open-flags.ts';
import type { ForgettingPlan } from './plan-forgetting.ts';

/** A file that holds what is to be forgotten and is not ours to change. */
export interface LeftPlace {
  path: string;
  /** The first line that holds it; null for a file or directory that is meant as a whole, or by its name. */
  line: number | null;
  /** How many lines hold it. */
  lines: number;
  kind: 'transcript' | 'history' | 'memory' | 'named' | 'other' | 'unread';
}

/** Programs and their parts, which nobody writes texts into. */
const PROGRAMS = new Set(['plugins', 'node_modules', '.git']);
const CHUNK = 4 * 1024 * 1024;

/** Where Claude Code and others keep the same thing, by path. Nothing of it is touched. `roots` are the directories of the archive. */
export function leftPlaces(layout: Layout, roots: readonly string[], plan: ForgettingPlan): LeftPlace[] {
  const { target, wanted, changes, backups, derived, leftovers } = plan;
  if (target.kind !== 'text') return sessionPlaces(layout, target.session, wanted.text);
  // A text that is a word of the format stays where it is one.
  const changed = changes.filter(({ after }) => after === null || !wanted.text.isIn(after));
  const handled = new Set(
    [...changed, ...backups].map(({ path }) => path).concat(derived, leftovers, layout.cache, layout.site),
  );
  const further = roots.filter((root) => !`${root}/`.startsWith(`${layout.config}/`));
  const files = [layout.config, ...further].flatMap((directory) => filesBelow(directory, handled));
  // Where Claude Code keeps its settings beside the directory, prompts of older versions among them.
  const holding = [...files, `${layout.config}.json`].flatMap((path) => placeIn(layout, path, wanted.text) ?? []);
  return [...holding, ...namedDirectories(roots, target.text, wanted.text)];
}

/** The directories of projects whose own names say it: Claude Code made them of the projects' paths. */
function namedDirectories(roots: readonly string[], text: string, wanted: WantedText): LeftPlace[] {
  return roots.flatMap((root) => {
    const named = (namesOf(root) ?? []).filter((entry) => entry.isDirectory() && isNamedFor(entry.name, text, wanted));
    return named.map(({ name }): LeftPlace => ({ path: `${root}/${name}`, line: null, lines: 0, kind: 'named' }));
  });
}

function sessionPlaces(layout: Layout, session: string, text: WantedText): LeftPlace[] {
  const projects = (namesOf(layout.projects) ?? []).map(({ name }) => `${layout.projects}/${name}`);
  const whole = projects.flatMap((project) => [`${project}/${session}.jsonl`, `${project}/${session}`]).filter(isThere);
  const history = placeIn(layout, `${layout.config}/history.jsonl`, text);
  return [
    ...whole.map((path): LeftPlace => ({ path, line: null, lines: 0, kind: 'transcript' })),
    ...(history ? [history] : []),
  ];
}

function filesBelow(directory: string, handled: ReadonlySet<string>): string[] {
  const entries = namesOf(directory);
  // Opening it as a file fails likewise, and that is told.
  if (entries === null) return [directory];
  return entries.flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (handled.has(path) || PROGRAMS.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path, handled);
    return entry.isFile() ? [path] : [];
  });
}

function placeIn(layout: Layout, path: string, text: WantedText): LeftPlace | null {
  const found = linesWith(path, text);
  if (found === 'unread') return { path, line: null, lines: 0, kind: 'unread' };
  return found && { path, ...found, kind: kindOf(layout, path) };
}

function kindOf({ config, projects }: Layout, path: string): LeftPlace['kind'] {
  if (path === `${config}/history.jsonl`) return 'history';
  if (!path.startsWith(`${projects}/`)) return 'other';
  const [, folder] = path.slice(projects.length + 1).split('/');
  if (folder === 'memory') return 'memory';
  return folder === 'chronicle' ? 'other' : 'transcript';
}

/** The first line of a file that holds the text, and how many do; null for none, or where there is no file. Takes as much memory as the longest line does. */
function linesWith(path: string, text: WantedText): { line: number; lines: number } | 'unread' | null {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch (error) {
    return isErrno(error, 'ENOENT') ? null : 'unread';
  }
  const found = new Set<number>();
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let rest = '';
    let before = 0;
    for (;;) {
      const length = readSync(file, buffer, 0, CHUNK, null);
      rest += buffer.toString('latin1', 0, length);
      const end = length === 0 ? rest.length : rest.lastIndexOf('\n') + 1;
      const part = rest.slice(0, end);
      rest = rest.slice(end);
      let [at, line] = [0, before + 1];
      for (const offset of text.offsets(part)) {
        line += linesIn(part, at, offset);
        at = offset;
        found.add(line);
      }
      before += linesIn(part, 0, part.length);
      if (length === 0) break;
    }
  } catch {
    // What cannot be read on is told as far as it could.
  } finally {
    closeSync(file);
  }
  const [first] = found;
  return first === undefined ? null : { line: first, lines: found.size };
}

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** What is in a directory, by name; null if that cannot be seen. */
function namesOf(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : null;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
