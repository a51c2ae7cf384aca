import { oneLine } from '../text/clip.ts';
import { withoutSequences } from './clean-line.ts';

const READ = 8000;
const LINES = 200;
const TELLING =
  /\b(?:error|fail(?:ed|ure|s)?|fatal|denied|refused|not found|cannot|can't|could not|couldn't|unable|no such|missing|invalid|exception|panic|undefined|unexpected|timed out|rejected|approval|granted)\b/i;

const ABSENT = /\bno such file or directory\b|\bENOENT\b|\bdoes not exist\b|\b(?:is a|not a) directory\b/i;

/** The line of an error that says what was wrong: the first that sounds like it, else the first of all. */
export function errorLine(error: string): string {
  const lines = withoutSequences(error.slice(0, READ))
    .replace(/<\/?(?:tool_use_error|error|persisted-output)>/g, '')
    .split('\n', LINES)
    .map((line) => oneLine(line.replace(/^\s*Error: (?=\S)/, '')))
    .filter((line) => line !== '' && !/^Exit code -?\d+$/.test(line));
  return lines.find((line) => TELLING.test(line)) ?? lines[0] ?? oneLine(error.slice(0, READ));
}

/** Whether an error says that something is not there: which thing is then all that it says. */
export function isAbsence(line: string): boolean {
  return ABSENT.test(line);
}

/**
 * An error line without what differs from one try to the next: numbers, paths, quoted words. "held by process 17" and
 * "held by process 18" are one error; "No such file" of two files are two, for looking in two places repeats nothing.
 */
export function errorForm(line: string): string {
  const start = line.slice(0, 300);
  if (isAbsence(start)) return start;
  return start
    .replace(/(["'`]).{0,200}?\1/g, '…')
    .replace(/(?:[A-Za-z]:)?[\w.~-]*[\\/][\w.\\/~-]+/g, '…')
    .replace(/\b0x[\da-f]+\b|\b[\da-f]{7,}\b|\d+/gi, '#');
}
