/**
 * Codes with which a person agrees to a change of memory on a page. Everything that runs as the owner can send requests to
 * the dev server with any header, and can read what a browser keeps on the disk: so can the agent, whose memory this is.
 * But it cannot read the terminal in which the owner started the server. So each change takes a code that appears only
 * there. It is good for one change, as it was shown, and once.
 */
import { randomInt } from 'node:crypto';
import { Refusal } from './edit-request.ts';

/** Without those that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 6;
/** How long a code is valid (ms). */
const LASTS = 10 * 60 * 1000;
/** After so many wrong codes somebody is guessing. */
const MOST_WRONG = 10;
/** How many codes can be open at once. */
const MOST_OPEN = 20;

interface Code {
  text: string;
  until: number;
}

export class OneTimeCodes {
  readonly #tell: (sentence: string) => void;
  readonly #now: () => number;
  /** By the change it is for, oldest first. */
  readonly #open = new Map<string, Code>();
  #wrong = 0;

  /** `tell` prints a sentence in the terminal of the owner. */
  constructor(tell: (sentence: string) => void, now: () => number = Date.now) {
    this.#tell = tell;
    this.#now = now;
  }

  /** Prints the code for a change; `what` says to the person what it does: `apply p-12150d to feedback_money.md`. */
  offer(change: string, what: string): void {
    this.#requireTrust();
    const code = this.#valid(change) ?? { text: newCode(), until: this.#now() + LASTS };
    this.#open.delete(change);
    this.#open.set(change, code);
    for (const [oldest] of this.#open) if (this.#open.size > MOST_OPEN) this.#open.delete(oldest);
    this.#tell(`Code to ${what}: ${code.text} (type it on the page; if you did not ask for this there, ignore it)`);
  }

  /** Uses up the code for a change. Refuses a wrong one and one that is no longer valid. */
  take(change: string, given: string): void {
    this.#requireTrust();
    const code = this.#valid(change);
    if (code?.text === given.toLowerCase().replace(/[\s-]/g, '')) {
      this.#open.delete(change);
      return;
    }
    this.#wrong++;
    if (this.#wrong >= MOST_WRONG) this.#tell(`${MOST_WRONG} wrong codes were typed or sent. ${CLOSED}`);
    throw new Refusal(
      403,
      code
        ? 'This is not the code for this change. Look at the last one in the terminal of chronicle dev. Nothing was changed.'
        : 'This code is no longer valid. Close this question and decide again. Nothing was changed.',
    );
  }

  #valid(change: string): Code | null {
    const code = this.#open.get(change);
    return code && code.until > this.#now() ? code : null;
  }

  #requireTrust(): void {
    if (this.#wrong >= MOST_WRONG)
      throw new Refusal(403, `There were too many wrong codes. ${CLOSED} Nothing was changed.`);
  }
}

const CLOSED = 'Pages cannot change memory until chronicle dev is started again.';

function newCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
