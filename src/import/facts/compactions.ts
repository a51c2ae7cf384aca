import type { FactsBody } from '#src/facts/facts.ts';
import { type Compaction, compaction, SUMMARIES } from '#src/facts/kept-compactions.ts';
import { beginningLines } from '../clean-line.ts';
import { summaryOf } from './compaction-summary.ts';
import { SLACK, timeText } from './moment.ts';

/** What compactions kept of the conversation. */
export class Compactions {
  readonly #kept: FactsBody['compactions'] = [];
  #trigger: Compaction['trigger'];

  /** The record before the summary. */
  begin(trigger: Compaction['trigger']): void {
    this.#trigger = trigger;
  }

  /** The record with the summary. */
  add(texts: readonly string[], at: number): void {
    const kept = keptSummary(texts.join('\n'));
    if (kept.summary !== '') this.#kept.push(compaction({ ...kept, at: timeText(at), trigger: this.#trigger }));
    this.#trigger = undefined;
    if (this.#kept.length > SUMMARIES.listed) this.#kept.shift();
  }

  end(): FactsBody['compactions'] {
    return this.#kept;
  }
}

/** The summary, cut a little above the limit, and how many characters exceed the limit. */
function keptSummary(text: string): Pick<Compaction, 'summary' | 'cut'> & { cut: number } {
  const summary = summaryOf(text);
  const kept = beginningLines(summary, SUMMARIES.longest + SLACK);
  return { summary: kept, cut: Math.max(0, summary.length - SUMMARIES.longest) };
}
