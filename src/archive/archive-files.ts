import { monthsOf } from './session-index.ts';
import { foundEvents, isImported, loggedEvents, type Session } from '#src/format/session.ts';
import { sessionDocument } from '#src/transcript/session-json.ts';
import { compare } from '#src/lib/compare.ts';

/** Increased for incompatible changes; added keys are compatible. */
const VERSION = 1;

/** The content of `/archive/index.json`: the list of data files. */
interface ArchiveIndex {
  version: number;
  /** UTC */
  generated: string;
  /** Newest first. */
  months: ({ month: string; url: string } & Counts)[];
  projects: ({ slug: string; name: string } & Counts)[];
}

interface Counts {
  sessions: number;
  /** How many of them other systems recorded; absent if none. */
  imported?: number;
  /** How many were logged. */
  events: number;
  /** How many found events are shown. */
  found: number;
}

/** `/archive/index.json`, from sessions given newest first. */
export function archiveIndex(sessions: readonly Session[], builtAt: string): string {
  const projects = Map.groupBy(sessions, ({ project }) => project.slug);
  const index: ArchiveIndex = {
    version: VERSION,
    generated: builtAt,
    months: monthsOf(sessions).map(({ month, sessions: own, empty }) => ({
      month,
      ...countsOf([...own, ...empty]),
      url: `/archive/${month}.json`,
    })),
    projects: Array.from(projects, ([slug, members]) => ({
      slug,
      name: members[0]?.project.name ?? slug,
      ...countsOf(members),
    })).sort((a, b) => compare(a.slug, b.slug)),
  };
  return JSON.stringify(index);
}

/** The sessions of a month (`2026-11`) as data, newest first; null if there are none. */
export function archiveMonth(sessions: readonly Session[], month: string): string | null {
  const members = sessions.filter(({ chronicle }) => chronicle.frontMatter.date.startsWith(`${month}-`));
  if (members.length === 0) return null;
  return JSON.stringify({ version: VERSION, month, sessions: members.map((session) => sessionDocument(session)) });
}

function countsOf(sessions: readonly Session[]): Counts {
  const imported = sessions.filter(isImported).length;
  return {
    sessions: sessions.length,
    ...(imported > 0 && { imported }),
    events: sessions.reduce((count, { chronicle }) => count + loggedEvents(chronicle).length, 0),
    found: sessions.reduce((count, { chronicle }) => count + foundEvents(chronicle).length, 0),
  };
}
