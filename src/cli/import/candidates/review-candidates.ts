import type { ListedCandidate } from '#src/archive/listed-candidates.ts';
import type { Reworded, Verdict } from '#src/chronicle/edit-candidate.ts';
import { refreshMemoryIndex } from '#src/cli/memory/refresh.ts';
import { editText } from '#src/cli/terminal/editor.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import type { Answer, Question, Queue } from '#src/cli/terminal/review.ts';
import { type EvidenceLine, evidenceOf } from '#src/node/import/candidates/evidence.ts';
import { readReworded, saveVerdicts, waitingIn } from '#src/node/import/candidates/save-verdicts.ts';
import { layoutIn } from '#src/node/world.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import { candidateCard } from './format-candidate.ts';

/** Unconfirmed events, for a person to decide. Each verdict is saved at once. */
export function eventQueue(io: Io, candidates: readonly ListedCandidate[]): Queue {
  const review = new EventReview(io, candidates);
  return {
    heading: `Did this happen? ${counted(candidates.length, 'unconfirmed event')}`,
    items: candidates.map((candidate) => () => review.question(candidate)),
    conclude: () => review.conclude(),
  };
}

class EventReview {
  readonly #io: Io;
  readonly #candidates: readonly ListedCandidate[];
  readonly #verdicts = new Map<ListedCandidate, Verdict>();
  /** What the person made of an event in their editor. */
  readonly #reworded = new Map<ListedCandidate, Reworded>();

  constructor(io: Io, candidates: readonly ListedCandidate[]) {
    this.#io = io;
    this.#candidates = candidates;
  }

