/**
 * Follows the turns of a session: a prompt, what the agent says and does, and its last answer. What a turn states is known
 * at its end, since an agent corrects itself on the way: of several causes named in one turn, the last one counts.
 */
import type { Origin } from '../candidate.ts';
import type { FoundEvent } from '../found-event.ts';
import { isGoAhead } from '../prompt.ts';
import { causeInBlock, mainPoint, type Reported, reportedIn } from './report.ts';
import { tagOfCause } from './statement.ts';
import { blocksOf } from './prose.ts';
import { agrees, correctionWords, objectionIn } from './yields.ts';

interface Said {
  text: string;
  origin: Origin;
  /** How many edits and calls of the turn came before it. */
  edits: number;
  calls: number;
}

/** A text of fewer characters reports nothing. */
const LEAST_REPORT = 200;
const READ = 8000;
/** The words without which no cause is looked for: most texts between calls only say what comes next. */
const MAY_STATE =
  /root|issue|problem|bug|cause|culprit|reason|turn(?:s|ed) out|found|error|mistake|★|ursache|fehler|grund|stellt|causa|error|cause|erreur|avère|trouvé|resulta|encontr|trovat|причин|проблем|оказ|наш|原因|問題|问题|原来|找到|원인|문제/i;
/** A turn of this many calls has looked into something. */
const SEARCHED = 3;

/** The turns of one session. */
export class Turns {
  #prompt: { text: string; origin: Origin } | null = null;
  #prompts = 0;
  #first: Said | null = null;
  #last: Said | null = null;
  #stating: Said[] = [];
  #edits = 0;
  #calls = 0;
  #isCorrected = false;

  /** The next prompt. Returns what the turn before it stated. */
  prompt(text: string, origin: Origin): FoundEvent[] {
    const found = this.end();
    this.#prompt = { text: text.slice(0, READ), origin };
    this.#prompts++;
    return found;
  }

  /** The prompt is already known to be a correction. */
  corrected(): void {
    this.#isCorrected = true;
  }

  /** A text of the agent. */
  says(text: string, origin: Origin): void {
    if (text.trim() === '') return;
    const said = { text: text.slice(0, READ), origin, edits: this.#edits, calls: this.#calls };
    this.#first ??= said;
    this.#last = said;
    if (this.#stating.length < MOST_STATING && MAY_STATE.test(said.text)) this.#stating.push(said);
  }

  /** A successful call. */
  called(isEdit: boolean): void {
    this.#calls++;
    if (isEdit) this.#edits++;
  }

  /** The end of a turn: what it stated. */
  end(): FoundEvent[] {
    const found = this.#prompt === null ? [] : [...this.#correction(), ...this.#statements()];
    this.#first = null;
    this.#last = null;
    this.#stating = [];
    this.#edits = 0;
    this.#calls = 0;
    this.#isCorrected = false;
    this.#prompt = null;
    return found;
  }

  /** The prompt as a correction: agreed to by the agent, or in the form of an objection. */
  #correction(): FoundEvent[] {
    const prompt = this.#prompt;
    // The first prompt of a session has nothing to correct.
    if (prompt === null || this.#isCorrected || this.#prompts < 2 || prompt.text.startsWith('/')) return [];
    if (isGoAhead(prompt.text)) return [];
    const isAgreed = this.#first !== null && agrees(this.#first.text);
    const isObjection = objectionIn(prompt.text) !== null;
    if (!isAgreed && !isObjection) return [];
    const { text, details } = correctionWords(prompt.text);
    if (text === '') return [];
    const recorded = isAgreed && isObjection ? ({ statement: 'correction', reference: '' } as const) : null;
    return [{ tag: 'USER-CORRECTION', text, details, origin: prompt.origin, recorded }];
  }

  #statements(): FoundEvent[] {
    const last = this.#last;
    const isReport = last !== null && (last.text.length >= LEAST_REPORT || this.#stating.length === 0);
    const turn = { hasEdits: this.#edits > 0, calls: this.#calls };
    const reported = last !== null && isReport ? reportedIn(last.text, turn) : [];
    const cause = reported.find((each) => each.cause !== null) ? null : this.#cause();
    const events = reported.map((each) => eventOf(each, last?.origin));
    const found = [...(cause === null ? [] : [cause]), ...events.flatMap((event) => event ?? [])];
    if (found.length > 0 || last === null || turn.hasEdits || this.#calls < SEARCHED) return found;
    const point = last.text.length >= LEAST_REPORT ? mainPoint(last.text) : null;
    return point === null
      ? []
      : [{ tag: 'INSIGHT', text: point.text, details: point.why, origin: last.origin, recorded: null }];
  }

  /** The last cause that the agent named on the way. */
  #cause(): FoundEvent | null {
    for (const { text, origin, edits } of this.#stating.toReversed()) {
      for (const block of blocksOf(text)) {
        const stated = causeInBlock(block);
        const isFixed = this.#edits > edits;
        // Where nothing was changed after it, only a strict statement holds: the others are steps of a search.
        if (stated === null || !(isFixed || stated.kind === 'strict' || text === this.#last?.text)) continue;
        const recorded = stated.kind === 'strict' || isFixed ? ({ statement: 'cause', reference: '' } as const) : null;
        return {
          tag: tagOfCause(stated, stated.kind, isFixed),
          text: stated.text,
          details: stated.why,
          origin,
          recorded,
        };
      }
    }
    return null;
  }
}

const MOST_STATING = 60;

function eventOf({ tag, text, why, cause, rank }: Reported, origin: Origin | undefined): FoundEvent | null {
  if (origin === undefined || rank < 3) return null;
  const recorded = cause === null ? null : ({ statement: 'cause', reference: '' } as const);
  return { tag, text, details: why, origin, recorded };
}
