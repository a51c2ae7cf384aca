import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import { beginningLines } from '../clean-line.ts';
import { SLACK, timeText } from './moment.ts';

const MOST = 50;
/** The words of the host around a summary, in all versions. */
const BEFORE = /^This session is being continued from a previous conversation[^\n]*\n/;
const AFTER = [
  '\nIf you need specific details from before compaction',
  '\nPlease continue the conversation from where we left',
  '\nContinue the conversation from where it left off',
];
/** The first of these is the summary's own beginning. */
const STARTS = ['<summary>', 'Summary:\n'];

/** What compactions kept of the conversation. */
export class Compactions {
  readonly #kept: FactsBody['compactions'] = [];

  /** The record with the summary. */
  add(texts: readonly string[], at: number): void {
    if (this.#kept.length >= MOST) return;
    const summary = beginningLines(summaryOf(texts.join('\n').slice(0, READ)), LONGEST.summary + SLACK);
    if (summary !== '') this.#kept.push({ summary, at: timeText(at) });
  }

  end(): FactsBody['compactions'] {
    return this.#kept;
  }
}

const READ = 100_000;

function summaryOf(text: string): string {
  const ends = AFTER.map((words) => text.lastIndexOf(words)).filter((at) => at !== -1);
  const said = text.slice(0, ends.length === 0 ? undefined : Math.min(...ends)).replace(BEFORE, '');
  // What the model thought before it, and reminders of the host.
  const starts = STARTS.map((word) => said.indexOf(word) + word.length).filter(
    (at, index) => at >= (STARTS[index]?.length ?? 0),
  );
  const begun = starts.length === 0 ? said : said.slice(Math.min(...starts));
  return begun.trim().replace(/<\/summary>$/, '');
}