  async question(candidate: ListedCandidate): Promise<Question | null> {
    if (this.#verdicts.has(candidate) || this.#waiting([candidate]).length === 0) return null;
    const event = { ...candidate.event, ...this.#reworded.get(candidate) };
    return {
      card: candidateCard({ ...candidate, event }, await this.#evidence(candidate)),
      question: `Confirm this ${event.tag}?`,
      answers: this.#answers(candidate),
      laterHint: 'it stays unconfirmed',
    };
  }

  conclude(): void {
    const count = (verdict: Verdict) => [...this.#verdicts.values()].filter((each) => each === verdict).length;
    const [confirmed, dropped] = [count('confirm'), count('drop')];
    if (confirmed + dropped > 0) refreshMemoryIndex(this.#io);
    const open = this.#candidates.filter((candidate) => !this.#verdicts.has(candidate));
    const left = stillWaiting(open).length;
    const elsewhere = open.length === left ? '' : `, ${open.length - left} decided elsewhere`;
    say(this.#io, `${confirmed} confirmed, ${dropped} dropped${elsewhere}, ${left} still unconfirmed.`);
  }

  #answers(candidate: ListedCandidate): Question['answers'] {
    const open = this.#candidates.filter((other) => !this.#verdicts.has(other));
    const alike = open.filter((other) => isAlike(other, candidate));
    const ofSession = open.filter(({ session }) => session.path === candidate.session.path);
    const answer = (verdict: Verdict, of: readonly ListedCandidate[]): Answer['run'] => {
      return () => {
        const waiting = this.#waiting(of);
        return waiting.length === 0 ? 'next' : { undo: this.#save(waiting, verdict) };
      };
    };
    const toAlike: Question['answers'] = {
      a: {
        label: `confirm all ${alike.length} worded alike`,
        hint: 'they count as events from now on',
        run: answer('confirm', alike),
      },
      d: {
        label: `drop all ${alike.length} worded alike`,
        hint: 'their lines are deleted from the chronicles',
        run: answer('drop', alike),
      },
    };
    const toSession: Question['answers'] = {
      x: {
        label: `drop all ${ofSession.length} of this session`,
        hint: 'their lines are deleted from its chronicle',
        run: answer('drop', ofSession),
      },
    };
    return {
      y: { label: 'confirm', hint: 'it counts as an event from now on', run: answer('confirm', [candidate]) },
      n: { label: 'drop', hint: 'its lines are deleted from the chronicle', run: answer('drop', [candidate]) },
      ...(alike.length > 1 ? toAlike : {}),
      ...(ofSession.length > 1 ? toSession : {}),
      e: {
        label: this.#reworded.has(candidate) ? 'edit again' : 'edit',
        hint: 'change its tag and words in your editor first; then it is shown again',
        run: () => this.#edit(candidate),
      },
    };
  }

  #edit(candidate: ListedCandidate): 'again' {
    const { tag, text } = { ...candidate.event, ...this.#reworded.get(candidate) };
    const { env } = this.#io.world;
    const edited = editText(`[${tag}] ${text}\n`, 'event.md', { env, layout: layoutIn(this.#io.world) });
    const [, newTag, newText] = /^\[([^\]]*)\](.*)$/s.exec(edited.trim()) ?? [];
    this.#reworded.set(candidate, readReworded(newTag ?? tag, newText ?? edited));
    return 'again';
  }

  /** Those that still wait for a verdict. Names the others. */
  #waiting(candidates: readonly ListedCandidate[]): ListedCandidate[] {
    const waiting = stillWaiting(candidates);
    for (const candidate of candidates) {
      const { event, session } = candidate;
      if (!waiting.includes(candidate))
        say(this.#io, `[${event.tag}] ${event.text} in ${session.name} was decided or changed elsewhere meanwhile.`);
    }
    return waiting;
  }

  /** Saves a verdict about each, one write a file, and returns what takes it back. */
  #save(candidates: readonly ListedCandidate[], verdict: Verdict): () => void {
    const files = [...Map.groupBy(candidates, ({ session }) => session.path)];
    const undos = this.#possible(
      files.map(
        ([path, own]) =>
          () =>
            this.#saveIn(path, own, verdict),
      ),
    );
    return () => void this.#possible(undos);
  }

  #saveIn(path: string, candidates: readonly ListedCandidate[], verdict: Verdict): () => void {
    const decided = candidates.map((candidate) => {
      const reworded = verdict === 'confirm' ? this.#reworded.get(candidate) : undefined;
      return { event: candidate.event, verdict: reworded ?? verdict };
    });
    const restore = saveVerdicts(path, decided);
    for (const candidate of candidates) this.#verdicts.set(candidate, verdict);
    return () => {
      restore();
      for (const candidate of candidates) this.#verdicts.delete(candidate);
    };
  }

  /**
   * Changes each file that can be changed. Names the others, whose events stay as they are; throws the first error if no
   * file could be changed.
   */
  #possible<Done>(changes: readonly (() => Done)[]): Done[] {
    const errors: unknown[] = [];
    const done = changes.flatMap((change) => {
      try {
        return [change()];
      } catch (error) {
        errors.push(error);
        return [];
      }
    });
    if (done.length === 0) throw errors[0];
    for (const error of errors) say(this.#io, sentenceOf(error));
    if (errors.length > 0) say(this.#io, `Changed ${done.length} of ${counted(changes.length, 'file')}.`);
    return done;
  }

  /** Null, with a message, if the transcript cannot be read: the person can decide without it. */
  async #evidence({ event }: ListedCandidate): Promise<EvidenceLine[] | null> {
    try {
      return await evidenceOf(layoutIn(this.#io.world), event);
    } catch (error) {
      say(this.#io, sentenceOf(error));
      return null;
    }
  }
}

function stillWaiting(candidates: readonly ListedCandidate[]): ListedCandidate[] {
  return [...Map.groupBy(candidates, ({ session }) => session.path)].flatMap(([path, own]) => waitingIn(path, own));
}

function isAlike({ event }: ListedCandidate, { event: other }: ListedCandidate): boolean {
  return event.tag === other.tag && event.text === other.text;
}
