/**
 * Recognises runs of tests by the form of the command:
 *
 *     cd web && npx vitest run src/a.test.ts 2>&1 | tail -5
 */

import { withoutSequences } from './clean-line.ts';
import { programOf, setOf, simpleCommands, withoutRedirections } from './shell.ts';

/** The test that a command runs, in its words; null if it runs none. Of several it is the first. */
export function testIn(command: string): string | null {
  if (!MAY_TEST.test(command)) return null;
  const words = simpleCommands(command).find(isTest);
  return words === undefined ? null : withoutRedirections(words).join(' ');
}

/** The words without which no command runs tests. */
const MAY_TEST =
  /test|check|verify|spec|jest|mocha|\b(?:ava|tap|tox|nox|bats|t)\b|karma|cypress|playwright|pest|ginkgo|e2e|unit|qunit|cucumber|behav|behat|robot|busted|jasmine|uvu|wtr|integration/i;

/** These run tests by themselves. */
const PROGRAMS = setOf(
  'vitest jest mocha ava tap jasmine karma uvu qunit wtr testem cucumber-js pytest py.test tox nox nosetests behave robot rspec cucumber phpunit pest paratest codecept behat ctest gotestsum ginkgo bats busted shellspec cargo-nextest run-tests.sh run_tests.sh runtests.sh runtests.py test.sh tests.sh',
);
/** These do so with the word `run` or `test`. */
const BROWSERS = setOf('cypress playwright');
/** `go test`, `nx test web`, `bazel test //…`. */
const VERBS = setOf(
  'anchor artisan bazel bazelisk buck buck2 cabal clj crystal dart deno dotnet flutter forge gleam go hardhat lein lerna manage.py meson mill mix moon ng nimble nx pants rebar3 sbt scala-cli scarb shards stack swift truffle turbo vp zig',
);
/** `make check`, `rake test`: the name of a target. */
const MAKERS = setOf('make gmake just task rake invoke ninja');
/** Programs that run another one, or a script: `npx vitest`, `npm test`, `uv run pytest`, `python -m unittest`. */
const RUNNERS =
  /^(?:npm|pnpm|yarn|bun|npx|bunx|pnpx|bundle|poetry|uv|uvx|pdm|pipenv|hatch|rye|python[\d.]*|py|rails|php|composer|dotenv|cross-env|c8|nyc|coverage|mise|direnv|docker|docker-compose|podman|dune|opam)$/;
const PACKAGES = setOf('npm pnpm yarn bun');
const CONTAINERS = setOf('docker docker-compose podman');
/** The names of scripts and targets that run tests. */
const SCRIPT = /^(?:tests?|t|spec|e2e|unit|integration)$|^(?:tests?|e2e|spec)[:_.-]|[:_.-](?:tests?|e2e|specs?)$/;
const TARGET = /^check$|^(?:tests?|spec|e2e|unit|integration)$|^(?:tests?|e2e|spec)[:_.-]|[:_.-](?:tests?|e2e|specs?)$/;
const PHASE = /^(?:test|verify|integration-test|surefire:test|failsafe:integration-test)$/;
/** `test`, `:app:testDebugUnitTest`, `connectedAndroidTest`. */
const TASK = /^(?::?[\w-]{1,60}:){0,9}(?:test\w*|check|\w+Test)$/;
/** Words that install or show something instead. */
const SHOWS = /^(?:--version|-V|--help|-h|--list|--listTests|--collect-only|--co|--no-run|--init)$/;
const INSTALLS =
  /^(?:install|i|ci|add|remove|rm|uninstall|update|upgrade|up|init|create|link|why|outdated|info|view|codegen)$/;

type Rule = (words: readonly string[]) => boolean;

/** Tools with rules of their own. The words are those after the program. */
const RULES = new Map<string, Rule>([
  ['cargo', ([verb = '', second]) => /^(?:test|t)$/.test(verb) || (verb === 'nextest' && second === 'run')],
  ['mvn', (words) => words.some((word) => PHASE.test(word))],
  ['mvnw', (words) => words.some((word) => PHASE.test(word))],
  ['gradle', (words) => words.some((word) => TASK.test(word))],
  ['gradlew', (words) => words.some((word) => TASK.test(word))],
  ['xcodebuild', (words) => words.some((word) => /^test(?:-without-building)?$/.test(word))],
  ['xcrun', ([verb]) => verb === 'xctest'],
  ['node', (words) => words.includes('--test')],
  ['tsx', (words) => words.includes('--test')],
  ['cmake', (words) => words.includes('--target') && words.includes('test')],
]);

function isTest([first = '', ...rest]: readonly string[]): boolean {
  const program = nameOf(first);
  if (rest.some((word) => SHOWS.test(word))) return false;
  if (PROGRAMS.has(program)) return !INSTALLS.test(rest[0] ?? '');
  if (BROWSERS.has(program)) return /^(?:run|test)$/.test(rest[0] ?? '');
  const named = rest.filter((word) => !/^[-+]/.test(word));
  if (VERBS.has(program)) return named.slice(0, 4).some((word) => /^(?:tests?|eunit)$/.test(word));
  if (MAKERS.has(program)) return named.some((word) => TARGET.test(word));
  const rule = RULES.get(program);
  return rule === undefined ? RUNNERS.test(program) && isRun(program, rest) : rule(program === 'cargo' ? named : rest);
}

function isRun(program: string, words: readonly string[]): boolean {
  const named = words.filter((word) => !word.startsWith('-'));
  if (INSTALLS.test(named[0] ?? '')) return false;
  if (PACKAGES.has(program)) {
    const before = named.findIndex((word) => /^(?:run|run-script|exec|dlx|x)$/.test(word));
    // Values of options such as `--filter web` come before the script.
    return named.slice(before + 1, before + 4).some((word) => SCRIPT.test(word) || PROGRAMS.has(nameOf(word)));
  }
  if ((program === 'rails' || program === 'composer') && SCRIPT.test(named[0] ?? '')) return true;
  const most = CONTAINERS.has(program) ? 10 : 5;
  const tool = named.slice(0, most).find((word) => nameOf(word) === 'unittest' || isTool(nameOf(word)));
  return tool !== undefined && (nameOf(tool) === 'unittest' || isTest(words.slice(words.indexOf(tool))));
}

function isTool(program: string): boolean {
  return (
    PROGRAMS.has(program) || BROWSERS.has(program) || VERBS.has(program) || RULES.has(program) || RUNNERS.test(program)
  );
}

function nameOf(word: string): string {
  return programOf(word).replace(/\.(?:exe|cmd|bat|js|mjs|cjs)$/, '');
}

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
