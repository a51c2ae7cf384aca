import type { Digest } from '../chronicle/event-id.ts';
import { candidateEvents, loggedEvents } from '../chronicle/logged-events.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionTitle } from '../chronicle/title.ts';
import type { MemoryRecord } from '../memory/misses/memory-record.ts';
import { groupDigest } from '../memory/page/page-digests.ts';
import { sessionAddress } from '../text/page-address.ts';
import type { SessionIndex } from './session-index.ts';

/**
 * What a session's page shows that is not in its file, as plain values: as long as they and the file are
 * the same, so is the page, and a build need not draw it again.
 */
export function besideSession(
  session: Session,
  { around }: SessionIndex,
  memory: MemoryRecord,
  digest: Digest,
): unknown {
  const { earlier, later, sameBranch, moreOnBranch } = around(session);
  return [
    session.name,
    // It names the place of a problem on the attention page.
    session.path,
    session.project,
    session.outdated,
    session.problems.map(({ code, line, column }) => [code, line, column]),
    [earlier, later].map((other) => other && [addressOf(other), sessionTitle(other)]),
    sameBranch.map((other) => [addressOf(other), other.chronicle.frontMatter.date, ...countsOf(other)]),
    moreOnBranch,
    memory.groupsOf(session).map((group) => [memory.addressOf(group), groupDigest(group, digest)]),
    session.chronicle.events.map((event) => memory.placeOf(session, event)?.nth ?? 0),
  ];
}

/** How many events it has, and how many candidates. */
function countsOf({ chronicle }: Session): number[] {
  return [loggedEvents(chronicle).length, candidateEvents(chronicle).length];
}

function addressOf({ project, name }: Session): string {
  return sessionAddress(project.slug, name);
}
