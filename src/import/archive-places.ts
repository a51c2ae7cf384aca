/**
 * Where the files of an archive go. A chronicle keeps its name, or gets the next free one beside that of another session;
 * what belongs to it follows it. What is here is never changed.
 */
import { basename, dirname, isAbsolute } from 'node:path';
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
import type { FileWriter } from './write-files.ts';
import { ARCHIVE_KINDS, type ArchiveRecord, sessionOf } from './archive-record.ts';
import type { NotImported } from './source.ts';

interface PlacesOptions {
  paths: Paths;
  config: Config;
  home: string;
  writer: Pick<FileWriter, 'at'>;
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
  /** The sessions of which this run has read a chronicle. */
  readonly #met = new Set<string>();
  /** Where chronicles of the archive are here, by their paths in it. Others have kept their names. */
  readonly #renamed = new Map<string, string>();
  /** What became of the chronicles so far, by `stemOf`. */
  readonly #stems = new Map<string, NotImported | null>();
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
    const skipped = this.#skipOf(record);
    if (skipped !== null) return { skipped };
    if (record.kind === 'chronicle') return this.#chronicle(record, found);
    const isBeside = record.kind === 'facts' || record.kind === 'notebook';
    const root = this.#options.paths[ARCHIVE_KINDS[record.kind].below];
    const path = `${root}/${isBeside ? this.#beside(record.path) : record.path}`;
    const there = this.#options.writer.at(path, record.bytes);
    if (there === 'free') return { path };
    return there === 'same' ? 'known' : { ours: path };
  }

  #skipOf(record: ArchiveRecord): NotImported | null {
    const { kind, path } = record;
    if (ARCHIVE_KINDS[kind].below === 'state') return null;
    const [directory = ''] = path.split('/');
    if (kind === 'chronicle') {
      const skipped = this.#skipChronicle(record, directory);
      this.#stems.set(stemOf(path), skipped);
      return skipped;
    }
    const own = kind === 'facts' || kind === 'notebook' ? this.#stems.get(stemOf(path)) : undefined;
    if (own) return own;
    if (own === undefined && (this.#excluded.get(directory) ?? this.#isExcluded(directory, '')))
      return 'lies in an excluded directory';
    if (kind === 'memory') return 'is a memory file';
    return this.#forgotten.has(sessionOf(record)) ? 'was forgotten' : null;
  }

  #skipChronicle({ bytes }: ArchiveRecord, directory: string): NotImported | null {
    const front = frontMatterText(bytes);
    const isExcluded = this.#isExcluded(directory, asText(valueIn(front, 'cwd') ?? ''));
    this.#excluded.set(directory, isExcluded && (this.#excluded.get(directory) ?? true));
    if (isExcluded) return 'lies in an excluded directory';
    return this.#forgotten.has(valueIn(front, 'session_id') ?? '') ? 'was forgotten' : null;
  }

  /** A chronicle says in which directory it was recorded. Where it does not, the name of the project's directory counts. */
  #isExcluded(directory: string, cwd: string): boolean {
    const { config, home } = this.#options;
    if (this.#excludedNames.some(({ name }) => name === directory)) return true;
    if (isAbsolute(cwd)) return exclusionOf(cwd, config, home) !== null;
    return this.#excludedNames.some(({ beginning }) => directory.startsWith(beginning));
  }

  #chronicle(record: ArchiveRecord, found: string): Decision {
    const { paths, writer } = this.#options;
    const { path, bytes } = record;
    const session = sessionOf(record);
    // A second file of a session is kept as one: both are shown as one session.
    const own = isSessionId(session) && !this.#met.has(session) ? this.#own.get(session) : undefined;
    this.#met.add(session);
    const wanted = `${paths.projects}/${path}`;
    if (own !== undefined) {
      if (own !== wanted) this.#renamed.set(path, own);
      const ours = withoutOrigin(readRegularFile(own).text);
      return [bytes, found].some((version) => withoutOrigin(version) === ours) ? 'known' : { ours: own };
    }
    for (let n = 1; ; n++) {
      const free = n === 1 ? wanted : wanted.replace(/\.md$/, `-${n}.md`);
      const there = writer.at(free, bytes);
      if (there === 'same') return 'known';
      if (there === 'other') continue;
      if (n > 1) this.#renamed.set(path, free);
      return { path: free };
    }
  }

  /** The path here of a file that belongs to a chronicle, which came before it. */
  #beside(path: string): string {
    const name = basename(path);
    const stem = name.slice(0, name.lastIndexOf('.'));
    const chronicle = this.#renamed.get(`${dirname(dirname(path))}/${stem}.md`);
    if (chronicle === undefined) return path;
    const kept = chronicle.slice(this.#options.paths.projects.length + 1);
    const renamed = basename(kept).replace(/\.md$/, name.slice(name.lastIndexOf('.')));
    return `${dirname(kept)}/${basename(dirname(path))}/${renamed}`;
  }
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
