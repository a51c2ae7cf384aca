import { candidateOf } from '../../chronicle/candidate.ts';
import type { ChronicleEvent } from '../../chronicle/chronicle.ts';
import { candidateEvents } from '../../chronicle/logged-events.ts';
import type { Session } from '../../chronicle/session.ts';
import { type TranscriptPlace, transcriptPlace } from '../../chronicle/transcript-place.ts';

/** A candidate as commands name it. */
export interface ListedCandidate {
  /** `2026-03-24-main#e-3f6c2a`, with the project before it where two sessions have that name. */
  ref: string;
  session: Session;
  event: ChronicleEvent;
  /** The transcript's record that it was worked out from, and where that stands. */
  record: string | null;
  place: TranscriptPlace | null;
}

/** The candidates of sessions, in the order of the sessions and of their files. */
export function listedCandidates(sessions: readonly Session[]): ListedCandidate[] {
  const named = Map.groupBy(sessions, ({ name }) => name);
  return sessions.flatMap((session) => {
    const isAlone = named.get(session.name)?.length === 1;
    const name = isAlone ? session.name : `${session.project.slug}/${session.name}`;
    return candidateEvents(session.chronicle).map((event) => ({
      ref: `${name}#${event.id}`,
      session,
      event,
      record: candidateOf(event),
      place: transcriptPlace(event.details),
    }));
  });
}
