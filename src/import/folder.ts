/**
 * Chronicles in any folder, such as those of the scripts that this product grew from, which put them beside Claude Code's
 * directory of the project if its path had dots. Recognised by content; other files are left, and named.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decodeText } from '#src/format/decode.ts';
import { setFrontMatterEntry } from '#src/format/front-matter-line.ts';
import { FOREIGN_CHRONICLE } from '#src/format/import-kinds.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { chronicleNames, projectsIn } from '#src/format/projects.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { isDirectory, isThere } from '#src/lib/is-there.ts';
import { CHRONICLE_FOLDER, chroniclePlace, isChronicleName, pathsOf } from '#src/lib/paths.ts';
import { readRegularFile, realPath } from '#src/lib/read-file.ts';
import { type ImportKind, type Item, plainSource } from './source.ts';

/** Chronicles are three folders below that of all projects. */
const DEEPEST = 4;
/** Memory files, notebooks and facts are no chronicles, whatever they look like. */
const SKIPPED = /^(?:\..*|node_modules|memory|notebooks|facts)$/;

export const chronicles: ImportKind = {
  /** The original scripts put them below `~/.claude/projects`, in a folder whose name Claude Code does not use if it has dots. */
  find({ env, paths }) {
    const { projects: usual } = pathsOf(join(env.home, '.claude'));
    const isOwn = realPath(usual) === realPath(paths.projects);
    return [...new Set([paths.projects, ...(isOwn ? [] : [usual])])].flatMap((projects) =>
      projectsIn(projects).flatMap(({ directory, path, chronicle }) => {
        if (projects === paths.projects && directoryName(directory) === directory) return [];
        const { length } = chronicleNames(chronicle);
        return length === 0 ? [] : [{ ...plainSource('chronicles', path), counts: { files: length } }];
      }),
    );
  },
  at(path) {
    if (isThere(path)) return plainSource('chronicles', path);
    throw new ChronicleError('CHRONICLE_NOT_IMPORTABLE', `There is no file or folder ${path}. Nothing was changed.`);
  },
  *read({ path }, { into }) {
    const parts = new Map<string, number>();
    for (const file of isDirectory(path) ? below(path, 0) : [path])
      yield itemAt(file, into ?? directoryIn(file), parts);
  },
};

function* below(folder: string, depth: number): Generator<string> {
  let entries: ReturnType<typeof entriesOf>;
  try {
    entries = entriesOf(folder);
  } catch (error) {
    if (depth > 0) return;
    throw new ChronicleError('CHRONICLE_NOT_IMPORTABLE', `${sentenceOf(error)} Nothing was changed.`);
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile() && isChronicleName(entry.name)) yield path;
    else if (entry.isDirectory() && depth < DEEPEST && !SKIPPED.test(entry.name)) yield* below(path, depth + 1);
  }
}

function entriesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
}

/**
 * The chronicle in a file, or why it is left. The original script went on in another file when the branch changed: such a
 * part becomes a session of its own, with the id `<session>.2`. `parts` counts the files of each session so far.
 */
function itemAt(path: string, directory: string | null, parts: Map<string, number>): Item {
  let bytes: string;
  try {
    bytes = readRegularFile(path).text;
  } catch (error) {
    return { problem: sentenceOf(error).replace(' Nothing was written.', '') };
  }
  const decoded = decodeText(Buffer.from(bytes, 'latin1'));
  if ('problem' in decoded) return { problem: `Skipped ${path}: ${decoded.problem.message}` };
  const { chronicle, problems } = parseChronicle(decoded.text);
  if (!chronicle) {
    const fault = problems.find(({ effect }) => effect === 'left-out')?.message ?? 'It is no chronicle.';
    return { problem: `Skipped ${path}: ${fault}` };
  }
  if (directory === null)
    return { problem: `Skipped ${path}: its folder does not say which project it belongs to. Name it with --into.` };
  const { session_id: session } = chronicle.frontMatter;
  const part = (parts.get(session) ?? 0) + 1;
  parts.set(session, part);
  const own = part === 1 ? bytes : setFrontMatterEntry(bytes, 'session_id', `${session}.${part}`);
  return {
    record: {
      ...{ kind: 'chronicle', path: chroniclePlace(directory, basename(path)) },
      bytes: setFrontMatterEntry(own, 'imported_from', FOREIGN_CHRONICLE),
    },
    name: path,
  };
}

/**
 * Claude Code's name for the project of a chronicle in `<project-dir>/chronicle/`. The original script replaced only slashes of
 * the project's path; Claude Code replaces all other characters, too.
 */
function directoryIn(path: string): string | null {
  const folder = basename(dirname(path)) === CHRONICLE_FOLDER ? dirname(dirname(path)) : dirname(path);
  const name = basename(folder);
  return name.startsWith('-') ? directoryName(name) : null;
}
