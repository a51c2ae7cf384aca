import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Archive, ArchiveSnapshot } from '#src/archive/archive.ts';
import { openArchive } from '#src/archive/archive.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** Claude Code's directories for the paths of the fixtures. */
export const TIDEMARK = '-home-me-tidemark';

interface ChronicleFixture {
  id?: string;
  started?: string;
  cwd?: string | null;
  branch?: string;
  events?: string[];
}

/** The text of a valid chronicle. */
export function chronicleText({
  id = '3f6c2a10',
  started = '2026-03-24T14:00:00Z',
  cwd = '/home/me/tidemark',
  branch = 'main',
  events = ['[DECISION] Keep one file a session'],
}: ChronicleFixture = {}): string {
  const place = cwd === null ? '' : `cwd: ${cwd}\n`;
  const date = started.slice(0, 10);
  const head = `---\nsession_id: ${id}\ndate: ${date}\nbranch: ${branch}\ntask: ""\nstarted: ${started}\n${place}---\n`;
  return `${head}\n## Events\n\n${events.map((event) => `- ${event}\n`).join('')}\n## Summary\n`;
}

/** Writes a file below `root` and creates its directories. Returns its path. */
export function put(root: string, path: string, content: string | Uint8Array): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** A directory with these files. */
export function archiveWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = temporaryDirectory();
  for (const [path, content] of Object.entries(files)) put(root, path, content);
  return root;
}

/** Replaces a file as careful editors do: writes a new file, then renames it. */
export function replaceByRename(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** Opens an archive and closes it after the test. */
export function open(roots: string | string[], { watch = false } = {}): Archive {
  const archive = openArchive({ roots: [roots].flat(), origin: 'own', watch });
  onTestFinished(() => archive.close());
  return archive;
}

/** Resolves with the first snapshot that satisfies the condition. */
export function until(archive: Archive, condition: (snapshot: ArchiveSnapshot) => boolean): Promise<ArchiveSnapshot> {
  if (condition(archive.snapshot)) return Promise.resolve(archive.snapshot);
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      unsubscribe();
      reject(new Error(`The archive did not get there: ${JSON.stringify(namesOf(archive.snapshot))}`));
    }, 30_000);
    const unsubscribe = archive.subscribe((snapshot) => {
      if (!condition(snapshot)) return;
      clearTimeout(patience);
      unsubscribe();
      resolve(snapshot);
    });
  });
}

/** `<project>/<name>` of each session, in order. */
export function namesOf({ sessions }: ArchiveSnapshot): string[] {
  return sessions.map(({ project, name }) => `${project.slug}/${name}`);
}

/** The file names and codes of the problems, in order. */
export function codesOf({ attention }: ArchiveSnapshot): string[] {
  return attention.map(({ path, problem }) => `${path.split('/').at(-1)} ${problem.code}`);
}
