/**
 * Follows the turns of a session: a prompt, what the agent says and does, and its last answer. What a turn states is known
 * at its end, since an agent corrects itself on the way. Where a text stands counts as much as its words: between a failed
 * call and an edit it explains the failure, at the end of a turn without edits it is what was found out.
 */

import { ADVISES, blamesItself, isDisproved, isOutside, reportsFault, UNSPACED } from './phrases.ts';
import { planInPrompt } from './dialogs.ts';
import { type Point, pointsIn } from './causes-and-insights.ts';
import { choiceIn } from './choices.ts';
import { agrees, correctionIn } from './corrections.ts';
import type { FoundEvent, Origin } from './found.ts';

/** A text of the agent in a turn, and what came before and after it. */
interface Said {
  text: string;
  origin: Origin;
  /** How many edits of the turn came before it. */
  edits: number;
  /** Whether a call failed between the text before and this one. */
  hasFailure: boolean;
  /** The first edit that follows before the next text. */
  edit: { path: string; lines: string } | null;
}

/** A prompt, and what the agent said and did until the next one. */
interface Turn {
  prompt: { text: string; origin: Origin };
  /** Whether it is the first prompt of the session, which has nothing to correct or choose. */
  isFirst: boolean;
  /** The prompt is known to be a correction: a call was refused before it, or the agent interrupted. */
  isCorrection: boolean;
  /** Whether something failed in it, or was reported as failing and not changed since. */
  hasFault: boolean;
  texts: Said[];
  edits: number;
  /** Whether it changed more than documents. */
  hasCode: boolean;
  calls: number;
}

/** Documents repeat causes; what they say was not changed because of them. */
const DOCUMENT = /\.(?:md|mdx|txt|rst|adoc|org|tex|html?)$/i;
const READ = 8000;
/** Shorter texts between two calls say nothing. */
const LEAST = 40;
const LEAST_UNSPACED = 15;
const MOST_TEXTS = 80;

/** The turns of one session. */
export class Turns {
  #turn: Turn | null = null;
  #prompts = 0;
  #hasFailure = false;
  /** Whether a fault was shown or reported, and nothing was changed since. */
  #hasFault = false;
  /** The last answer of the turn before. */
  #before = '';

