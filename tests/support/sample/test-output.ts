/** What test runs print in the projects of the sample. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** How each project runs its tests. */
export const TEST_COMMANDS = {
  larder: 'pytest -q',
  tidemark: 'cargo test',
  nestbox: 'make -C host test',
} as const;

type Project = keyof typeof TEST_COMMANDS;

const CASES =
  'keeps_order empty_input long_names first_of_day two_at_once after_midnight round_trip negative_values unknown_field last_line'.split(
    ' ',
  );

export function passedTests(project: Project, place: string): string {
  const count = 40 + (numberOf(place) % 90);
  if (project === 'larder') return `${count} passed in ${(count / 31).toFixed(2)}s`;
  if (project === 'tidemark') return `test result: ok. ${count} passed; 0 failed; 0 ignored`;
  return `${count} Tests 0 Failures 0 Ignored\nOK`;
}

/** The output of a failed run. The failing case is in the file of tests that the turn edits. */
export function failedTests(project: Project, tested: string, place: string): string {
  const number = numberOf(place);
  const name = CASES[number % CASES.length] ?? '';
  const [expected, found] = [number % 97, (number % 89) + 100];
  const file =
    tested === ''
      ? { larder: 'tests/test_all.py', tidemark: 'tests/all.rs', nestbox: 'host/test_all.c' }[project]
      : tested;
  if (project === 'larder')
    return `FAILED ${file}::test_${name} - AssertionError: assert ${found} == ${expected}\n1 failed, ${found} passed in 3.21s`;
  if (project === 'tidemark')
    return `thread '${name}' panicked at ${file}:${expected + 12}: assertion \`left == right\` failed\n  left: ${found}\n right: ${expected}\ntest result: FAILED. ${found} passed; 1 failed`;
  return `${basename(file)}:${expected + 12}:test_${name}:FAIL: Expected ${expected} Was ${found}\n${found} Tests 1 Failures 0 Ignored\nFAIL`;
}

function numberOf(place: string): number {
  return createHash('sha1').update(place).digest().readUInt32BE(0);
}
