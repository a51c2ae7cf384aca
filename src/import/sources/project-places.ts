import { basename } from 'node:path';
import type { ImportedSession, ProjectClue } from '#src/import/imported-session.ts';
import type { Config } from '#src/lib/config.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import { chroniclesIn } from '#src/format/projects.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { exclusionOf } from '#src/record/exclusion.ts';
import type { World } from '#src/lib/world.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import type { Layout } from '#src/lib/paths.ts';
import { shortHash } from '#src/lib/short-hash.ts';
import { transcriptFiles } from '#src/transcript/transcript-files.ts';
import type { Target } from './prepared-session.ts';

/** Why a session is not imported. The words are keys in JSON output. */
export type NotPlaced = 'was forgotten' | 'lies in an excluded directory';

/** In characters, of which each takes at most four bytes. */
const LONGEST_NAME = 50;
/** A transcript names its directory in one of its first records. */
const BEGINNING = 64 * 1024;

/** Finds where imported sessions belong: beside their own chronicle, else with the project that other evidence names. */
export class ProjectPlaces {
  readonly #world: World;
  readonly #config: Config;
  readonly #forgotten: ReturnType<typeof forgottenSessions>;
  /** The chronicles in Claude Code's directory, by session. */
  readonly #chronicles = new Map<string, { path: string; directory: string; cwd: string }>();
  /** The folders of transcripts, by session. */
  readonly #folders = new Map<string, string>();
  /** A directory in which sessions of a folder ran. */
  readonly #cwds = new Map<string, string>();
  /** The main checkouts that are known, by the last part of their path in lower case. */
  readonly #byName = new Map<string, Set<string>>();

  constructor(world: World, layout: Layout, config: Config) {
    this.#world = world;
    this.#config = config;
    this.#forgotten = forgottenSessions(layout);
    for (const { path, directory, frontMatter } of chroniclesIn(layout.projects)) {
      const id = frontMatter.get('session_id');
      const cwd = frontMatter.get('cwd') ?? '';
      if (id !== undefined) this.#chronicles.set(id, { path, directory, cwd });
      this.#addRoot(cwd);
    }
    for (const { path, stem, folder } of transcriptFiles(layout).files) {
      this.#folders.set(stem, folder);
      if (this.#cwds.has(folder)) continue;
      const cwd = cwdIn(readBeginning(path, BEGINNING) ?? '');
      if (cwd === null) continue;
      this.#cwds.set(folder, cwd);
      this.#addRoot(cwd);
    }
    this.#addRoot(world.cwd);
  }

  /** The roots of all projects that are known on this machine. */
  get roots(): string[] {
    return [...this.#byName.values()].flatMap((roots) => [...roots]);
  }

  /** Where a session goes, or why it is not imported. */
  of({ id, project }: Pick<ImportedSession, 'id' | 'project'>): Target | NotPlaced {
    if (this.#forgotten.has(id)) return 'was forgotten';
    const own = this.#chronicles.get(id);
    if (own) return this.#unlessExcluded({ chronicle: own.path, directory: own.directory, cwd: own.cwd });
    const folder = this.#folders.get(id);
    const cwd = folder === undefined ? null : (this.#cwds.get(folder) ?? null);
    const root = cwd ?? this.#rootOf(project);
    if (root !== null && isDirectory(root)) {
      const { top, mainTop } = checkoutOf(root);
      return this.#unlessExcluded({ chronicle: null, directory: directoryName(mainTop), cwd: top });
    }
    if (folder !== undefined) return this.#unlessExcluded({ chronicle: null, directory: folder, cwd: root ?? '' });
    if (root !== null) return this.#unlessExcluded({ chronicle: null, directory: directoryName(root), cwd: root });
    if (this.#isExcludedName(project.name)) return 'lies in an excluded directory';
    return { chronicle: null, directory: namedDirectory(project.name), cwd: '' };
  }

  /** The path that another system names, or the only known project of that name. */
  #rootOf({ name, root }: ProjectClue): string | null {
    if (root !== null) return root;
    const [first, ...others] = this.#byName.get(name.toLowerCase()) ?? [];
    return first === undefined || others.length > 0 ? null : first;
  }

  /** Whether an excluded directory has this name, for a project of which only that is known. */
  #isExcludedName(name: string): boolean {
    const { exclude } = this.#config;
    return exclude.some((path) => basename(path.replaceAll('\\', '/')).toLowerCase() === name.toLowerCase());
  }

  #unlessExcluded(target: Target): Target | NotPlaced {
    const isExcluded = target.cwd !== '' && exclusionOf(target.cwd, this.#config, this.#world.home) !== null;
    return isExcluded ? 'lies in an excluded directory' : target;
  }

  #addRoot(cwd: string): void {
    if (cwd === '' || !isDirectory(cwd)) return;
    const { mainTop } = checkoutOf(cwd);
    const name = basename(mainTop).toLowerCase();
    this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(mainTop));
  }
}

/** The directory of a project of which only the name is known: the name as it is written, as far as a directory can have it. */
function namedDirectory(name: string): string {
  const written = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...written].slice(0, LONGEST_NAME).join('') || `project-${shortHash(name).toString(36)}`;
}

function cwdIn(beginning: string): string | null {
  const [, written] = /"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4000}")/.exec(beginning) ?? [];
  try {
    return written === undefined ? null : String(JSON.parse(written));
  } catch {
    return null;
  }
}
