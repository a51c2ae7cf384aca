/** What commands look up in the archive: from the index where there is one, else by reading all files. Both find the same. */
import { sessionsWithFile } from '#src/archive/file-histories.ts';
import { type SessionCard, sessionCard } from '#src/archive/session-card.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { EditedFile } from '#src/facts/edited-files.ts';
import type { Facts } from '#src/facts/facts.ts';
import type { Project } from '#src/lib/project.ts';
import { type Found, type FoundRecord, rankAll, searchAll } from '#src/recall/found.ts';
import type { Scored } from '#src/recall/rank.ts';
import type { Question } from '#src/recall/tokens.ts';
import type { Query } from '#src/search/query.ts';
import { isBetween } from '#src/search/query-day.ts';
import { recordsOf } from '#src/search/records-of.ts';
import type { Archive } from '../archive/archive.ts';

/** A session in a list, with the files that it was asked for. */
export interface ListedCard {
  card: SessionCard;
  files?: readonly EditedFile[];
}

export interface ListFilter {
  /** The slugs of projects; null for all. */
  projects: readonly string[] | null;
  since: string | null;
  until: string | null;
  /** A day of the year, `MM-DD`; null for any. */
  on: string | null;
  /** The name of an archive; null for all. */
  machine: string | null;
  /** The system that it was imported from; null for any. */
  from: string | null;
  /** A file that the session edited; null for any. */
  file: string | null;
}

/** What sessions can be named by. */
export type NamedBy = 'branch' | 'task' | 'session' | 'machine' | 'from';

export interface Finder {
  /** All projects, those of the newest sessions first. */
  projects(): readonly Project[];
  /** The names that sessions have, each once. */
  names(of: NamedBy): readonly string[];
  /** How many sessions there are. */
  readonly size: number;
  /** The records that match a query, at most `limit` of them. */
  search(query: Query, limit: number): Found;
  /** The best records for a question that pass the filters of a query. */
  rank(question: Question, query: Query): Scored<FoundRecord>[];
  /** Newest first, at most `limit` of them; those that edited exactly the file first. */
  list(filter: ListFilter, limit: number): { listed: ListedCard[]; total: number };
  /** The sessions that a name, the beginning of an id or `last` may mean, newest first; all if none. */
  cardsFor(reference: string): readonly SessionCard[];
  /** The session with the chronicle at this path. */
  sessionAt(path: string): Session | null;
  /** The sessions that have a record with this id, or whose own id begins with this. */
  sessionsWith(id: { record: string } | { session: string }): readonly Session[];
  /** All facts of a session; null without any. */
  factsOf(session: Session): Facts | null;
  /** Whether any transcript was read. */
  hasFacts(): boolean;
  close(): void;
}

/** Finds by reading the whole archive. */
export class ArchiveFinder implements Finder {
  readonly #archive: Archive;
  #records: readonly FoundRecord[] | null = null;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  get size(): number {
    return this.#sessions.length;
  }

  get #sessions(): readonly Session[] {
    return this.#archive.snapshot.sessions;
  }

  projects(): Project[] {
    return [...new Set(this.#sessions.map(({ project }) => project))];
  }

  names(of: NamedBy): string[] {
    const nameOf = ({ name, machine = '', chronicle: { frontMatter } }: Session) => {
      if (of === 'machine') return machine;
      if (of === 'from') return frontMatter.imported_from ?? '';
      return of === 'session' ? name : frontMatter[of];
    };
    return [...new Set(this.#sessions.map(nameOf))];
  }

  search(query: Query, limit: number): Found {
    return searchAll(this.#allRecords(), query, limit);
  }

  rank(question: Question, query: Query): Scored<FoundRecord>[] {
    return rankAll(this.#allRecords(), question, query);
  }

  list(filter: ListFilter, limit: number): { listed: ListedCard[]; total: number } {
    const { projects, since, until, on, machine, from, file } = filter;
    const inTime = this.#sessions.filter(
      ({ project, machine: own, chronicle }) =>
        (projects === null || projects.includes(project.slug)) &&
        isBetween(chronicle.frontMatter.date, since, until) &&
        (machine === null || own?.toLowerCase() === machine.toLowerCase()) &&
        (from === null || chronicle.frontMatter.imported_from === from) &&
        (on === null || chronicle.frontMatter.date.endsWith(on)),
    );
    const matching: { session: Session; files?: EditedFile[] }[] =
      file === null
        ? inTime.map((session) => ({ session }))
        : sessionsWithFile(inTime, file, (session) => this.#archive.filesOf(session));
    const listed = matching
      .slice(0, limit)
      .map(({ session, files }) => ({ card: sessionCard(session), ...(files && { files }) }));
    return { listed, total: matching.length };
  }

  cardsFor(): SessionCard[] {
    return this.#sessions.map(sessionCard);
  }

  sessionAt(wanted: string): Session | null {
    return this.#sessions.find(({ path }) => path === wanted) ?? null;
  }

  sessionsWith(): readonly Session[] {
    return this.#sessions;
  }

  factsOf(session: Session): Facts | null {
    return this.#archive.factsOf(session);
  }

  hasFacts(): boolean {
    return this.#sessions.some(({ facts }) => facts !== undefined);
  }

  close(): void {
    this.#archive.close();
  }

  #allRecords(): readonly FoundRecord[] {
    this.#records ??= this.#sessions.flatMap((session) => {
      const { start } = sessionCard(session);
      return recordsOf(session, this.#archive.factsOf(session)).map((record) => ({
        ...record,
        sessionId: session.id,
        start,
      }));
    });
    return this.#records;
  }
}
