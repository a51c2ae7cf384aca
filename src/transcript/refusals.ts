/**
 * Finds corrections: a person refuses a tool call or interrupts the model, and the reason or the next prompt says what to do
 * instead. Not every prompt after an interrupt does: people also approve, type their prompt again, ask something, or go on
 * with the next task. Corrections in words alone are in corrections.ts.
 */

import { callName, targetOf } from './called.ts';
import { beginning } from './clean-line.ts';
import { correctionWords, objectionIn } from './corrections.ts';
import { saySame } from './evidence.ts';
import type { InferredEvent, Origin } from './found-events.ts';
import { isGoAhead } from './prompts.ts';
import type { ToolCall, ToolResult } from './records.ts';

const REFUSED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take)|The user (?:rejected|declined|denied)|User rejected|\[Request interrupted by user for tool use\])/;
const REASON = /(?:the user said:|The user provided the following (?:reason|feedback)[^:\n]{0,60}:)\s*([\s\S]+)$/;
const NOTE = /\n\s*\n?Note: The user's next message may contain[\s\S]*$/;
/** What the host writes in the place of a reason. */
const HOSTS = /^The user wants to clarify|^Implement the following plan:|^\(no reason|^No reason/i;
/** Tools that only ask a question, so they cannot be stopped while they run. */
const ASKS = /^(?:AskUserQuestion|ExitPlanMode)$/;
/** Begins by approving. A rule on phrases. */
const APPROVES =
  /^(?:ok(?:ay)?|yes|yep|yeah|sure|great|good|perfect|nice|awesome|thanks?|thx|cool|alright|ja|genau|super|passt|sí|si|vale|perfecto|oui|d['’]accord|parfait|sim|perfeito|sì|perfetto|да|отлично|はい|いいね|好|可以|네)(?![\p{L}\p{N}])|^(?:it |that |this )?(?:works|worked|is working)\b/iu;
/** Begins the next task. A rule on phrases. */
const NEXT =
  /^(?:(?:now|next|then|also|and)[, ]+)?(?:can|could|would) you\b|^(?:now|next|let['’]?s (?:now|move)|als nächstes|jetzt|ahora|maintenant|agora|ora|теперь|次に|接下来)(?![\p{L}\p{N}])/iu;
const MOST_SHOWN = 3;
/** Who stops the agent means it. */
const MEANT = 4;
const READ = 8000;

/** Whether a person refused the call. The host marks its own refusals the same way, so the message decides. */
export function isRefusal({ text, isError }: ToolResult): boolean {
  return isError && REFUSED.test(text);
}

/** The refusals and interrupts of one session. */
export class Corrections {
  #refused: string[] = [];
  #isStopped = false;
  /** The last prompt. */
  #before = '';

  /** A refused call. It is an event at once if the person gave a reason. */
  refuse(call: ToolCall | null, result: ToolResult, origin: Origin): InferredEvent[] {
    const refused = call === null ? 'a tool call' : callWords(call);
    const reason = reasonOf(result);
    if (reason === '') {
      // The host records a call that is stopped while it runs in the same way.
      const outcome = ASKS.test(call?.name ?? '') ? 'refused' : 'refused or stopped';
      this.#refused.push(beginning(`${outcome} ${refused}`));
      return [];
    }
    if (!this.#corrects(reason, true)) return [];
    return [correction(reason, [`refused ${refused}`], origin)];
  }

  /** The person interrupted the model. */
  interrupt(): void {
    this.#isStopped = true;
  }

  /** The next prompt: the correction, if something was refused or interrupted before. */
  prompt(text: string, origin: Origin): InferredEvent[] {
    const [refused, isStopped] = [this.#refused, this.#isStopped];
    this.#refused = [];
    this.#isStopped = false;
    const corrects = this.#corrects(text, false);
    this.#before = text.slice(0, READ);
    if ((refused.length === 0 && !isStopped) || !corrects) return [];
    const details = refused.length === 0 ? ['interrupted the answer'] : refused.slice(0, MOST_SHOWN);
    return [correction(text, details, origin)];
  }

  /** Whether words after a refusal or an interrupt correct. A reason that was typed into the refusal mostly does. */
  #corrects(words: string, isReason: boolean): boolean {
    const text = words.trim();
    if (HOSTS.test(text) || isGoAhead(text)) return false;
    if (objectionIn(text) !== null) return true;
    const isQuestion = /[?？]\s*$/.test(text.slice(0, READ));
    if (isQuestion || APPROVES.test(text)) return false;
    return isReason || !(NEXT.test(text) || this.#isRetyped(text));
  }

  /** Whether a prompt repeats the one before, perhaps with an addition. */
  #isRetyped(text: string): boolean {
    const [now, before] = [plainWords(text), plainWords(this.#before)];
    if (now === '' || before === '') return false;
    if (now.startsWith(before) || before.startsWith(now)) return true;
    return saySame({ text, details: '' }, { text: this.#before, details: '' });
  }
}

function correction(said: string, done: readonly string[], origin: Origin): InferredEvent {
  const { text, details } = correctionWords(said);
  return {
    tag: 'USER-CORRECTION',
    text: text === '' ? said : text,
    details: [...details, ...done],
    origin,
    salience: MEANT,
  };
}

function plainWords(text: string): string {
  return text
    .slice(0, READ)
    .toLowerCase()
    .replace(/[\s.,;:!?]+/g, ' ')
    .trim();
}

function callWords(call: ToolCall): string {
  const target = targetOf(call);
  return target === '' ? callName(call) : `${callName(call)}: ${target}`;
}

/** What the person said with a refusal; empty if nothing. */
export function reasonOf({ text }: ToolResult): string {
  const said = beginning((REASON.exec(text.slice(0, READ))?.[1] ?? '').replace(NOTE, ''));
  return HOSTS.test(said) ? '' : said;
}
