import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import { beginningLines } from '../clean-line.ts';
import { SLACK, timeText } from './moment.ts';

const MOST = 50;
/** The words of the host around a summary. */
const BEFORE = /^This session is being continued from a previous conversation[^\n]*\n+/;
const REMINDER = /<system-reminder>[\s\S]{0,20000}?<\/system-reminder>\s*/g;
const AFTER =
  /\n+(?:If you need specific details from before compaction|Please continue the conversation from where we left|Continue the conversation from where it left off)[\s\S]*$/;
const ANALYSIS = /^\s*(?:<analysis>[\s\S]{0,100000}?<\/analysis>|Analysis:\n[\s\S]{0,100000}?\n(?=Summary:))\s*/;

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

const READ = 200_000;

function summaryOf(text: string): string {
  return text
    .replace(BEFORE, '')
    .replace(REMINDER, '')
    .replace(ANALYSIS, '')
    .replace(/^\s*(?:<summary>|Summary:)\s*/, '')
    .replace(AFTER, '')
    .replace(/<\/summary>\s*$/, '');
}
