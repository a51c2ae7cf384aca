import type { Origin } from '../found-event.ts';
import { UNSPACED } from '../unspaced.ts';

/** A text of the agent in a turn, and what came before and after it. */
export interface Said {
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
export interface Turn {
  prompt: { text: string; origin: Origin };
  /** Whether it is the first prompt of the session, which has nothing to correct or choose. */
  isFirst: boolean;
  /** The prompt is known to be a correction: a call was refused before it, or the agent interrupted. */
  isCorrection: boolean;
  /** The texts that are long enough to say something. */
  texts: Said[];
  first: Said | null;
  last: Said | null;
  edits: number;
  /** The paths that its edits changed, and the lines that were there before. */
  changed: string;
  calls: number;
  /** Whether a line of code was replaced after a call failed, and the call then succeeded. */
  isMended: boolean;
  /** Whether a line of code was replaced. */
  hasReplaced: boolean;
  /** Whether a call failed in it, or something reported before is still open. */
  hasFault: boolean;
  /** The names of calls that failed and did not succeed later in the turn. */
  unresolved: Set<string>;
}

const READ = 8000;
/** Shorter texts between two calls say nothing. */
const LEAST = 40;
const LEAST_UNSPACED = 15;
const MOST_TEXTS = 80;

/** A turn that begins with a prompt. */
export function newTurn(text: string, origin: Origin, isFirst: boolean): Turn {
  const prompt = { text: text.slice(0, READ), origin };
  const none = {
    texts: [],
    first: null,
    last: null,
    edits: 0,
    changed: '',
    calls: 0,
    isMended: false,
    hasReplaced: false,
    hasFault: false,
  };
  return { prompt, isFirst, isCorrection: false, ...none, unresolved: new Set() };
}

/** Adds a text of the agent. */
export function addText(turn: Turn, text: string, origin: Origin, hasFailure: boolean): void {
  const said: Said = { text: text.slice(0, READ), origin, edits: turn.edits, hasFailure, edit: null };
  turn.first ??= said;
  turn.last = said;
  const least = UNSPACED.test(said.text) ? LEAST_UNSPACED : LEAST;
  if (said.text.length >= least && turn.texts.length < MOST_TEXTS) turn.texts.push(said);
}
