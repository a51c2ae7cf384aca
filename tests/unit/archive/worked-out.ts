/** What pages work out from an archive, as plain values that can be compared. */
import { activityOf, despiteDays } from '#src/archive/activity.ts';
import { dayIndex } from '#src/archive/day-index.ts';
import { fileHistories } from '#src/archive/file-histories.ts';
import { mostEdited } from '#src/archive/most-edited.ts';
import { projectList } from '#src/archive/project-list.ts';
import { earlierOf, noteCount, openQuestions } from '#src/archive/project-notes.ts';
import { planSession } from '#src/archive/project-plan.ts';
import { sessionIndex } from '#src/archive/session-index.ts';
import { nextStepTaken } from '#src/archive/step-taken.ts';
import { tagMix } from '#src/archive/tag-mix.ts';
import { wholeBook } from '#src/archive/whole-book.ts';
import { workCounts } from '#src/archive/work-counts.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { MemoryChange, MemoryFile } from '#src/memory/ledger/memory-history.ts';
import type { Clusters } from '#src/memory/misses/cluster-decisions.ts';
import { memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import { memoryBook } from '#src/memory/page/memory-book.ts';
import { narrativesOf } from '#src/posts/narrative/narratives.ts';
import { sessionReference } from '#src/posts/narrative/session-reference.ts';
import { storyArcOf } from '#src/posts/narrative/story-arc-of.ts';
import { storyArcs } from '#src/posts/series/arcs.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';

export interface Worked {
  /** Newest first. */
  sessions: readonly Session[];
  memory: { changes: MemoryChange[]; files: MemoryFile[] };
  clusters: Clusters;
}

export function workedOut(given: Worked) {
  const { sessions } = given;
  const days = timelineDays(sessions);
  const { dates } = dayIndex(sessions);
  const record = memoryRecordOf(given);
  const { groups, standings, trends, histories, unused } = record;
  const memory = { files: given.memory.files, indexes: [], proposals: [] };
  const book = memoryBook({ sessions, groups, standings, memory, promptsOf: () => [] });
  const { queue, worthRetro } = narrativesOf(sessions);
  return {
    days,
    byDate: [...dates].sort(([a], [b]) => (a < b ? -1 : 1)),
    mix: tagMix(sessions, ['2026-02-23', '2026-03-02', '2026-03-09']),
    activity: activityOf(sessions, despiteDays(groups)),
    counts: workCounts(sessions),
    files: fileHistories(sessions, filesOf),
    mostEdited: ['inkwell', 'larder'].map((slug) => mostEdited(sessions, filesOf, { slug, most: 3 })),
    projects: projectList(sessions).map(({ project, sessions: own }) => [
      project,
      openQuestions(own),
      noteCount(own),
      planSession(own),
      wholeBook(own),
    ]),
    narratives: { queue, worthRetro },
    arcs: storyArcs(sessions),
    ofSessions: sessions.map((session) => [
      sessionIndex(sessions).around(session),
      storyArcOf(session, sessions),
      nextStepTaken(session, sessions),
      sessionReference(session, sessions),
      earlierOf(session, sessions),
      record.groupsOf(session).map(({ id }) => id),
      session.chronicle.events.map((event) => record.placeOf(session, event)?.nth),
    ]),
    record: { groups, standings, trends, histories, unused, addresses: groups.map(record.addressOf) },
    book: { recurrence: book.recurrence, nudges: book.nudges, days: book.entries.map((entry) => entry.days) },
  };
}

/** The edited files, as the test puts them into the title of facts. */
function filesOf({ facts }: Session) {
  const paths = facts?.titles.commit?.split(' ') ?? [];
  return paths.map((path, i) => ({ path, added: i + 1, removed: i }));
}
