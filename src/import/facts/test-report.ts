import { withoutSequences } from '../clean-line.ts';

/** How test programs say that a test failed. A pipe such as `| tail` hides their exit code. */
const FAILED = [
  // Vitest, Jest, pytest
  /^[ \t]{0,20}Tests?:? +[1-9]\d* failed\b/m,
  /^[ \t]{0,20}Test (?:Files|Suites:) +[1-9]\d* failed\b/m,
  /^[ \t]{0,20}(?:={1,100} )?[1-9]\d* (?:failed|errors?)(?:, \d+ \w+){0,6} in [\d.]+/m,
  // Jest, Go, Deno, unittest
  /^[ \t]{0,20}(?:--- )?FAIL(?:ED)?(?::?\s|$)/m,
  // Cargo, Mocha, Node, Bun, RSpec, Minitest, ExUnit
  /^test result: FAILED\b/m,
  /^[ \t]{0,20}[1-9]\d* fail(?:ing|ed|$)/m,
  /^(?:#|ℹ) fail [1-9]/m,
  /\b\d+ (?:examples?|tests?|doctests?), [1-9]\d* failures?\b/,
  /\b\d+ runs, \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors)/,
  // PHPUnit, Maven, Gradle, CTest, .NET, XCTest, Flutter
  /Tests: \d+, Assertions: \d+[^\n]{0,60}(?:Failures|Errors): [1-9]/,
  /Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/,
  /\bBUILD FAILED\b|\[ERROR\] BUILD FAILURE|\*\* TEST FAILED \*\*/,
  /^\d+% tests passed, [1-9]\d* tests? failed/m,
  /^Failed!\s{1,9}-\s{1,9}Failed:\s{1,9}[1-9]/m,
  /\bExecuted \d+ tests?, with [1-9]\d* failures?/,
  /^Some tests failed\.$/m,
];
const READ = 30_000;

/** Whether the output of a run reports a failed test. */
export function reportsFailure(output: string): boolean {
  const text = output.length <= 2 * READ ? output : `${output.slice(0, READ)}\n${output.slice(-READ)}`;
  const plain = withoutSequences(text);
  return FAILED.some((pattern) => pattern.test(plain));
}
