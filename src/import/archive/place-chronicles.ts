import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import type { ArchiveRecord } from '#src/import/archive-record.ts';
import { chroniclesIn } from '#src/format/projects.ts';
import type { Layout } from '#src/lib/paths.ts';

/** What becomes of a chronicle: it is here already, differs from ours, or goes to a path. */
export type ChroniclePlace = { known: true } | { ours: string } | { path: string };

/** A chronicle without the line that an import of a folder adds. */
function withoutOrigin(bytes: string): string {
  return bytes.replace(/^imported_from: .*\r?\n/m, '');
}

/** Says where the chronicles of an archive go, and what belongs to them. */
export class ChroniclePlaces {
  readonly #projects: string;
  /** Our chronicles, by session. */
  readonly #own = new Map<string, string>();
  /** The sessions of which this run has read a chronicle. */
  readonly #met = new Set<string>();
  /** Where the chronicles of the archive are here, by their paths in it. Others have kept their names. */
  readonly #renamed = new Map<string, string>();

  /** `from` are directories that are read from: what lies there is not ours yet. */
  constructor({ projects }: Pick<Layout, 'projects'>, from: readonly string[]) {
    this.#projects = projects;
    for (const { path: own, frontMatter } of chroniclesIn(projects)) {
      const id = frontMatter.get('session_id');
      const isSource = from.some((place) => own.startsWith(`${place}/`));
      if (id !== undefined && !isSource && !this.#own.has(id)) this.#own.set(id, own);
    }
  }

  /**
   * A chronicle goes to its own name, or beside another session's to the next free one. `bytesAt` is null for a free path. Ours
   * may still have the secrets that were replaced in `bytes`: then it is the same as what was `found`.
   */
  of(
    { path, bytes, found }: Pick<ArchiveRecord, 'path' | 'bytes'> & { found: string },
    session: string,
    bytesAt: (path: string) => string | null,
  ): ChroniclePlace {
    // A second file of a session is kept as one: both are shown as one session.
    const own = isSessionId(session) && !this.#met.has(session) ? this.#own.get(session) : undefined;
    this.#met.add(session);
    const wanted = `${this.#projects}/${path}`;
    if (own !== undefined) {
      if (own !== wanted) this.#renamed.set(path, own);
      const ours = bytesAt(own) ?? '';
      const isHere = [bytes, found].some((version) => withoutOrigin(version) === withoutOrigin(ours));
      return isHere ? { known: true } : { ours: own };
    }
    let free = wanted;
    for (let n = 2; ; n++) {
      const there = bytesAt(free);
      if (there === null) break;
      if (there === bytes) return { known: true };
      free = wanted.replace(/\.md$/, `-${n}.md`);
    }
    if (free !== wanted) this.#renamed.set(path, free);
    return { path: free };
  }

  /** The path here of a file that belongs to a chronicle, which comes before it. */
  beside(path: string): string {
    const folder = dirname(dirname(path));
    const name = basename(path);
    const stem = name.slice(0, name.lastIndexOf('.'));
    const chronicle = this.#renamed.get(`${folder}/${stem}.md`);
    if (chronicle === undefined) return path;
    const kept = chronicle.slice(this.#projects.length + 1);
    const renamed = basename(kept).replace(/\.md$/, name.slice(name.lastIndexOf('.')));
    return `${dirname(kept)}/${basename(dirname(path))}/${renamed}`;
  }
}
