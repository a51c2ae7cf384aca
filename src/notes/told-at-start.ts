/** What hooks told a session at its start: which layers were on, and which records its briefing showed. */
import type { FactsHead } from '../transcript/facts.ts';
import { shownIds } from './briefing.ts';
import { toldOfNotes } from '../record/reminder.ts';

type Told = NonNullable<FactsHead['layers']>['notes'];

/**
 * Which layers were on in a session, by the reminders that its transcript records. Whether the agent then wrote notes does
 * not matter.
 */
export class ToldLayers {
  #notes: Told | null = null;

  /** What hooks told the agent at a start or after a compaction. */
  start(contexts: readonly string[]): void {
    for (const context of contexts) {
      const isTold = toldOfNotes(context);
      if (isTold === null) continue;
      const told = isTold ? 'on' : 'off';
      this.#notes = this.#notes === null || this.#notes === told ? told : 'changed';
    }
  }

  end(): Pick<FactsHead, 'layers'> {
    return this.#notes === null ? {} : { layers: { notes: this.#notes } };
  }
}

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
