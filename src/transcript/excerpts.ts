/**
 * Excerpts of a transcript around its best found events, for who tells the story of a session after its transcript is gone:
 *
 *     User: The login page is empty again
 *     Agent: The list was empty because …
 *     User: good, commit it
 */
import { beginningLines } from './clean-line.ts';

/** Of how many events excerpts are kept, and how long each is, in characters. */
export const EXCERPTS = { most: 8, longest: 1200 };

/** How much of each message is kept while a transcript is read. The margin is for secrets, which are removed later. */
const MESSAGE = 700;
/** The longest messages before and after the event's own. */
const AROUND = 300;

interface Said {
  record: string;
  who: 'User' | 'Agent';
  text: string;
}

/** Keeps the beginnings of what was said in a session, to quote from. */
export class Excerpts {
  readonly #said: Said[] = [];
  /** The message that each record is, or that came before it. */
  readonly #places = new Map<string, number>();

  /** Adds a record. Without words, as a tool's result, it belongs to the message before it. `isPrompt` if a person wrote it. */
  add(record: string, texts: readonly string[], isPrompt: boolean): void {
    const text = beginningLines(texts.join('\n\n').slice(0, MESSAGE * 2), MESSAGE);
    if (text !== '') this.#said.push({ record, who: isPrompt ? 'User' : 'Agent', text });
    this.#places.set(record, this.#said.length - 1);
  }

  /** What was said around these records, each once: the message before, the record's own, and the one after it. */
  around(records: readonly string[]): { record: string; text: string }[] {
    return [...new Set(records)].flatMap((record) => {
      const place = this.#places.get(record) ?? -1;
      const own = this.#said[place];
      if (own === undefined) return [];
      const near = this.#said.slice(Math.max(0, place - 1), place + 2);
      const lines = near.map((each) => `${each.who}: ${each === own ? each.text : each.text.slice(0, AROUND)}`);
      return [{ record, text: lines.join('\n') }];
    });
  }
}
