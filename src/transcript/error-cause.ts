/** Finds the cause of an error in what a call printed: the line that says most, and the names of failed tests. */
import { oneLine } from '#src/lib/text/clip.ts';
import { withoutSequences } from './clean-line.ts';

/** The score of any other line, such as `Loading...`, and of the line after one such as `error during build:`. */
const PLAIN = 10;
const ANNOUNCED = 75;
const ANNOUNCES = /^(?:.*\b(?:error|failed|failures?|wrong|tests|cause)\b.*):$/i;
const EXCEPTION =
  /^(?:E +|Uncaught |Caused by: |Exception in thread "[^"]*" )?(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt)(?: \[\w+\])?(?:: ?\S|$)/;
/**
 * How much a kind of line says about the cause. The first match counts, so lines that only look like a cause come before the
 * pattern they look like.
 */
const SCORES: readonly [score: number, line: RegExp][] = [
  // No words
  [0, /^[^A-Za-z\u00c0-\uffff]*$/],
  // Passed
  [5, /^(?:ok\b|PASS\b|[✓✔√]|- \[x\])|(?:\s|: )(?:ok|passed|PASS(?:ED)?|\.\.\. ok|done)[.!]?$/],
  // The echo of a script, frames of a stack
  [0, /^> (?!Task|Could|A |There|No |Process|Failed|Execution|Cannot)/],
  [0, /^(?:at |File "|from \/|Node\.js v\d|goroutine \d|stack backtrace)/],
  // Comments of TAP, warnings, headers
  [5, /^(?:#|TAP version|\.\.\.$|---$)/],
  [5, /^(?:\S+[:\s] ?)?(?:\[?warn(?:ing)?\b\]?|deprecat|hint:|note:|notice\b)/i],
  [5, /^-{3,} .* -{3,}$/],
  [5, /^Traceback \(most recent call last\):?$/],
  // Summaries of failures
  [
    30,
    /^(?:error(?:: aborting due to|: could not compile|: test failed|: Recipe)|error Command failed|\[ERROR\] (?:Failed to execute goal|There are test failures|BUILD|COMPILATION|Tests run|Failures:|->|For more|Re-run|To see|\[Help)|npm (?:ERR!|error) (?:Lifecycle|code|path|command|errno|syscall|workspace|location|Test failed|A complete)|ELIFECYCLE|ERR_PNPM_RECURSIVE|make(?:\[\d+\])?: \*\*\* \[|FAILURE: Build failed|BUILD FAILED|Execution failed for task|FAIL$|\d+ failing|FAILED \((?:failures|errors)|=+ .* (?:failed|error)|Tests?(?::| Suites| Files)|Test Suites)/i,
  ],
  [20, ANNOUNCES],
  // Crashes, exceptions
  [95, /\b(?:segmentation fault|core dumped|bus error|out of memory|stack overflow)\b|panicked at|^panic: /i],
  [90, EXCEPTION],
  // pytest, compilers, Go, rustc, javac, eslint, make, pnpm
  [85, /^E +(?:assert|\S)/],
  [85, /^\S+?[:(]\d+(?:[:,]\d+)?\)?:? (?:- )?(?:fatal )?error\b/],
  [85, /^\w+_test\.go:\d+: /],
  [85, /^error(?:\[E\d+\])?: \S/],
  [85, /^\[ERROR\] \S+\.(?:java|kt|scala):/],
  [85, /^\d+:\d+ +error\b/],
  [85, /^make(?:\[\d+\])?: \*\*\* No /],
  [85, /^ERR_PNPM_\w+/],
  // Docker, git, Go, curl, ssh, psql
  [85, /Error response from daemon|^Cannot connect to the Docker daemon|^ERROR: failed to solve/],
  [85, /^! \[(?:remote )?rejected\]/],
  [86, /^CONFLICT \(/],
  [86, /\bimport cycle not allowed\b/],
  [82, /^(?:fatal|error): \S/i],
  [85, /^curl: \(\d+\)/],
  [85, /^ssh: |Permission denied \(/],
  [85, /^psql: |^(?:psql:\S+ )?(?:ERROR|FATAL): +\S/],
  // npm, Maven, Gradle
  [80, /^npm (?:ERR!|error) \S/],
  [80, /^\[ERROR\] \S/],
  [80, /^> (?:Could|A |There|No |Process|Failed|Cannot)/],
  // A program's own error, and what sounds like one
  [60, /^[\w./+-]{1,60}: \S.*\b(?:no|not|cannot|can't|denied|failed|error|invalid|unknown|missing|unable|refused)\b/i],
  [
    50,
    /\b(?:error|fail(?:ed|ure|s)?|fatal|denied|refused|not found|cannot|can't|could not|couldn't|unable|no such|missing|invalid|exception|panic|undefined|unexpected|timed out|rejected|approval|granted|not allowed|not permitted|conflicts?|cycle|circular|mismatch|violat\w+|deadlock|overflow|forbidden|unauthori[sz]ed|expired|exceeded|corrupt\w*|illegal|aborted|killed|unresolved|unknown|duplicate)\b/i,
  ],
];

/** Lines that name a failed test; the name is the first group. */
const TESTS = [
  // Vitest, Jest, TAP, node:test
  /^(?:FAIL|×|✗|✕) +((?:\|[^|]+\| +)?\S.* > .+?)(?: \d+ ?ms)?$/,
  /^(● .+)$/,
  /^(not ok \d+(?: -)? (?!.*# (?:TODO|SKIP))\S.*)$/i,
  /^(✖ (?!failing tests).+?)(?: \([\d.]+ms\))?$/,
  // pytest, unittest, Go, Cargo, Mocha, Maven, Gradle
  /^FAILED (\S+::\S+)/,
  /^((?:FAIL|ERROR): \S+ \(.+\))$/,
  /^--- (FAIL: \S+)/,
  /^test (\S+) \.\.\. FAILED$/,
  /^(\d+\) \S.*)$/,
  /^\[ERROR\] +((?:\w+\.)*\w+(?:Test|Tests|IT)\.\w+)(?::\d+)? /,
  /^(\S+ > .+) FAILED$/,
];

/** The cause is at the beginning or the end of an error. */
const READ = 8000;
const LINES = 200;
const LONGEST_LINE = 400;
const ABSENT = /\bno such file or directory\b|\bENOENT\b|\bdoes not exist\b|\b(?:is a|not a) directory\b/i;
const NO_WORDS = /^Exit code -?\d+$/;

/** The cause of an error. */
interface Cause {
  /** The line that states it, after the name of the failed test, if any. */
  line: string;
  /** Equal for failures with the same cause; empty if the error states none. */
  form: string;
}

/** The cause of an error: the line with the highest score; of equals the first, or the last in a Python traceback. */
export function causeOf(error: string): Cause {
  const lines = linesOf(error);
  const tests = lines.flatMap((line, at) => {
    const name = TESTS.reduce<string | undefined>((found, form) => found ?? form.exec(line)?.[1], undefined);
    return name === undefined ? [] : [{ name, at }];
  });
  const [test] = tests;
  const after = test === undefined ? null : bestLine(lines.slice(test.at + 1));
  const best = after !== null && after.score >= ANNOUNCED ? after : bestLine(lines);
  if (test === undefined) {
    const line = best?.line ?? oneLine(error.slice(0, READ));
    return { line: shown(line), form: NO_WORDS.test(line) ? '' : errorForm(shown(line)) };
  }
  const says = best !== null && best.score >= ANNOUNCED ? `: ${shown(best.line)}` : '';
  return { line: `${test.name}${says}`, form: tests.map(({ name }) => errorForm(name)).join('\n') };
}

/** Whether an error says that something does not exist. Which thing it is then matters. */
export function isAbsence(line: string): boolean {
  return ABSENT.test(line);
}

/**
 * An error line without the parts that differ between attempts: numbers, directories, hashes, times, and values that a
 * test compares. "held by process 17" and "held by process 18" are the same error. "No such file" for two files are two
 * errors, since looking in two places is not a repetition; so are two missing modules.
 */
function errorForm(line: string): string {
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

function bestLine(lines: readonly string[]): { line: string; score: number } | null {
  const isTraceback = lines.some((line) => line.startsWith('Traceback (most recent call last)'));
  let best: { line: string; score: number } | null = null;
  let isAnnounced = false;
  for (const line of lines) {
    const [own, form] = SCORES.find(([, each]) => each.test(line)) ?? [PLAIN];
    const score: number = isAnnounced && own >= PLAIN ? Math.max(own, ANNOUNCED) : own;
    isAnnounced = form === ANNOUNCES;
    const least: number = best?.score ?? -1;
    if (score > least || (isTraceback && form === EXCEPTION && score === least)) best = { line, score };
  }
  return best;
}

/** The line without a leading `Error: ` or pytest's mark. */
function shown(line: string): string {
  return line.replace(/^(?:Error: |E {1,7})(?=\S)/, '');
}
