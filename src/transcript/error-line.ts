import { oneLine } from '../lib/text/clip.ts';
import { withoutSequences } from './clean-line.ts';

/** How much a kind of line says about the cause of an error. */
interface CausePattern {
  name: string;
  score: number;
  pattern: RegExp;
}

/** The score of any other line, such as `Loading...`. */
const PLAIN = 10;

/** The first match counts, so lines that only look like a cause come before the pattern they look like. */
const CAUSE_PATTERNS: readonly CausePattern[] = [
  { name: 'no words', score: 0, pattern: /^[^A-Za-z\u00c0-\uffff]*$/ },
  {
    name: 'passed',
    score: 5,
    pattern: /^(?:ok\b|PASS\b|[✓✔√]|- \[x\])|(?:\s|: )(?:ok|passed|PASS(?:ED)?|\.\.\. ok|done)[.!]?$/,
  },
  { name: 'script echo', score: 0, pattern: /^> (?!Task|Could|A |There|No |Process|Failed|Execution|Cannot)/ },
  { name: 'stack frame', score: 0, pattern: /^(?:at |File "|from \/|Node\.js v\d|goroutine \d|stack backtrace)/ },
  { name: 'TAP comment', score: 5, pattern: /^(?:#|TAP version|\.\.\.$|---$)/ },
  { name: 'warning', score: 5, pattern: /^(?:\S+[:\s] ?)?(?:\[?warn(?:ing)?\b\]?|deprecat|hint:|note:|notice\b)/i },
  { name: 'test output header', score: 5, pattern: /^-{3,} .* -{3,}$/ },
  { name: 'traceback header', score: 5, pattern: /^Traceback \(most recent call last\):?$/ },
  {
    name: 'failure summary',
    score: 30,
    pattern:
      /^(?:error(?:: aborting due to|: could not compile|: test failed|: Recipe)|error Command failed|\[ERROR\] (?:Failed to execute goal|There are test failures|BUILD|COMPILATION|Tests run|Failures:|->|For more|Re-run|To see|\[Help)|npm (?:ERR!|error) (?:Lifecycle|code|path|command|errno|syscall|workspace|location|Test failed|A complete)|ELIFECYCLE|ERR_PNPM_RECURSIVE|make(?:\[\d+\])?: \*\*\* \[|FAILURE: Build failed|BUILD FAILED|Execution failed for task|FAIL$|\d+ failing|FAILED \((?:failures|errors)|=+ .* (?:failed|error)|Tests?(?::| Suites| Files)|Test Suites)/i,
  },
  {
    name: 'announcement',
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
  { name: 'pytest assertion', score: 85, pattern: /^E +(?:assert|\S)/ },
  {
    name: 'compiler error',
    score: 85,
    pattern: /^\S+?[:(]\d+(?:[:,]\d+)?\)?:? (?:- )?(?:fatal )?error\b/,
  },
  { name: 'Go test location', score: 85, pattern: /^\w+_test\.go:\d+: / },
  { name: 'rustc error', score: 85, pattern: /^error(?:\[E\d+\])?: \S/ },
  { name: 'javac error', score: 85, pattern: /^\[ERROR\] \S+\.(?:java|kt|scala):/ },
  { name: 'eslint error', score: 85, pattern: /^\d+:\d+ +error\b/ },
  { name: 'missing make target', score: 85, pattern: /^make(?:\[\d+\])?: \*\*\* No / },
  { name: 'pnpm error', score: 85, pattern: /^ERR_PNPM_\w+/ },
  {
    name: 'docker error',
    score: 85,
    pattern: /Error response from daemon|^Cannot connect to the Docker daemon|^ERROR: failed to solve/,
  },
  { name: 'rejected git push', score: 85, pattern: /^! \[(?:remote )?rejected\]/ },
  { name: 'merge conflict', score: 86, pattern: /^CONFLICT \(/ },
  { name: 'Go import cycle', score: 86, pattern: /\bimport cycle not allowed\b/ },
  { name: 'git error', score: 82, pattern: /^(?:fatal|error): \S/i },
  { name: 'curl error', score: 85, pattern: /^curl: \(\d+\)/ },
  { name: 'ssh error', score: 85, pattern: /^ssh: |Permission denied \(/ },
  { name: 'psql error', score: 85, pattern: /^psql: |^(?:psql:\S+ )?(?:ERROR|FATAL): +\S/ },
  { name: 'npm error', score: 80, pattern: /^npm (?:ERR!|error) \S/ },
  { name: 'maven error', score: 80, pattern: /^\[ERROR\] \S/ },
  { name: 'gradle reason', score: 80, pattern: /^> (?:Could|A |There|No |Process|Failed|Cannot)/ },
  {
    name: 'program error',
    score: 60,
    pattern:
      /^[\w./+-]{1,60}: \S.*\b(?:no|not|cannot|can't|denied|failed|error|invalid|unknown|missing|unable|refused)\b/i,
  },
  {
    name: 'sounds like an error',
    score: 50,
    pattern:
      /\b(?:error|fail(?:ed|ure|s)?|fatal|denied|refused|not found|cannot|can't|could not|couldn't|unable|no such|missing|invalid|exception|panic|undefined|unexpected|timed out|rejected|approval|granted|not allowed|not permitted|conflicts?|cycle|circular|mismatch|violat\w+|deadlock|overflow|forbidden|unauthori[sz]ed|expired|exceeded|corrupt\w*|illegal|aborted|killed|unresolved|unknown|duplicate)\b/i,
  },
];

/** Lines that name a failed test; the name is the first group. */
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

/** The cause is at the beginning or the end of an error. */
const READ = 8000;
const LINES = 200;
const LONGEST_LINE = 400;
/** The score of the line after one such as `error during build:`. */
const ANNOUNCED = 75;

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
  const tests = lines.flatMap((line, at) => testIn(line, at) ?? []);
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
    isAnnounced = pattern?.name === 'announcement';
    const least: number = best?.score ?? -1;
    const isLast = isTraceback && pattern?.name === 'exception' && score === least;
    if (score > least || isLast) best = { line, score };
  }
  return best;
}

/** The line without a leading `Error: ` or pytest's mark. */
function shown(line: string): string {
  return line.replace(/^(?:Error: |E {1,7})(?=\S)/, '');
}