  /** The next prompt. `isAgain` tells that it replaces the one before. Returns what the turn before it stated. */
  prompt(text: string, origin: Origin, isAgain = false): FoundEvent[] {
    const found = this.end();
    if (!isAgain) this.#prompts++;
    this.#turn = {
      prompt: { text: text.slice(0, READ), origin },
      isFirst: this.#prompts === 1,
      isCorrection: false,
      hasFault: this.#hasFault || reportsFault(text),
      texts: [],
      edits: 0,
      hasCode: false,
      calls: 0,
    };
    // What was changed because of a cause did not help: it was not the cause.
    return isDisproved(text) ? found.filter(({ source }) => source?.from !== 'cause') : found;
  }

  /** The prompt is already known to be a correction. */
  corrected(): void {
    if (this.#turn !== null) this.#turn.isCorrection = true;
  }

  /** A text of the agent. */
  says(text: string, origin: Origin): void {
    const turn = this.#turn;
    if (turn === null || text.trim() === '') return;
    const said = { text: text.slice(0, READ), origin, edits: turn.edits, hasFailure: this.#hasFailure, edit: null };
    const isFull = turn.texts.length >= MOST_TEXTS;
    // The last text of a turn is its answer, so it replaces the one before.
    if (isFull) turn.texts.pop();
    turn.texts.push(said);
    this.#hasFailure = false;
  }

  /** A successful call, with the change it made to a file. */
  called(edit: Said['edit']): void {
    if (this.#turn === null) return;
    this.#turn.calls++;
    if (edit === null) return;
    this.#turn.edits++;
    if (!DOCUMENT.test(edit.path)) this.#turn.hasCode = true;
    const last = this.#turn.texts.at(-1);
    if (last !== undefined) last.edit ??= edit;
  }

  /** A failed call that is no ordinary friction. */
  failed(): void {
    if (this.#turn === null) return;
    this.#turn.calls++;
    this.#turn.hasFault = true;
    this.#hasFailure = true;
  }

  /** What the agent last said in the turn; empty if nothing. */
  get lastAnswer(): string {
    return this.#turn?.texts.at(-1)?.text ?? '';
  }

  /** The end of a turn: what it stated. */
  end(): FoundEvent[] {
    const turn = this.#turn;
    if (turn === null) return [];
    const asked = promptEvents(turn, this.#before);
    const found = [...asked.events, ...answerEvents(turn, asked.isObjection)];
    this.#before = turn.texts.at(-1)?.text ?? this.#before;
    this.#hasFault = turn.edits === 0 && turn.hasFault;
    this.#turn = null;
    this.#hasFailure = false;
    return found;
  }
}

/** What a prompt itself is: a correction, or a choice between what the answer before it offered. */
function promptEvents(turn: Turn, before: string): { events: FoundEvent[]; isObjection: boolean } {
  const { text, origin } = turn.prompt;
  if (turn.isCorrection) return { events: [], isObjection: true };
  if (turn.isFirst || text.startsWith('/') || planInPrompt(text) !== null) return { events: [], isObjection: false };
  const choice = choiceIn(text, before, origin);
  if (choice !== null) return { events: [choice], isObjection: false };
  const correction = correctionIn(text, turn.texts[0]?.text ?? '', origin);
  return correction === null ? { events: [], isObjection: false } : { events: [correction], isObjection: true };
}

/** The score from which a point is an event, and of a further one in the same turn. Tuned on the development set. */
const TELLING = 3;
const SECOND = 4;
interface Placed {
  said: Said;
  point: Point;
}

/** The events in the answers of a turn. `isObjection` tells that its prompt objects to what was done. */
function answerEvents(turn: Turn, isObjection: boolean): FoundEvent[] {
  const all = turn.texts
    .filter(({ text }) => text.length >= (UNSPACED.test(text) ? LEAST_UNSPACED : LEAST))
    .flatMap((said) => pointsIn(said.text).map((point) => ({ said, point })));
  const causes = causesIn(turn, all);
  const explained = new Set(causes.map(({ said }) => said));
  const points = all
    .map((each) => ({ ...each, score: each.point.score + bonusOf(turn, each) }))
    .filter(
      ({ point, score }) =>
        !point.isCause && score >= TELLING && (point.isMarked || !ADVISES.test(point.text) || isOwnMistake(point)),
    )
    // The first answer to an objection is about it, and the sentences around a cause belong to it.
    .filter(({ said, point }) => !(isObjection && said === turn.texts[0]) || isOwnMistake(point))
    .filter(({ said, point }) => point.isMarked || !explained.has(said))
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(1, mostIn(turn) - causes.length))
    .filter(({ score }, index) => index === 0 || score >= SECOND);
  return [...causes, ...points].map((placed) => eventOf(turn, placed));
}

/** How many events the answers of a turn give: a long one has more to say. */
function mostIn({ calls, edits }: Turn): number {
  return calls === 0 && edits === 0 ? 1 : Math.min(2 + Math.floor(calls / 15), 5);
}

/** The causes that a turn names: those in its report side by side, or else the last one on the way. */
function causesIn(turn: Turn, all: readonly Placed[]): Placed[] {
  const causes = all.filter(({ point }) => point.isCause);
  const reported = causes.filter(({ said }) => said === turn.texts.at(-1));
  if (reported.length > 0) return reported.slice(0, 2);
  // A statement on the way is only a step of a search, unless something was changed after it.
  return causes.filter(({ said, point }) => turn.edits > said.edits || isOwnMistake(point)).slice(-1);
}

/** What a point says more by its place and by who is to blame. */
function bonusOf(turn: Turn, { said, point }: Placed): number {
  const isAnswer = said === turn.texts.at(-1) && turn.edits === 0;
  const asks = turn.calls > 0 && /[?？]\s*$/.test(turn.prompt.text);
  return (
    (isAnswer ? (asks ? 2 : 1) : 0) +
    (said.edit === null ? 0 : said.hasFailure ? 3 : isDiagnosis(turn, said) ? 2 : 0.5) +
    (isOwnMistake(point) ? 2 : 0) +
    (said === turn.texts[0] && agrees(said.text) ? 1 : 0)
  );
}

/** Whether a text explains what the prompt reports as wrong: it comes right before the first edit. */
function isDiagnosis(turn: Turn, { edit, edits }: Said): boolean {
  return edit !== null && edits === 0 && reportsFault(turn.prompt.text);
}

function isOwnMistake({ text, why }: Point): boolean {
  return blamesItself([text, ...why].join(' '));
}

/** A cause is a mistake if something was wrong and the turn put it right, or if the agent says it is its own. */
function eventOf(turn: Turn, { said, point }: Placed): FoundEvent {
  const explains = point.isCause || (said.edit !== null && said.hasFailure) || isDiagnosis(turn, said);
  const isForeign = isOutside([point.text, ...point.why].join(' '));
  const isError = isOwnMistake(point) || (explains && turn.hasFault && turn.hasCode && !isForeign);
  const isProven = point.isCause && turn.hasFault && (isError || isForeign);
  return {
    tag: isError ? 'ERROR' : 'INSIGHT',
    text: point.text,
    details: point.why,
    origin: said.origin,
    source: isProven ? { from: 'cause', reference: '' } : null,
    ...(isError && said.edit !== null && said.edit.lines !== '' ? { diff: said.edit } : {}),
  };
}
