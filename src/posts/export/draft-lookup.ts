import type { Session } from '#src/chronicle/session.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import type { MissGroup, Occurrence } from '#src/memory/misses/miss-group.ts';
import type { Project } from '#src/project/project.ts';
import { memoised } from '#src/value/memo.ts';
import { nearestOf } from '#src/value/nearest.ts';
import type { Series } from '../series/series.ts';

/** What a draft can name. */
export interface DraftArchive {
  /** Newest first. */
  sessions: readonly Session[];
  record: MemoryRecord;
  series: readonly Series[];
}

/** The parts of an archive's snapshot that drafts can name. */
interface Snapshot {
  sessions: readonly Session[];
  memory: Parameters<typeof memoryRecordOf>[0]['memory'];
  clusters: { decisions: Parameters<typeof memoryRecordOf>[0]['clusters'] };
}

const recordOf = memoised((sessions: readonly Session[], { memory, clusters }: Snapshot) =>
  memoryRecordOf({ sessions, memory, clusters: clusters.decisions }),
);

/** Everything drafts can name. The same sessions have the same record of memory. */
export function draftArchiveOf(snapshot: Snapshot, series: readonly Series[]): DraftArchive {
  return { sessions: snapshot.sessions, record: recordOf(snapshot.sessions, snapshot), series };
}

interface SessionsByName {
  byId: Map<string, Session>;
  /** By the slugs of projects. */
  ofProject: Map<string, Session[]>;
}

const indexOf = memoised(
  (sessions: readonly Session[]): SessionsByName => ({
    byId: new Map(sessions.toReversed().map((session) => [session.id, session])),
    ofProject: Map.groupBy(sessions, ({ project }) => project.slug),
  }),
);

/** What a draft names, found in an archive; and what was most likely meant, where the name is a slip of the pen. */
export class DraftLookup {
  readonly archive: DraftArchive;

  constructor(archive: DraftArchive) {
    this.archive = archive;
  }

  /** The session with an id; of two that share it by mistake, the newer. */
  session(id: string): Session | undefined {
    return indexOf(this.archive.sessions).byId.get(id);
  }

  /** The event that is named `<session_id>#e-…`. */
  event(name: string): Occurrence | undefined {
    const [id, eventId] = splitName(name);
    const session = this.session(id);
    const event = session?.chronicle.events.find((event) => event.id === eventId);
    return session && event && { session, event };
  }

  /** The miss group with an anchor. */
  group(anchor: string): MissGroup | undefined {
    return this.archive.record.groups.find((group) => group.anchor === anchor);
  }

  /** The project with a slug, and its sessions, newest first: the same array while the archive's is. */
  project(slug: string): { project: Project; sessions: readonly Session[] } | undefined {
    const sessions = indexOf(this.archive.sessions).ofProject.get(slug);
    const project = sessions?.[0]?.project;
    return sessions && project && { project, sessions };
  }

  nearestSession(id: string): string | undefined {
    return nearestOf(id, indexOf(this.archive.sessions).byId.keys());
  }

  nearestEvent(name: string): string | undefined {
    const [id, eventId] = splitName(name);
    const session = this.session(id);
    // Event ids are made of what an event says, so the same one in another session is the likelier slip.
    const other = session ? undefined : this.archive.sessions.find((session) => hasEvent(session, eventId));
    if (other) return `${other.id}#${eventId}`;
    const nearest = nearestOf(eventId, session?.chronicle.events.map((event) => event.id) ?? []);
    return session && nearest && `${session.id}#${nearest}`;
  }

  nearestGroup(anchor: string): string | undefined {
    return nearestOf(
      anchor,
      this.archive.record.groups.map((group) => group.anchor),
    );
  }

  nearestProject(slug: string): string | undefined {
    return nearestOf(slug, indexOf(this.archive.sessions).ofProject.keys());
  }

  nearestSeries(slug: string): string | undefined {
    return nearestOf(
      slug,
      this.archive.series.map((series) => series.slug),
    );
  }
}

function hasEvent({ chronicle }: Session, eventId: string): boolean {
  return chronicle.events.some(({ id }) => id === eventId);
}

function splitName(name: string): [string, string] {
  const hash = name.indexOf('#');
  return hash < 0 ? [name, ''] : [name.slice(0, hash), name.slice(hash + 1)];
}
