import { isAbsolute } from 'node:path';
import { frontMatterText, valueIn } from '#src/format/front-matter-line.ts';
import { ARCHIVE_KINDS, type ArchiveRecord } from '#src/import/archive-record.ts';
import { expandedPath } from '#src/lib/checkout-rules.ts';
import type { Config } from '#src/lib/config.ts';
import { asText } from '#src/lib/latin1.ts';
import { realPath } from '#src/lib/real-path.ts';
import { exclusionOf } from '#src/record/exclusion.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { stemOf } from './session-of.ts';

/**
 * Finds files of projects in excluded directories, of any kind. A chronicle says in which directory it was recorded. What comes
 * after the chronicles of a project is excluded with all of them. Where nothing else is known, the name of the project's
 * directory counts.
 */
export class ExcludedFiles {
  readonly #config: Config;
  readonly #home: string;
  /** Claude Code's names for excluded directories. */
  readonly #names: ReadonlySet<string>;
  /** How its names for the directories below them begin. */
  readonly #beginnings: readonly string[];
  readonly #stems = new Set<string>();
  /** By the directory of a project: whether all chronicles that it has so far are excluded. */
  readonly #projects = new Map<string, boolean>();
  #files = 0;

  constructor(config: Config, home: string) {
    this.#config = config;
    this.#home = home;
    const paths = config.exclude
      .map((path) => expandedPath(path, home))
      .flatMap((path) => [path, realPath(path) ?? path]);
    this.#names = new Set(paths.map(directoryName));
    this.#beginnings = paths.map((path) => directoryName(path === '/' ? path : `${path}/`));
  }

  /** How many chronicles were excluded. */
  get sessions(): number {
    return this.#stems.size;
  }

  /** How many files were excluded that belong to none of these chronicles. */
  get files(): number {
    return this.#files;
  }

  has(record: ArchiveRecord): boolean {
    const { kind, path } = record;
    if (ARCHIVE_KINDS[kind].below === 'state') return false;
    if (kind === 'chronicle') return this.#hasChronicle(record);
    if ((kind === 'facts' || kind === 'notebook') && this.#stems.has(stemOf(path))) return true;
    const [directory = ''] = path.split('/');
    const isExcluded = this.#projects.get(directory) ?? this.#isBelowExcluded(directory);
    if (isExcluded) this.#files++;
    return isExcluded;
  }

  #hasChronicle({ path, bytes }: ArchiveRecord): boolean {
    const [directory = ''] = path.split('/');
    const cwd = asText(valueIn(frontMatterText(bytes), 'cwd') ?? '');
    const isExcluded =
      this.#names.has(directory) ||
      (isAbsolute(cwd) ? exclusionOf(cwd, this.#config, this.#home) !== null : this.#isBelowExcluded(directory));
    this.#projects.set(directory, isExcluded && (this.#projects.get(directory) ?? true));
    if (isExcluded) this.#stems.add(stemOf(path));
    return isExcluded;
  }

  #isBelowExcluded(directory: string): boolean {
    return this.#names.has(directory) || this.#beginnings.some((beginning) => directory.startsWith(beginning));
  }
}
