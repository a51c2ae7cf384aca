/** Chronicles with the same session_id are one session, shown from the file with more. */
import type { Chronicle, ChronicleEvent } from '#src/format/chronicle.ts';
import { excerptsOf } from '#src/format/excerpt.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import type { ExcerptLine } from '#src/format/session.ts';
import type { Entry, ListedFile } from './listed-file.ts';
import { mainFirst, rootOf } from './main-file.ts';
import { readAgain } from './read-source.ts';

/** A session's file, and its other files. */
export interface ListedSession extends ListedFile {
  /** The paths of other files of the session. */
  copies: readonly string[];
}

/** A problem of a file that is not shown, and the one that is. */
export interface CopyFinding {
  problem: Problem;
  excerpt: ExcerptLine[];
  main: Entry;
}

interface Same {
  sessions: ListedSession[];
  /** By the file that has the problem. */
  findings: Map<Entry, CopyFinding>;
}

export class SameSessions {
  readonly #ownRoot: string;
  #known = new Map<ListedFile, ListedSession>();

  constructor(ownRoot: string) {
    this.#ownRoot = ownRoot;
  }

  /** The sessions of these files. One whose files are the same stays the same object. */
  find(listed: readonly ListedFile[]): Same {
    const known = new Map<ListedFile, ListedSession>();
    const findings: Same['findings'] = new Map();
    const groups = Map.groupBy(listed, ({ id }) => id);
    const sessions = Array.from(groups.values(), (group) => {
      const [main, ...others] = group.length === 1 ? group : mainFirst(group, this.#ownRoot);
      if (!main) throw new Error('A group has a file.');
      const session = sessionOf(main, others, this.#known.get(main));
      known.set(main, session);
      for (const other of others) {
        const finding = findingOf(other, main);
        if (finding) findings.set(other.entry, finding);
      }
      return session;
    });
    this.#known = known;
    return { sessions, findings };
  }
}

function sessionOf(main: ListedFile, others: readonly ListedFile[], before: ListedSession | undefined): ListedSession {
  const copies = others.map(({ path }) => path);
  return before?.copies.join('\n') === copies.join('\n') ? before : { ...main, copies };
}

/** The problem of a file that is not shown; null for a copy in another archive that says nothing more, as backups are. */
function findingOf(other: ListedFile, main: ListedFile): CopyFinding | null {
  const isCopy = rootOf(other.path) === rootOf(main.path);
  const missing = missingEvents(other.chronicle, main.chronicle);
  const [first] = missing;
  if (!first && !isCopy) return null;
  const text = readAgain(other.path);
  const before = text.slice(0, Math.max(0, text.search(/^session_id:/m)));
  const problem = problemAt('CHRONICLE_SAME_SESSION', first?.line ?? before.split('\n').length, 1, {
    ...{ other: main.path, missing: missing.length, isCopy },
  });
  return { problem, excerpt: excerptsOf(text, [problem])[0] ?? [], main: main.entry };
}

/** The events that only the first chronicle has, by tag and text. */
function missingEvents({ events }: Chronicle, main: Chronicle): ChronicleEvent[] {
  const known = new Set(main.events.map(keyOf));
  return events.filter((event) => !known.has(keyOf(event)));
}

function keyOf({ tag, text }: ChronicleEvent): string {
  return `${tag}\n${text}`;
}
