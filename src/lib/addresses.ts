/**
 * The addresses that projects have been given, in a file beside the settings, a line for each:
 *
 *     {"slug":"larder","place":"/home/me/larder"}
 *
 * Whatever has a slug keeps it: an older project of the same name that is imported later gets another one, and the slug of a
 * project that is gone is not given again. Nothing could make this file again from the sessions.
 */
import { basename, dirname } from 'node:path';
import { appendLines } from './files.ts';
import { parseObject } from './json-object.ts';
import { withLock } from './lock.ts';
import { makeDirectory } from './private-directory.ts';
import { placeOf, type Project } from './project.ts';
import { readRegularFile } from './read-file.ts';
import { isThere } from './is-there.ts';
import { slugOf } from './slug.ts';

/** How long to wait for another process that gives addresses (ms). */
const PATIENCE = 1000;
/** Far more than anybody has: a longer file is not ours. */
const MOST_LINES = 100_000;

export class AddressBook {
  readonly #path: string | null;
  /** The slug of each place that has one. A slug among them is given to no other place. */
  readonly slugs = new Map<string, string>();

  /** Reads the file at a path; with null, nothing is kept. */
  constructor(path: string | null) {
    this.#path = path;
    try {
      this.#read();
    } catch {
      // A link, a directory or a huge file: addresses follow from the sessions.
    }
  }

  /**
   * Keeps the slugs of the projects that `name` returns. If any is new, they are named once more under a lock, with what other
   * processes have kept meanwhile. Where nothing can be written, what was named first stays.
   */
  keep(name: () => Iterable<Project>): void {
    const isNew = (project: Project) => this.slugs.get(placeOf(project)) !== project.slug;
    const path = this.#path;
    if (![...name()].some(isNew) || path === null) return;
    try {
      makeDirectory(dirname(path));
      withLock(dirname(path), basename(path), PATIENCE, () => {
        this.#read();
        const given = [...name()].filter(isNew).map((project) => ({ slug: project.slug, place: placeOf(project) }));
        appendLines(
          path,
          given.map((line) => JSON.stringify(line)),
        );
        for (const { slug, place } of given) this.slugs.set(place, slug);
      });
    } catch {
      // A disk that is full or read-only, a link: the next process tries again.
    }
  }

  /** Throws unless the file is missing or a regular file of a usual size. */
  #read(): void {
    if (this.#path === null || !isThere(this.#path)) return;
    const lines = Buffer.from(readRegularFile(this.#path).text, 'latin1').toString('utf8').split('\n');
    if (lines.length > MOST_LINES) throw new Error('The file is too long.');
    for (const line of lines) {
      const { slug, place } = parseObject(line);
      if (typeof slug === 'string' && typeof place === 'string' && slug !== '' && slugOf(slug, '') === slug)
        this.slugs.set(place, slug);
    }
  }
}
