import { oneLine } from '../text/clip.ts';
import { CAUSE_PATTERNS, PLAIN, TEST_PATTERNS } from './cause-patterns.ts';
import { withoutSequences } from './clean-line.ts';

/** An error tells its cause at its beginning or at its end. */
const READ = 8000;
const LINES = 200;
const LONGEST_LINE = 400;
/** What follows a line such as `error during build:`. */
const ANNOUNCED = 75;

const ABSENT = /\bno such file or directory\b|\bENOENT\b|\bdoes not exist\b|\b(?:is a|not a) directory\b/i;
const NO_WORDS = /^Exit code -?\d+$/;

/** What an error says of its cause. */
interface Cause {
  /** The line that says it, with the test before it that failed. */
  line: string;
  /** The same for failures that have the same cause; empty where the error says none. */
  form: string;
}

/** The cause of an error: the line that tells the most, the first of equals; of a Python traceback the last. */
export function causeOf(error: string): Cause {
  const lines = linesOf(error);
  const tests = lines.flatMap((line, at) => testIn(line, at) ?? []);
  const [test] = tests;
  const behind = test === undefined ? null : bestLine(lines.slice(test.at + 1));
  const best = behind !== null && behind.score >= ANNOUNCED ? behind : bestLine(lines);
  if (test === undefined) {
    const line = best?.line ?? oneLine(error.slice(0, READ));
    return { line: shown(line), form: NO_WORDS.test(line) ? '' : errorForm(shown(line)) };
  }
  const says = best !== null && best.score >= ANNOUNCED ? `: ${shown(best.line)}` : '';
  return { line: `${test.name}${says}`, form: tests.map(({ name }) => errorForm(name)).join('\n') };
}

/** Whether an error says that something is not there: which thing is then all that it says. */
export function isAbsence(line: string): boolean {
  return ABSENT.test(line);
}

/**
 * An error line without what differs from one try to the next: numbers, directories, hashes, times, and values that a test
 * compares. "held by process 17" and "held by process 18" are one error; "No such file" of two files are two, for
 * looking in two places repeats nothing, and so are a missing module a and a missing module b.
 */
export function errorForm(line: string): string {
  const start = line.slice(0, 300);
  if (isAbsence(start)) return start;
  const isCompared = /\b(?:expect|expected|received|assert\w*|to (?:be|equal)|should)\b/i.test(start);
  return start
    .replace(/(["'`])(.{0,200}?)\1/g, (quoted, _, value) =>
      isCompared || !/^[^\s]*[A-Za-z]\S*$/.test(value) ? '…' : quoted,
    )
    .replace(/(?:[A-Za-z]:)?[\\/](?:tmp|var[\\/]folders)[\\/][\w.\\/~-]+/g, '…')
    .replace(/(?:[A-Za-z]:)?[\w.~-]*[\\/](?:[\w.~-]+[\\/])*(?=[\w.~-])/g, '…/')
    .replace(/\b0x[\da-f]+\b|\b(?=[\da-f]*\d)[\da-f]{7,}\b|\d+/gi, '#');
}

function linesOf(error: string): string[] {
  const text = error.length <= 2 * READ ? error : `${error.slice(0, READ)}\n${error.slice(-READ)}`;
  const lines = withoutSequences(text)
    .replace(/<\/?(?:tool_use_error|error|persisted-output)>/g, '')
    .split('\n')
    .map((line) => oneLine(line.slice(0, LONGEST_LINE)))
    .filter((line) => line !== '' && !NO_WORDS.test(line));
  return lines.length <= 2 * LINES ? lines : [...lines.slice(0, LINES), ...lines.slice(-LINES)];
}

function testIn(line: string, at: number): { name: string; at: number } | null {
  for (const { pattern } of TEST_PATTERNS) {
    const [, name] = pattern.exec(line) ?? [];
    if (name !== undefined) return { name, at };
  }
  return null;
}

function bestLine(lines: readonly string[]): { line: string; score: number } | null {
  const isTraceback = lines.some((line) => line.startsWith('Traceback (most recent call last)'));
  let best = null as { line: string; score: number } | null;
  let isAnnounced = false;
  for (const line of lines) {
    const pattern = CAUSE_PATTERNS.find((each) => each.pattern.test(line));
    const own = pattern?.score ?? PLAIN;
    const score = isAnnounced && own >= PLAIN ? Math.max(own, ANNOUNCED) : own;
    isAnnounced = pattern?.name === 'leads to the next line';
    const least: number = best?.score ?? -1;
    const isLast = isTraceback && pattern?.name === 'exception' && score === least;
    if (score > least || isLast) best = { line, score };
  }
  return best;
}

/** `Error: ` alone says nothing, and pytest marks its lines. */
function shown(line: string): string {
  return line.replace(/^(?:Error: |E {1,7})(?=\S)/, '');
}
