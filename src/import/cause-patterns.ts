/** How much a line of an error tells of its cause, by what kind of line it is. */
interface CausePattern {
  name: string;
  score: number;
  pattern: RegExp;
}

/** A line that says nothing known, as `Loading...`. */
export const PLAIN = 10;

/** The first that fits a line counts: what looks like a cause and is none stands before what it looks like. */
export const CAUSE_PATTERNS: readonly CausePattern[] = [
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
export const TEST_PATTERNS: readonly Omit<CausePattern, 'score'>[] = [
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
