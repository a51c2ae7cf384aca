import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as z from 'zod/mini';
import { ChronicleError, isErrno } from './chronicle-error.ts';
import { makeDirectory } from './store/make-directory.ts';

/** Stands in a directory that `build` filled and says with what, so that nothing else is ever removed. */
const MARKER = '.session-chronicle.json';
/** A site may be published from a work tree; Git's own directory is neither ours nor in the way. */
const LEFT_ALONE = new Set([MARKER, '.git']);

const ABOUT = 'Written by chronicle build, which replaces the files listed here. Remove this file and it will not.';
const markerSchema = z.object({ files: z.nullable(z.array(z.string())) });

/** Refuses (CHRONICLE_NOT_OURS) a directory with any file in it that `build` did not write. An absent one is fine. */
export function requireOwnOutput(directory: string): void {
  const written = writtenFiles(directory);
  const foreign = written === 'any' ? undefined : filesIn(directory).find((path) => !written.has(path));
  if (foreign === undefined) return;
  throw new ChronicleError(
    'CHRONICLE_NOT_OURS',
    `${directory} holds files that \`chronicle build\` did not write, such as ${foreign}. Name an empty or new directory with --out. Nothing was written.`,
  );
}

/** Makes such a directory ready for a new site: it is made if it is absent, for its owner alone, else emptied of the old one. */
export function clearOutput(directory: string): void {
  requireOwnOutput(directory);
  makeDirectory(directory);
  writeMarker(directory, null);
  for (const name of readdirSync(directory)) {
    if (!LEFT_ALONE.has(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}

/** Notes that the site in `directory` is whole, and what it consists of. */
export function sealOutput(directory: string): void {
  writeMarker(directory, filesIn(directory));
}

/** Every file below a directory, as paths relative to it with `/`; none if it is absent. */
function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      if (LEFT_ALONE.has(entry.name)) return [];
      return entry.isDirectory() ? filesBelow(directory, entry.name) : [entry.name];
    });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    if (!isErrno(error, 'ENOTDIR')) throw error;
    throw new ChronicleError('CHRONICLE_NOT_OURS', `${directory} is a file, not a directory. Nothing was written.`);
  }
}

function filesBelow(directory: string, name: string): string[] {
  return readdirSync(join(directory, name), { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll(sep, '/'),
    );
}

/** What the last build wrote; anything may be its work if it was broken off. */
function writtenFiles(directory: string): ReadonlySet<string> | 'any' {
  try {
    const { files } = markerSchema.parse(JSON.parse(readFileSync(join(directory, MARKER), 'utf8')));
    return files === null ? 'any' : new Set(files);
  } catch {
    return new Set();
  }
}

function writeMarker(directory: string, files: string[] | null): void {
  writeFileSync(join(directory, MARKER), `${JSON.stringify({ about: ABOUT, files })}\n`);
}
