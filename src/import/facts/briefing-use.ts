import type { FactsHead } from '#src/facts/facts.ts';
import { shownIds } from '#src/notebook/briefing.ts';

/** A briefing shows some 40 records. */
const MOST = 60;

/** Which records briefings showed a session, and which of them the agent then named in a command of ours. */
export class BriefingUse {
  readonly #shown = new Set<string>();
  readonly #used = new Set<string>();

  /** What hooks told the agent at a start. */
  start(contexts: readonly string[]): void {
    for (const id of contexts.flatMap(shownIds)) if (this.#shown.size < MOST) this.#shown.add(id);
  }

  /** A shell command. */
  command(text: string): void {
    if (this.#shown.size === 0 || !/\bchronicle\s/.test(text)) return;
    for (const id of this.#shown) if (names(text, id)) this.#used.add(id);
  }

  end(): Pick<FactsHead, 'briefing'> {
    return this.#shown.size === 0 ? {} : { briefing: { shown: [...this.#shown], used: [...this.#used] } };
  }
}

/** Whether a text contains an id as a whole: `o-12ab34` is not part of `o-12ab34-2`. */
function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1))
    if (!/^[0-9a-f]|^-\d/.test(text.slice(at + id.length, at + id.length + 2))) return true;
  return false;
}
