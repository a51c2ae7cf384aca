/** Where sessions of other systems belong: beside their own chronicle, else with the project that other evidence names. */
import { basename } from 'node:path';
import { chroniclesIn } from '#src/format/projects.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import type { Config } from '#src/lib/config.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import type { Paths } from '#src/lib/paths.ts';
import { shortHash } from '#src/lib/hash.ts';
import type { Env } from '#src/lib/env.ts';
import { beginningOf } from '#src/record/begin-chronicle.ts';
import { exclusionOf } from '#src/record/exclusion.ts';
import { transcriptFiles } from '#src/transcript/transcript-files.ts';
import type { ImportedSession } from './claude-mem-rows.ts';
import type { NotImported } from './source.ts';

/** Where an imported session goes. */
export interface Target {
  /** Its chronicle; null if it has none yet. */
  chronicle: string | null;
  /** Claude Code's name for its project's directory. */
  directory: string;
  /** Its checkout; empty if unknown. */
  cwd: string;
}

/** In characters, of which each takes at most four bytes. */
const LONGEST_NAME = 50;

export class Destinations {
  readonly #env: Env;
  readonly #config: Config;
  readonly #forgotten: ReturnType<typeof forgottenSessions>;
  /** The chronicles in Claude Code's directory, by session. */
  readonly #chronicles = new Map<string, Target>();
  /** The folders of transcripts, by session. */
  readonly #folders = new Map<string, string>();
  /** A directory in which sessions of a folder ran. */
  readonly #cwds = new Map<string, string>();
  /** The main checkouts that are known, by the last part of their path in lower case. */
  readonly #byName = new Map<string, Set<string>>();

  constructor(env: Env, paths: Paths, config: Config) {
    this.#env = env;
    this.#config = config;
    this.#forgotten = forgottenSessions(paths);
    for (const { path, directory, frontMatter } of chroniclesIn(paths.projects)) {
      const id = frontMatter.get('session_id');
      const cwd = frontMatter.get('cwd') ?? '';
      if (id !== undefined) this.#chronicles.set(id, { chronicle: path, directory, cwd });
      this.#addRoot(cwd);
    }
    for (const { path, stem, folder } of transcriptFiles(paths).files) {
      this.#folders.set(stem, folder);
      const cwd = this.#cwds.has(folder) ? '' : beginningOf(path).cwd;
      if (cwd === '') continue;
      this.#cwds.set(folder, cwd);
      this.#addRoot(cwd);
    }
    this.#addRoot(env.cwd);
  }

  /** Where a session goes, or why it is not imported. */
  of({ id, project }: Pick<ImportedSession, 'id' | 'project'>): Target | NotImported {
    if (this.#forgotten.has(id)) return 'was forgotten';
    const target = this.#chronicles.get(id) ?? this.#newTarget(id, project);
    // Of a project that is gone, only its name may be known.
    const isExcluded =
      target.cwd === ''
        ? target.chronicle === null && this.#isExcludedName(project)
        : exclusionOf(target.cwd, this.#config, this.#env.home) !== null;
    return isExcluded ? 'lies in an excluded directory' : target;
  }

  #newTarget(id: string, project: string): Target {
    const folder = this.#folders.get(id);
    const [only, ...others] = this.#byName.get(project.toLowerCase()) ?? [];
    const named = only === undefined || others.length > 0 ? null : only;
    const root = (folder === undefined ? null : this.#cwds.get(folder)) ?? named;
    if (root !== null && isDirectory(root)) {
      const { top, mainTop } = checkoutOf(root);
      return { chronicle: null, directory: directoryName(mainTop), cwd: top };
    }
    return {
      chronicle: null,
      directory: folder ?? (root === null ? namedDirectory(project) : directoryName(root)),
      cwd: root ?? '',
    };
  }

  #isExcludedName(name: string): boolean {
    const { exclude } = this.#config;
    return exclude.some((path) => basename(path.replaceAll('\\', '/')).toLowerCase() === name.toLowerCase());
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
