/**
 * Follows the turns of a session: a prompt, what the agent says and does, and its last answer. What a turn states is known
 * at its end, since an agent corrects itself on the way.
 */
import type { FoundEvent, Origin } from '../found-event.ts';
import { accepted, answerEvents } from './answer-events.ts';
import type { AnswerBefore } from './choices.ts';
import { FAULT } from './phrases.ts';
import { promptEvents } from './prompt-events.ts';
import { addText, newTurn, type Said, type Turn } from './turn.ts';

const READ = 2000;
/** Documents repeat causes; what they say was not changed because of them. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc|org|tex|html?)$/i;
/** What stands here sets up something from outside, or only tells. */
const SETTINGS =
  /\.(?:md|mdx|txt|rst|adoc|org|tex|ya?ml|json[c5]?|toml|ini|cfg|conf|env|lock|properties|xml)$|(?:^|[\\/])(?:\.[\w.-]+|Dockerfile|Makefile)$/i;
/** The words of so many changes tell what a turn was about. */
const MOST_CHANGED = 20_000;

/** The lines of a change that were there before it. */
function removed(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line.startsWith('-'))
    .join('\n');
}

/** The turns of one session. */
export class Turns {
  #turn: Turn | null = null;
  #prompts = 0;
  #hasFailure = false;
  /** Whether a fault was shown or reported, and nothing was changed since. */
  #hasFault = false;
  #before: AnswerBefore = { text: '', hasEdits: false };

  /** The next prompt. `isAgain` tells that it replaces the one before. Returns what the turn before it stated. */
  prompt(text: string, origin: Origin, isAgain = false): FoundEvent[] {
    const found = this.end().map((event) => accepted(event, text, origin));
    if (!isAgain) this.#prompts++;
    this.#turn = newTurn(text, origin, this.#prompts === 1);
    this.#turn.hasFault = this.#hasFault;
    return found;
  }

  /** The prompt is already known to be a correction. */
  corrected(): void {
    if (this.#turn !== null) this.#turn.isCorrection = true;
  }

  /** A text of the agent. */
  says(text: string, origin: Origin): void {
    if (this.#turn === null || text.trim() === '') return;
    addText(this.#turn, text, origin, this.#hasFailure);
    this.#hasFailure = false;
  }

  /** A successful call, with the change it made to a file. */
  called(name: string, edit: Said['edit']): void {
    if (this.#turn === null) return;
    this.#turn.calls++;
    if (this.#turn.unresolved.delete(name) && this.#turn.hasReplaced) this.#turn.isMended = true;
    if (edit === null) return;
    this.#turn.edits++;
    if (/^-/m.test(edit.lines) && !SETTINGS.test(edit.path)) this.#turn.hasReplaced = true;
    if (!PROSE.test(edit.path) && this.#turn.changed.length < MOST_CHANGED)
      this.#turn.changed += `${edit.path}\n${removed(edit.lines)}\n`;
    if (this.#turn.last !== null) this.#turn.last.edit ??= edit;
  }

  /** A failed call that is no ordinary friction. */
  failed(name: string): void {
    if (this.#turn === null) return;
    this.#turn.calls++;
    this.#turn.unresolved.add(name);
    this.#turn.hasFault = true;
    this.#hasFailure = true;
  }

  /** Whether a call failed in the turn and has not succeeded since. */
  get hasUnresolved(): boolean {
    return this.#turn !== null && this.#turn.unresolved.size > 0;
  }

  /** What the agent last said in the turn; empty if nothing. */
  get lastAnswer(): string {
    return this.#turn?.last?.text ?? '';
  }

  /** The end of a turn: what it stated. */
  end(): FoundEvent[] {
    const turn = this.#turn;
    if (turn === null) return [];
    const { events, isObjection } = promptEvents(turn, this.#before);
    const found = [...events, ...answerEvents(turn, isObjection)];
    if (turn.last !== null) this.#before = { text: turn.last.text, hasEdits: turn.edits > 0 };
    this.#hasFault = turn.edits === 0 && (turn.hasFault || FAULT.test(turn.prompt.text.slice(0, READ)));
    this.#turn = null;
    this.#hasFailure = false;
    return found;
  }
}
