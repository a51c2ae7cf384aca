import type { ListedCandidate } from '#src/archive/listed-candidates.ts';
import type { Verdict } from '#src/chronicle/edit-candidate.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { type Answer, type Question, review } from '#src/cli/terminal/review.ts';
import { evidenceOf } from '#src/node/import/candidates/evidence.ts';
import { saveVerdicts } from '#src/node/import/candidates/save-verdicts.ts';
import { wordCleaner } from '#src/node/import/safe-words.ts';
import { layoutIn } from '#src/node/world.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { candidateCard } from './format-candidate.ts';

export interface Reviewed {
  confirmed: number;
  dropped: number;
}

/** Asks a person about each candidate. Each verdict is saved at once. */
export async function reviewCandidates(io: Io, candidates: readonly ListedCandidate[]): Promise<Reviewed> {
  const clean = await wordCleaner();
  const verdicts = new Map<ListedCandidate, Verdict>();
  await review(io, candidates, async (candidate): Promise<Question | null> => {
    if (verdicts.has(candidate)) return null;
    const found = evidence(io, candidate);
    const safe = await clean(found ?? []);
    const alike = candidates.filter((other) => isAlike(other, candidate) && !verdicts.has(other));
    return {
      card: candidateCard(candidate, found?.map(safe) ?? null),
      question: `Confirm this ${candidate.event.tag}?`,
      answers: answersFor(candidate, alike, verdicts),
      laterHint: 'it stays unconfirmed',
    };
  });
  const count = (verdict: Verdict) => [...verdicts.values()].filter((each) => each === verdict).length;
  return { confirmed: count('confirm'), dropped: count('drop') };
}

function isAlike({ event }: ListedCandidate, { event: other }: ListedCandidate): boolean {
  return event.tag === other.tag && event.text === other.text;
}

function answersFor(
  candidate: ListedCandidate,
  alike: readonly ListedCandidate[],
  verdicts: Map<ListedCandidate, Verdict>,
): Question['answers'] {
  const answer = (verdict: Verdict, of: readonly ListedCandidate[]): Answer['run'] => {
    return () => ({ undo: decided(of, verdict, verdicts) });
  };
  const [count, only] = [alike.length, [candidate]];
  const toAll: Question['answers'] = {
    a: {
      label: `confirm all ${count} worded alike`,
      hint: 'they count as events from now on',
      run: answer('confirm', alike),
    },
    d: {
      label: `drop all ${count} worded alike`,
      hint: 'their lines are deleted from the chronicles',
      run: answer('drop', alike),
    },
  };
  return {
    y: { label: 'confirm', hint: 'it counts as an event from now on', run: answer('confirm', only) },
    n: { label: 'drop', hint: 'its lines are deleted from the chronicle', run: answer('drop', only) },
    ...(count > 1 ? toAll : {}),
  };
}

/** Saves a verdict about each, and returns what takes it back. */
function decided(
  candidates: readonly ListedCandidate[],
  verdict: Verdict,
  verdicts: Map<ListedCandidate, Verdict>,
): () => void {
  const undos: (() => void)[] = [];
  for (const candidate of candidates.filter((each) => !verdicts.has(each))) {
    const { session, event } = candidate;
    const restore = saveVerdicts(session.path, [{ event, verdict }]);
    verdicts.set(candidate, verdict);
    undos.unshift(() => {
      restore();
      verdicts.delete(candidate);
    });
  }
  return () => {
    for (const undo of undos) undo();
  };
}

/** Null, with a message, if the transcript cannot be read: the person can decide without it. */
function evidence(io: Io, { event }: ListedCandidate): string[] | null {
  try {
    return evidenceOf(layoutIn(io.world), event);
  } catch (error) {
    say(io, sentenceOf(error));
    return null;
  }
}
