/** Chronicles with the same session_id are one session. */
import type { Chronicle } from '#src/chronicle/chronicle.ts';
import { type Copy, leftWords } from '#src/chronicle/copies.ts';
import { excerptsOf } from '#src/chronicle/excerpt.ts';
import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import type { ExcerptLine } from '#src/chronicle/session.ts';
import { CHRONICLES, JoinCache, type JoinedFiles, mainFirst, rootOf } from './joined-files.ts';
import type { Entry, ListedFile } from './listed-file.ts';
import { readAgain } from './read-source.ts';
import { type Replaced, replacedIn } from './replaced.ts';

/** A session's file, joined with its other files. */
export interface ListedSession extends ListedFile {
  /** Other files of the session. */
  copies: readonly Copy[];
}

/** A problem of a copy, and the session that shows it. */
export interface CopyFinding {
  problem: Problem;
  excerpt: ExcerptLine[];
  main: Entry;
  command: string | undefined;
}

interface Same {
  sessions: ListedSession[];
  /** By the file that has the problem. */
  findings: Map<Entry, CopyFinding>;
}

export class SameSessions {
  readonly #ownRoot: string;
  readonly #cache = new JoinCache<Chronicle>(CHRONICLES);
  #listed: readonly ListedFile[] = [];
  #same: Same = { sessions: [], findings: new Map() };
  /** The places of sessions with a single file, by id. */
  #alone = new Map<string, number>();
  #known = new Map<ListedFile, ListedSession>();
  #excerpts = new Map<string, Omit<CopyFinding, 'main'>>();

  constructor(ownRoot: string) {
    this.#ownRoot = ownRoot;
  }

  /** The sessions of these files. A file alone stays the same object. */
  find(listed: readonly ListedFile[]): Same {
    const replaced = replacedIn(this.#listed, listed);
    this.#listed = listed;
    const isAlone = ({ before, now }: Replaced<ListedFile>) => before.id === now.id && this.#alone.has(now.id);
    this.#same = replaced?.every(isAlone) ? this.#withReplaced(replaced) : this.#findAgain(listed);
    return this.#same;
  }

  #withReplaced(replaced: readonly Replaced<ListedFile>[]): Same {
    const sessions = [...this.#same.sessions];
    for (const { before, now } of replaced) {
      const session = sessionOf(now, null, undefined);
      this.#known.delete(before);
      this.#known.set(now, session);
      sessions[this.#alone.get(now.id) ?? -1] = session;
    }
    return { ...this.#same, sessions };
  }

  #findAgain(listed: readonly ListedFile[]): Same {
    const groups = new Map<string, ListedFile[]>();
    for (const file of listed) {
      const group = groups.get(file.id);
      if (group) group.push(file);
      else groups.set(file.id, [file]);
    }
    const known = new Map<ListedFile, ListedSession>();
    const excerpts = new Map<string, Omit<CopyFinding, 'main'>>();
    const findings: Same['findings'] = new Map();
    const sessions = Array.from(groups.values(), (group) => {
      const [main, ...others] = group.length === 1 ? group : mainFirst(group, this.#ownRoot);
      if (!main) throw new Error('A group has a file.');
      const joined = others.length === 0 ? null : this.#cache.join([main, ...others]);
      const session = sessionOf(main, joined, this.#known.get(main));
      known.set(main, session);
      for (const [i, copy] of session.copies.entries()) {
        const other = others[i];
        if (!other || isQuiet(copy, main.path)) continue;
        const key = JSON.stringify([main.path, copy, other.digest]);
        const finding = this.#excerpts.get(key) ?? findingOf(copy, main, this.#ownRoot);
        excerpts.set(key, finding);
        findings.set(other.entry, { ...finding, main: main.entry });
      }
      return session;
    });
    this.#cache.settle();
    this.#alone = new Map(
      [...groups.values()].flatMap(([file, ...others], i) => (file && others.length === 0 ? [[file.id, i]] : [])),
    );
    this.#known = known;
    this.#excerpts = excerpts;
    return { sessions, findings };
  }
}

function sessionOf(
  main: ListedFile,
  joined: JoinedFiles<Chronicle> | null,
  before: ListedSession | undefined,
): ListedSession {
  const chronicle = joined?.value ?? main.chronicle;
  const digest = joined?.digest ?? main.digest;
  const copies = joined?.copies ?? [];
  if (before && before.chronicle === chronicle && before.digest === digest && before.copies === copies) return before;
  return { ...main, chronicle, digest, copies };
}

/** A copy in another archive that has nothing more is what a backup is. */
function isQuiet({ path, added, left }: Copy, main: string): boolean {
  return added === 0 && left.length === 0 && rootOf(path) !== rootOf(main);
}

function findingOf(copy: Copy, { id, path }: ListedFile, ownRoot: string): Omit<CopyFinding, 'main'> {
  const text = readAgain(copy.path);
  const before = text.slice(0, Math.max(0, text.search(/^session_id:/m)));
  const line = copy.left[0]?.line ?? before.split('\n').length;
  const isOwn = rootOf(path) === ownRoot;
  const problem = problemAt('CHRONICLE_SAME_SESSION', line, 1, {
    ...{ other: path, session: id, added: copy.added, left: leftWords(copy.left), isOwn },
    isCopy: rootOf(copy.path) === rootOf(path),
  });
  return {
    problem,
    excerpt: excerptsOf(text, [problem])[0] ?? [],
    command: isOwn && copy.added > 0 ? `chronicle join ${id}` : undefined,
  };
}
