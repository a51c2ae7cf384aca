import type { Digest } from '../chronicle/event-id.ts';
import { foundEvents, loggedEvents } from '../chronicle/logged-events.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionTitle } from '../chronicle/title.ts';
import type { MemoryRecord } from '../memory/misses/memory-record.ts';
import { groupDigest } from '../memory/page/page-digests.ts';
import { sessionAddress } from '../text/page-address.ts';
import { namedMemories } from './named-records.ts';
import type { SessionIndex } from './session-index.ts';

/**
 * Everything on a session's page that is not in its file, as plain values. If they and the file are unchanged, a build
 * reuses the page.
 */
export function sessionContext(
  session: Session,
  { around }: SessionIndex,
  memory: MemoryRecord,
  digest: Digest,
): unknown {
  const { earlier, later, sameBranch, moreOnBranch } = around(session);
  return [
    session.name,
    // Part of the anchor of a problem on the problems page.
    session.path,
    session.project,
    session.outdated,
    session.factsDigest,
    session.notebookDigest,
    session.problems.map(({ code, line, column }) => [code, line, column]),
    [earlier, later].map((other) => other && [addressOf(other), other.project.name, sessionTitle(other)]),
    sameBranch.map((other) => [addressOf(other), other.chronicle.frontMatter.date, ...countsOf(other)]),
    moreOnBranch,
    memory.groupsOf(session).map((group) => [memory.addressOf(group), groupDigest(group, digest)]),
    session.chronicle.events.map((event) => memory.placeOf(session, event)?.nth ?? 0),
    [...namedMemories(session, memory)],
  ];
}

/** The numbers of logged and found events. */
function countsOf({ chronicle }: Session): number[] {
  return [loggedEvents(chronicle).length, foundEvents(chronicle).length];
}

function addressOf({ project, name }: Session): string {
  return sessionAddress(project.slug, name);
}
