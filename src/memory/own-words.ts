/**
 * What of a prompt a person wrote with their own hands: no pasted mail, log, diff or code, no plan, no command. A prompt is
 * often two lines of the person's around fifty lines of somebody else's, so that of a long one only its ends count.
 */
import { planInPrompt } from '#src/transcript/dialogs.ts';
import { fencedLines } from '#src/lib/fenced-lines.ts';

/** A person's text of more lines than these has pasted lines in it. */
const MOST_LINES = 3;
/** A request is short. What is longer tells a story, and is only read once. */
const LONGEST_LINE = 600;
const LONGEST_SENTENCE = 120;

/** Lines that nobody types: times, quotes, lists, tables, diffs, paths, prompts of a shell, frames of a stack. */
const PASTED =
  /^\s*(?:\[?\d{1,4}[-:/.]\d{1,2}[-:/. T]|[-*•>|+$%{}[\]<(]|@@|#{1,6}\s|\d{1,3}[.)]\s|at \S+ ?\(|[\w.-]*\/[\w./-]+(?::\d+|\s*$)|[A-Z_]{3,}[ :=]|Traceback|\S+(?:Error|Exception)\b)|[;{}]\s*$/u;
/** A field, as in the head of a mail or in a form. A person who writes one line may begin it so. */
const FIELD = /^\s*\p{L}[\p{L}\p{N} ._-]{0,24}:(?:\s|$)|:\s*$/u;

const ENDS = /(?<=[.!?…])["')\]]*\s+|(?<=[。！？])/u;

/** The sentences of a prompt that are its author's own. */
export function ownSentences(prompt: string): string[] {
  if (prompt.startsWith('/') || planInPrompt(prompt) !== null) return [];
  return ownLines(prompt)
    .flatMap((line) => line.replace(/`[^`]*`|https?:\S+/g, ' _ ').split(ENDS))
    .map((sentence) => sentence.replace(/[\s.!?…。！？"')\]]+$/u, '').trim())
    .filter((sentence) => sentence !== '' && sentence.length <= LONGEST_SENTENCE);
}

function ownLines(prompt: string): string[] {
  const all = prompt.split('\n');
  const code = fencedLines(all);
  const lines = all.map((line, at) => (code.has(at) ? '```' : line)).filter((line) => line.trim() !== '');
  const isOwn = (line: string | undefined): line is string =>
    line !== undefined &&
    line.length <= LONGEST_LINE &&
    line !== '```' &&
    !PASTED.test(line) &&
    !(lines.length > 1 && FIELD.test(line));
  const [first] = lines;
  if (lines.length <= MOST_LINES && lines.every(isOwn)) return lines;
  // Whoever pastes something first says little about it, and its last line is somebody else's.
  if (!isOwn(first)) return [];
  const last = lines.at(-1);
  return lines.length > MOST_LINES && isOwn(last) && isProse(last) ? [first, last] : [first];
}

/** Whether a line reads as said, and is not the end of a list of names or figures. */
function isProse(line: string): boolean {
  return (line.match(/[\p{L}]+/gu) ?? []).length >= 3 || /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}/.test(line);
}
