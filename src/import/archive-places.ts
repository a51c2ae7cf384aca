/**
 * Where the files of an archive go. A chronicle keeps its name, or gets the next free one beside that of another session;
 * what belongs to it follows it. What is here is never changed.
 */
import { basename, dirname, extname, isAbsolute } from 'node:path';
import { frontMatterText, valueIn } from '#src/format/front-matter-line.ts';
import { chroniclesIn } from '#src/format/projects.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { expandedPath } from '#src/lib/checkout.ts';
import type { Config } from '#src/lib/config.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { asText } from '#src/lib/latin1.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readRegularFile, realPath } from '#src/lib/read-file.ts';
import { exclusionOf } from '#src/record/exclusion.ts';
import { ARCHIVE_KINDS, type ArchiveRecord, sessionOf } from './archive-record.ts';
import type { NotImported } from './source.ts';
import type { ImportRun } from './import-run.ts';

interface PlacesOptions {
  paths: Paths;
  config: Config;
  home: string;
  run: Pick<ImportRun, 'at'>;
  /** Directories that are read from. What lies there is not ours yet. */
  from: readonly string[];
}

/** What becomes of a file: it goes to a path, is here already, differs from ours, or is not wanted. */
export type Decision = { path: string } | 'known' | { ours: string } | { skipped: NotImported };

export class ArchivePlaces {
  readonly #options: PlacesOptions;
  /** Our chronicles, by session. */
  readonly #own = new Map<string, string>();
  readonly #forgotten: ReturnType<typeof forgottenSessions>;
  /** Claude Code's names for excluded directories, and how those for the directories below them begin. */
  readonly #excludedNames: readonly { name: string; beginning: string }[];
  /** Where the chronicles of the archive so far are here, or why they were skipped, by `stemOf`. */
  readonly #chronicles = new Map<string, string | { skipped: NotImported }>();
  /** By the directory of a project: whether all its chronicles so far are excluded. */
  readonly #excluded = new Map<string, boolean>();

  constructor(options: PlacesOptions) {
    this.#options = options;
    const { paths, config, home, from } = options;
    this.#forgotten = forgottenSessions(paths);
    for (const { path, frontMatter } of chroniclesIn(paths.projects)) {
      const id = frontMatter.get('session_id');
      const isSource = from.some((place) => path.startsWith(`${place}/`));
      if (id !== undefined && !isSource && !this.#own.has(id)) this.#own.set(id, path);
    }
    this.#excludedNames = config.exclude
      .map((path) => expandedPath(path, home))
      .flatMap((path) => [path, realPath(path) ?? path])
      .map((path) => ({ name: directoryName(path), beginning: directoryName(path === '/' ? path : `${path}/`) }));
  }

  /** Decides about a file. `found` are its bytes before secrets in it were replaced. */
  of(record: ArchiveRecord, found: string): Decision {
    const { kind, path, bytes } = record;
    if (kind === 'chronicle') return this.#chronicle(record, found);
    const chronicle = kind === 'facts' || kind === 'notebook' ? this.#chronicles.get(stemOf(path)) : undefined;
    if (typeof chronicle === 'object') return chronicle;
    const { below } = ARCHIVE_KINDS[kind];
    const [directory = ''] = path.split('/');
    if (below === 'projects') {
      if (chronicle === undefined && (this.#excluded.get(directory) ?? this.#isExcluded(directory, '')))
        return { skipped: 'lies in an excluded directory' };
      if (kind === 'memory') return { skipped: 'is a memory file' };
      if (this.#forgotten.has(sessionOf(record))) return { skipped: 'was forgotten' };
    }
    const place = chronicle === undefined ? `${this.#options.paths[below]}/${path}` : besideOf(chronicle, path);
    const there = this.#options.run.at(place, bytes);
    if (there === 'free') return { path: place };
    return there === 'same' ? 'known' : { ours: place };
  }

  #chronicle(record: ArchiveRecord, found: string): Decision {
    const { paths, run } = this.#options;
    const { path, bytes } = record;
    const [directory = ''] = path.split('/');
    const session = sessionOf(record);
    const isExcluded = this.#isExcluded(directory, asText(valueIn(frontMatterText(bytes), 'cwd') ?? ''));
    this.#excluded.set(directory, isExcluded && (this.#excluded.get(directory) ?? true));
    const skipped = isExcluded ? 'lies in an excluded directory' : this.#forgotten.has(session) && 'was forgotten';
    if (skipped) {
      this.#chronicles.set(stemOf(path), { skipped });
      return { skipped };
    }
    // A second file of a session is kept as one: both are shown as one session.
    const own = isSessionId(session) ? this.#own.get(session) : undefined;
    this.#own.delete(session);
    if (own !== undefined) {
      this.#chronicles.set(stemOf(path), own);
      const ours = withoutOrigin(readRegularFile(own).text);
      return [bytes, found].some((version) => withoutOrigin(version) === ours) ? 'known' : { ours: own };
    }
    for (let n = 1; ; n++) {
      const free = `${paths.projects}/${n === 1 ? path : path.replace(/\.md$/, `-${n}.md`)}`;
      const there = run.at(free, bytes);
      if (there === 'other') continue;
      this.#chronicles.set(stemOf(path), free);
      return there === 'same' ? 'known' : { path: free };
    }
  }

  /** A chronicle says in which directory it was recorded. Where it does not, the name of the project's directory counts. */
  #isExcluded(directory: string, cwd: string): boolean {
    const { config, home } = this.#options;
    if (this.#excludedNames.some(({ name }) => name === directory)) return true;
    if (isAbsolute(cwd)) return exclusionOf(cwd, config, home) !== null;
    return this.#excludedNames.some(({ beginning }) => directory.startsWith(beginning));
  }
}

/** The path of a file that belongs to a chronicle, which may have another name here. */
function besideOf(chronicle: string, path: string): string {
  return `${dirname(chronicle)}/${basename(dirname(path))}/${basename(chronicle, '.md')}${extname(path)}`;
}

/** A chronicle without the line that an import of a folder adds. */
function withoutOrigin(bytes: string): string {
  return bytes.replace(/^imported_from: .*\r?\n/m, '');
}

/** What a chronicle and the files that belong to it have in common: their project and name. */
function stemOf(path: string): string {
  const [directory = ''] = path.split('/');
  return `${directory}/${basename(path).replace(/\.[^.]+$/, '')}`;
}
