/** How a session ended. */
import { type FactsBody, type FactsHead, LONGEST } from './facts.ts';
import { beginningLines } from './clean-line.ts';
import { SLACK, timeText } from './moments.ts';
import type { AnswerNotes } from './records.ts';

/** A shorter answer does not tell how a session ended. The number. */
const LEAST = 200;

interface Answer {
  /** The message's id; empty if unknown. */
  id: string;
  text: string;
  at: number;
  /** Whether the message ends the turn, as far as its records tell. */
  isEnd: boolean;
}

/** Follows the answers that end a turn, to tell how the session ended. */
export class Outcome {
  /** The last message of the present turn, if it is text after all calls. */
  #last: Answer | null = null;
  #ended: Answer | null = null;
  /** The last answer that ended a turn, if it is too short to be the outcome. */
  #short: Answer | null = null;
  /** The last long text of the session, for one whose turns all end without. */
  #said: Answer | null = null;
  #isInterrupted = false;

  /** A prompt begins a turn. */
  prompt(): void {
    this.#endTurn();
    this.#isInterrupted = false;
  }

  /** The person stopped the agent. */
  interrupt(): void {
    this.#isInterrupted = true;
    if (this.#last) this.#last.isEnd = false;
  }

  /** A record of a message, with its texts and whether it calls a tool. */
  answer({ id, stopReason, isBroken }: AnswerNotes, texts: readonly string[], isCalling: boolean, at: number): void {
    this.#isInterrupted = false;
    const text = texts.join('\n\n').trim();
    if (isCalling || stopReason === 'tool_use') {
      if (text !== '') this.#say({ id, text: copied(text), at, isEnd: false });
      this.#last = null;
      return;
    }
    if (text === '' && this.#last === null) return;
    const isSame = this.#last !== null && id !== '' && this.#last.id === id;
    const whole = isSame && this.#last ? `${this.#last.text}\n\n${copied(text)}`.trim() : copied(text);
    this.#last = { id, text: whole === '' ? (this.#last?.text ?? '') : whole, at, isEnd: !isBroken };
    this.#say(this.#last);
  }

  #say(answer: Answer): void {
    if (answer.text.length >= LEAST) this.#said = answer;
  }

  #endTurn(): void {
    if (this.#last !== null) {
      const isLong = this.#last.text.length >= LEAST;
      if (isLong) this.#ended = this.#last;
      this.#short = !isLong && this.#last.isEnd && this.#last.text !== '' ? this.#last : null;
    }
    this.#last = null;
  }

  /** What the session's answers tell of its end; `lastAnswer` only if it is not the outcome. */
  end(): Pick<FactsBody, 'outcome' | 'lastAnswer'> & Pick<FactsHead, 'ending'> {
    const ending = this.#isInterrupted ? 'interrupted' : this.#last?.isEnd ? 'answered' : 'open';
    this.#endTurn();
    const found = this.#ended ?? this.#said;
    const { outcome, lastAnswer } = { outcome: timed(found), lastAnswer: timed(this.#short) };
    return { ending, outcome, ...(lastAnswer && { lastAnswer }) };
  }
}

function timed(answer: Answer | null): FactsBody['outcome'] {
  return answer && { text: answer.text, at: timeText(answer.at) };
}

function copied(text: string): string {
  return beginningLines(text, LONGEST.outcome + SLACK);
}
