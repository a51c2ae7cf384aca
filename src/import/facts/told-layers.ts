import type { FactsHead } from '#src/facts/facts.ts';
import { toldOfNotes } from '#src/record/reminder.ts';

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
