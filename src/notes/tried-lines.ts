/** The Tried lines of an archive, each with what it repeats; pages link to it and figures count it. */
import type { Note } from '#src/format/notebook/notebook.ts';
import { isAttended, type Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import { type Attempt, areAlike, attemptOf } from './alike-attempts.ts';

/** A note with its session. */
export interface Placed {
  note: Note;
  session: Session;
}

/** A Tried line that is not struck through. */
export interface TriedLine extends Placed {
  /** Whether an earlier line of the same session is the same attempt. */
  isRepeatedInSession: boolean;
  /** The newest line of an earlier, attended session of the project that is the same attempt; null if none is. */
  earlier: Placed | null;
}

/** A line is compared with this many earlier ones of its project, the newest, so that many sessions take linear time. */
const COMPARED = 100;

type Known = Placed & { attempt: Attempt };

/** All Tried lines, by project, oldest first. */
export const triedLines = memoised((sessions: readonly Session[]): TriedLine[] => {
  const noted = sessions.filter(({ notebook }) => notebook !== undefined);
  return [...Map.groupBy(noted, ({ project }) => project.slug).values()].flatMap((own) => {
    let known: Known[] = [];
    return own
      .toSorted((a, b) => compare(startOf(a), startOf(b)))
      .flatMap((session) => {
        const tried = triedIn(session);
        const lines = tried.map(
          ({ note, attempt }, index): TriedLine => ({
            ...{ note, session, earlier: likeOf(attempt, known) },
            isRepeatedInSession: likeOf(attempt, tried.slice(Math.max(0, index - COMPARED), index)) !== null,
          }),
        );
        if (isAttended(session)) known = [...known, ...tried].slice(-COMPARED);
        return lines;
      });
  });
});

function triedIn(session: Session): Known[] {
  return (session.notebook?.notes ?? [])
    .filter(({ kind, resolved }) => kind === 'tried' && resolved === null)
    .map((note) => ({ note, session, attempt: attemptOf(note.text) }));
}

function likeOf(attempt: Attempt, known: readonly Known[]): Placed | null {
  return known.findLast((other) => areAlike(attempt, other.attempt)) ?? null;
}

function startOf({ chronicle }: Session): string {
  return chronicle.frontMatter.started;
}
