/**
 * A person says no: a tool call is refused, or the model is stopped, and the next prompt says what to do instead. Words
 * such as "no" alone tell nothing: in real sessions one prompt in a hundred and forty begins so, and one call in ten is refused.
 */
import { callName, targetOf } from './called.ts';
import type { Candidate, Origin } from './candidate.ts';
import { beginning } from './clean-line.ts';
import { isGoAhead } from './prompt.ts';
import type { ToolCall, ToolResult } from './record.ts';

const REFUSED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take)|The user (?:rejected|declined|denied)|User rejected|\[Request interrupted by user for tool use\])/;
const REASON = /(?:the user said:|The user provided the following (?:reason|feedback)[^:\n]{0,60}:)\s*([\s\S]+)$/;
const NOTE = /\n\s*\n?Note: The user's next message may contain[\s\S]*$/;
/** Tools that do nothing but ask: these cannot be stopped while they are at work. */
const ASKS = /^(?:AskUserQuestion|ExitPlanMode)$/;
const MOST_SHOWN = 3;
const READ = 8000;

/** Whether a person refused the call. The host says the same word of its own refusals, so its words decide. */
export function isRefusal({ text, isError }: ToolResult): boolean {
  return isError && REFUSED.test(text);
}

/** The refusals and interrupts of one session. */
export class Corrections {
  #refused: string[] = [];
  #isStopped = false;
  #unsaid = 0;

  /** A call that a person refused; an event at once if they said why. */
  refuse(call: ToolCall | null, result: ToolResult, origin: Origin): Candidate[] {
    const refused = call === null ? 'a tool call' : callWords(call);
    const reason = reasonOf(result);
    if (reason === '') {
      // The host writes the same of a call that is stopped while it runs.
      const outcome = ASKS.test(call?.name ?? '') ? 'refused' : 'refused or stopped';
      this.#refused.push(beginning(`${outcome} ${refused}`));
      return [];
    }
    if (isGoAhead(reason)) {
      this.#unsaid++;
      return [];
    }
    return [{ tag: 'USER-CORRECTION', text: reason, details: [`refused ${refused}`], origin }];
  }

  /** A person stopped the model. */
  interrupt(): void {
    this.#isStopped = true;
  }

  /** The next prompt: what the person wants instead, if they had said no. */
  prompt(text: string, origin: Origin): Candidate[] {
    const [refused, isStopped] = [this.#refused, this.#isStopped];
    this.#refused = [];
    this.#isStopped = false;
    if (refused.length === 0 && !isStopped) return [];
    if (isGoAhead(text)) {
      this.#unsaid++;
      return [];
    }
    const details = refused.length === 0 ? ['stopped the answer'] : refused.slice(0, MOST_SHOWN);
    return [{ tag: 'USER-CORRECTION', text, details, origin }];
  }

  /** Refusals and interrupts that nobody explained, once the session has ended. */
  get unsaid(): number {
    return this.#unsaid + (this.#refused.length > 0 || this.#isStopped ? 1 : 0);
  }
}

function callWords(call: ToolCall): string {
  const target = targetOf(call);
  return target === '' ? callName(call) : `${callName(call)}: ${target}`;
}

function reasonOf({ text }: ToolResult): string {
  return beginning((REASON.exec(text.slice(0, READ))?.[1] ?? '').replace(NOTE, ''));
}
