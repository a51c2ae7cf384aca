import { isCutShort, isSameLength, isSameReading } from '#src/transcript/carried-facts.ts';
import { FACTS_VERSION, type Facts, type FactsHead, LATER_VERSION } from '#src/transcript/facts.ts';
import { readFacts } from './facts-file.ts';
import { factsPlace, type KnownFacts } from './write-facts.ts';

/** Whether a session's transcripts are to be read, by what its facts say about the last time. */
export interface FactsState {
  /** Where its facts are, or will be. */
  path: string;
  /** Why they need not or cannot be read again; null if they are to be read. */
  skipped: 'is unchanged' | 'has a shorter transcript than before' | 'has facts that cannot be read' | null;
  /** What is wrong with the file, in a sentence; null if nothing is. */
  problem: string | null;
}

/** Compares the facts of a chronicle's session with its transcripts as they are now. Reads only the head of the facts. */
export function factsState(
  chronicle: string,
  sessionId: string,
  {
    stamps,
    isRunning,
    known,
  }: {
    stamps: FactsHead['transcripts'];
    isRunning: boolean;
    known?: KnownFacts | undefined;
  },
): FactsState {
  const { path, head, fault } = factsPlace(chronicle, sessionId, known);
  if (fault !== null) return unusable(path, fault);
  const skipped = head === null ? null : reasonFor(head, stamps, isRunning);
  return { path, skipped, problem: null };
}

function reasonFor({ version, transcripts }: FactsHead, stamps: FactsHead['transcripts'], isRunning: boolean) {
  const isSame = isRunning ? isSameLength : isSameReading;
  if (version === FACTS_VERSION && isSame(transcripts, stamps)) return 'is unchanged';
  return isCutShort(transcripts, stamps) ? 'has a shorter transcript than before' : null;
}

/** The facts that are to be replaced, null without any; or the state of a file that is damaged behind its head. */
export function earlierFacts({ path }: FactsState): { facts: Facts | null } | FactsState {
  const { facts, fault } = readFacts(path);
  return fault === null ? { facts } : unusable(path, fault);
}

/** Facts that cannot be used are never overwritten: only a person can tell what they were. */
function unusable(path: string, fault: string): FactsState {
  const advice =
    fault === LATER_VERSION
      ? 'Update session-chronicle.'
      : 'Delete the file, and run chronicle import transcripts to write it again.';
  return { path, skipped: 'has facts that cannot be read', problem: `${path} cannot be used. ${fault} ${advice}` };
}
