import { oneLine } from '../text/clip.ts';
import { withoutSequences } from './clean-line.ts';

/** How much a line of an error tells of its cause, by what kind of line it is. */
interface CausePattern {
  name: string;
  score: number;
  pattern: RegExp;
}

/** A line that says nothing known, as `Loading...`. */
const PLAIN = 10;

/** The first that fits a line counts: what looks like a cause and is none stands before what it looks like. */
const CAUSE_PATTERNS: readonly CausePattern[] = [
  { name: 'no word', score: 0, pattern: /^[^A-Za-z\u00c0-\uffff]*$/ },
  { name: 'echo of a script', score: 0, pattern: /^> (?!Task|Could|A |There|No |Process|Failed|Execution|Cannot)/ },
  { name: 'place in a stack', score: 0, pattern: /^(?:at |File "|from \/|Node\.js v\d|goroutine \d|stack backtrace)/ },
  { name: 'note of TAP', score: 5, pattern: /^(?:#|TAP version|\.\.\.$|---$)/ },
  { name: 'warning', score: 5, pattern: /^(?:\S+[:\s] ?)?(?:\[?warn(?:ing)?\b\]?|deprecat|hint:|note:|notice\b)/i },
  { name: 'output of a test follows', score: 5, pattern: /^-{3,} .* -{3,}$/ },
  { name: 'traceback follows', score: 5, pattern: /^Traceback \(most recent call last\):?$/ },
  {
    name: 'sum of what failed',
    score: 30,
    pattern:
      /^(?:error(?:: aborting due to|: could not compile|: test failed|: Recipe)|error Command failed|\[ERROR\] (?:Failed to execute goal|There are test failures|BUILD|COMPILATION|Tests run|Failures:|->|For more|Re-run|To see|\[Help)|npm (?:ERR!|error) (?:Lifecycle|code|path|command|errno|syscall|workspace|location|Test failed|A complete)|ELIFECYCLE|ERR_PNPM_RECURSIVE|make(?:\[\d+\])?: \*\*\* \[|FAILURE: Build failed|BUILD FAILED|Execution failed for task|FAIL$|\d+ failing|FAILED \((?:failures|errors)|=+ .* (?:failed|error)|Tests?(?::| Suites| Files)|Test Suites)/i,
  },
  {
    name: 'leads to the next line',
    score: 20,
    pattern: /^(?:.*\b(?:error|failed|failures?|wrong|tests|cause)\b.*):$/i,
  },
  {
    name: 'crash',
    score: 95,
    pattern: /\b(?:segmentation fault|core dumped|bus error|out of memory|stack overflow)\b|panicked at|^panic: /i,
  },
  {
    name: 'exception',
    score: 90,
    pattern:
      /^(?:E +|Uncaught |Caused by: |Exception in thread "[^"]*" )?(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt)(?: \[\w+\])?(?:: ?\S|$)/,
  },
  { name: 'assertion of pytest', score: 85, pattern: /^E +(?:assert|\S)/ },
  {
    name: 'place and error of a compiler',
    score: 85,
    pattern: /^\S+?[:(]\d+(?:[:,]\d+)?\)?:? (?:- )?(?:fatal )?error\b/,
  },
  { name: 'place in a test of Go', score: 85, pattern: /^\w+_test\.go:\d+: / },
  { name: 'error of rustc', score: 85, pattern: /^error(?:\[E\d+\])?: \S/ },
  { name: 'error of javac', score: 85, pattern: /^\[ERROR\] \S+\.(?:java|kt|scala):/ },
  { name: 'error of eslint', score: 85, pattern: /^\d+:\d+ +error\b/ },
  { name: 'target of make', score: 85, pattern: /^make(?:\[\d+\])?: \*\*\* No / },
  { name: 'error of pnpm', score: 85, pattern: /^ERR_PNPM_\w+/ },
  {
    name: 'error of docker',
    score: 85,
    pattern: /Error response from daemon|^Cannot connect to the Docker daemon|^ERROR: failed to solve/,
  },
  { name: 'push of git', score: 85, pattern: /^! \[(?:remote )?rejected\]/ },
  { name: 'error of git', score: 82, pattern: /^(?:fatal|error): \S/i },
  { name: 'error of curl', score: 85, pattern: /^curl: \(\d+\)/ },
  { name: 'error of ssh', score: 85, pattern: /^ssh: |Permission denied \(/ },
  { name: 'error of psql', score: 85, pattern: /^psql: |^(?:psql:\S+ )?(?:ERROR|FATAL): +\S/ },
  { name: 'error of npm', score: 80, pattern: /^npm (?:ERR!|error) \S/ },
  { name: 'error of maven', score: 80, pattern: /^\[ERROR\] \S/ },
  { name: 'reason of gradle', score: 80, pattern: /^> (?:Could|A |There|No |Process|Failed|Cannot)/ },
  {
    name: 'error of a program',
    score: 60,
    pattern:
      /^[\w./+-]{1,60}: \S.*\b(?:no|not|cannot|can't|denied|failed|error|invalid|unknown|missing|unable|refused)\b/i,
  },
  {
    name: 'sounds like an error',
    score: 50,
    pattern:
      /\b(?:error|fail(?:ed|ure|s)?|fatal|denied|refused|not found|cannot|can't|could not|couldn't|unable|no such|missing|invalid|exception|panic|undefined|unexpected|timed out|rejected|approval|granted)\b/i,
  },
];

/** Lines that name a test that failed, each with the name as its first group. */
const TEST_PATTERNS: readonly Omit<CausePattern, 'score'>[] = [
  { name: 'vitest', pattern: /^(?:FAIL|×|✗|✕) +((?:\|[^|]+\| +)?\S.* > .+?)(?: \d+ ?ms)?$/ },
  { name: 'jest', pattern: /^(● .+)$/ },
  { name: 'TAP', pattern: /^(not ok \d+(?: -)? (?!.*# (?:TODO|SKIP))\S.*)$/i },
  { name: 'node:test', pattern: /^(✖ (?!failing tests).+?)(?: \([\d.]+ms\))?$/ },
  { name: 'pytest', pattern: /^FAILED (\S+::\S+)/ },
  { name: 'unittest', pattern: /^((?:FAIL|ERROR): \S+ \(.+\))$/ },
  { name: 'go test', pattern: /^--- (FAIL: \S+)/ },
  { name: 'cargo test', pattern: /^test (\S+) \.\.\. FAILED$/ },
  { name: 'mocha', pattern: /^(\d+\) \S.*)$/ },
  { name: 'maven', pattern: /^\[ERROR\] +((?:\w+\.)*\w+(?:Test|Tests|IT)\.\w+)(?::\d+)? / },
  { name: 'gradle', pattern: /^(\S+ > .+) FAILED$/ },
];

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
