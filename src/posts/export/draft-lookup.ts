import type { Session } from '#src/format/session.ts';
import type { Project } from '#src/lib/project.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import type { MissGroup, Occurrence } from '#src/memory/misses/miss-group.ts';
import { memoised } from '#src/lib/memo.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import type { Series } from '../series/series.ts';

/** Everything a draft can refer to. */
export interface DraftArchive {
  /** Newest first. */
  sessions: readonly Session[];
  record: MemoryRecord;
  series: readonly Series[];
}

/** The parts of an archive snapshot that drafts can refer to. */
interface Snapshot {
  sessions: readonly Session[];
  memory: Parameters<typeof memoryRecordOf>[0]['memory'];
  clusters: { decisions: Parameters<typeof memoryRecordOf>[0]['clusters'] };
}

const recordOf = memoised((sessions: readonly Session[], { memory, clusters }: Snapshot) =>
  memoryRecordOf({ sessions, memory, clusters: clusters.decisions }),
);

/** Everything drafts can refer to. The memory record is computed once per list of sessions. */
export function draftArchiveOf(snapshot: Snapshot, series: readonly Series[]): DraftArchive {
  return { sessions: snapshot.sessions, record: recordOf(snapshot.sessions, snapshot), series };
}

interface SessionsByName {
  byId: Map<string, Session>;
  /** By project slug. */
  ofProject: Map<string, Session[]>;
}

const indexOf = memoised(
  (sessions: readonly Session[]): SessionsByName => ({
    byId: new Map(sessions.toReversed().map((session) => [session.id, session])),
    ofProject: Map.groupBy(sessions, ({ project }) => project.slug),
  }),
);

/** Looks up what a draft refers to in an archive, and suggests the nearest match for unknown names. */
export class DraftLookup {
  readonly archive: DraftArchive;

  constructor(archive: DraftArchive) {
    this.archive = archive;
  }

  /** The session with this id; the newer one if two share it by mistake. */
  session(id: string): Session | undefined {
    return indexOf(this.archive.sessions).byId.get(id);
  }

  /** The event named `<session_id>#e-…`. */
  event(name: string): Occurrence | undefined {
    const [id, eventId] = splitName(name);
    const session = this.session(id);
    const event = session?.chronicle.events.find((event) => event.id === eventId);
    return session && event && { session, event };
  }

  /** The miss group with this anchor. */
  group(anchor: string): MissGroup | undefined {
    return this.archive.record.groups.find((group) => group.anchor === anchor);
  }

  /** The project with this slug and its sessions, newest first: the same array for the same archive. */
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
    // Event ids come from an event's text, so the same id in another session is the likelier match.
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
