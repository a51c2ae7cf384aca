import { neutralLine } from '../text/neutral-line.ts';
import { promptIn } from './prompts.ts';
import type { TranscriptRecord } from './records.ts';

/** A line of a message, for a model to read. */
const LONGEST_LINE = 2000;
/** Of a longer message, the beginning (characters). */
const LONGEST = 12_000;

/**
 * What a person or the agent said in a record, for another session to read: one safe line for each of its lines. Empty for
 * tool calls, results, and what the host wrote.
 */
export function saidIn({ type, texts, isHosts }: TranscriptRecord): string {
  const said = type === 'assistant' ? texts : isHosts ? [] : texts.filter((text) => promptIn([text]) !== null);
  const text = said.join('\n');
  const lines = text
    .slice(0, LONGEST)
    .split('\n')
    .map((line) => neutralLine(line, LONGEST_LINE))
    .filter((line) => line !== '');
  if (lines.length === 0) return '';
  const rest = text.length > LONGEST ? [`(${text.length - LONGEST} more characters are left out.)`] : [];
  return [`${type === 'assistant' ? 'Claude' : 'User'}: ${lines[0]}`, ...lines.slice(1), ...rest].join('\n');
}
