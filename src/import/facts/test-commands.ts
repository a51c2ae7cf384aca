/**
 * Recognises runs of tests by the form of the command:
 *
 *     cd web && npx vitest run src/a.test.ts 2>&1 | tail -5
 */
import { simpleCommands } from '../shell-command.ts';

/** Runs the tests without further words. */
const PROGRAMS =
  /^(?:vitest|jest|mocha|ava|tap|jasmine|karma|cypress|playwright|py\.?test|tox|nox|nosetests|rspec|minitest|phpunit|pest|paratest|codecept|ctest|gotestsum|ginkgo|bats|busted|shellspec|xctest|cargo-nextest|testem|wtr|uvu|qunit|behat|cucumber|cucumber-js|behave|robot|zunit|mixtest)$/;
/** Programs that another one runs: `npx vitest`, `bundle exec rspec`, `python -m pytest`, `node --test`. */
const RUNNERS =
  /^(?:npx|bunx|pnpx|pnpm|yarn|npm|bun|bundle|poetry|uv|uvx|pdm|pipenv|hatch|rye|python[\d.]*|py|rails|php|nix-shell|dotenv|cross-env|c8|nyc|coverage|composer|mise|rtx|direnv|docker|docker-compose|podman|dune|opam)$/;
/** A script or target with this name runs tests: `test`, `test:unit`, `unit-tests`, `e2e`. */
const TARGET = /^(?:tests?|check|spec|e2e|unit|integration)$|^(?:tests?|e2e|spec)[:_.-]|[:_.-](?:tests?|e2e|specs?)$/;
/** `check` is a test in Make only: npm scripts of this name lint. */
const SCRIPT = /^(?:tests?|spec|e2e|unit|integration|t)$|^(?:tests?|e2e|spec)[:_.-]|[:_.-](?:tests?|e2e|specs?)$/;
/** Gradle's tasks: `test`, `:app:testDebugUnitTest`, `connectedAndroidTest`. */
const GRADLE = /^(?::?[\w-]+:)*(?:test\w*|check|\w+Test)$/;
/** Options that only show something. */
const SHOWS =
  /^(?:--version|-V|--help|-h|--list|--listTests|--collect-only|--co|list|--no-run|--init|install|codegen)$/;

/** The test that a command runs, in its words; null if it runs none. Of several it is the first. */
export function testIn(command: string): string | null {
  if (!MAY_TEST.test(command)) return null;
  const words = simpleCommands(command).find(isTest);
  return words === undefined ? null : withoutRedirections(words).join(' ');
}

/** The words without which no command runs tests. */
const MAY_TEST =
  /test|check|spec|jest|mocha|\bava\b|\btap\b|karma|cypress|playwright|\btox\b|\bnox\b|pest|ginkgo|e2e|qunit|cucumber|beha|robot|unit|\bbats\b|busted|jasmine|uvu|wtr|integration|\bt\b/i;

function isTest(words: readonly string[]): boolean {
  const [first = '', ...rest] = words;
  if (rest.some((word) => SHOWS.test(word))) return false;
  const program = nameOf(first);
  if (PROGRAMS.test(program))
    return program !== 'cypress' && program !== 'playwright' ? true : /^(?:run|test)$/.test(rest[0] ?? '');
  const [verb = '', second = ''] = rest.filter((word) => !word.startsWith('-') && !word.startsWith('+'));
  return TOOLS.get(program)?.(verb, second, rest) ?? (RUNNERS.test(program) && isRun(program, rest));
}

type Rule = (verb: string, second: string, words: readonly string[]) => boolean;

const isVerb: Rule = (verb) => verb === 'test';
const isTarget: Rule = (_, __, words) => words.some((word) => !word.startsWith('-') && TARGET.test(word));
const isPhase: Rule = (_, __, words) =>
  words.some((word) =>
    /^(?:\S+:)?(?:test|verify|integration-test|surefire:test|failsafe:integration-test)$/.test(word),
  );
const isTask: Rule = (_, __, words) => words.some((word) => GRADLE.test(word));

/** Tools with a word for running tests. */
const TOOLS = new Map<string, Rule>([
  ...[
    'go',
    'deno',
    'mix',
    'swift',
    'dotnet',
    'zig',
    'flutter',
    'dart',
    'lein',
    'stack',
    'cabal',
    'bazel',
    'bazelisk',
    'buck',
    'buck2',
    'forge',
    'anchor',
    'moon',
    'turbo',
    'nx',
    'lerna',
    'meson',
    'rebar3',
    'gleam',
    'scarb',
    'aptos',
    'move',
    'elm-test',
    'truffle',
    'hardhat',
    'ng',
    'vp',
    'crystal',
    'nimble',
    'shards',
    'dagger',
    'pants',
    'melos',
    'sbt',
    'scala-cli',
    'clj',
    'mill',
  ].map((name) => [name, isVerbAnywhere] as const),
  ['cargo', (verb, second) => isVerb(verb, second, []) || verb === 't' || (verb === 'nextest' && second === 'run')],
  ['make', isTarget],
  ['gmake', isTarget],
  ['just', isTarget],
  ['task', isTarget],
  ['rake', isTarget],
  ['invoke', isTarget],
  ['ninja', isTarget],
  ['mvn', isPhase],
  ['mvnw', isPhase],
  ['gradle', isTask],
  ['gradlew', isTask],
  ['xcodebuild', (_, __, words) => words.some((word) => /^test(?:-without-building)?$/.test(word))],
  ['xcrun', (verb) => verb === 'xctest'],
  ['node', (_, __, words) => words.includes('--test')],
  ['tsx', (_, __, words) => words.includes('--test')],
  ['cmake', (_, __, words) => words.includes('--target') && words.includes('test')],
  ['bin/rails', isTarget],
  ['artisan', isVerb],
  ['runtests.py', () => true],
  ['runtests.sh', () => true],
  ['run_tests.sh', () => true],
  ['run-tests.sh', () => true],
  ['test.sh', () => true],
  ['manage.py', isVerb],
  ['tests.sh', () => true],
]);

function isVerbAnywhere(verb: string, second: string, words: readonly string[]): boolean {
  return words.slice(0, 6).some((word) => word === 'test' || word === 'tests') || verb === 'eunit' || second === 'test';
}

/** `npm test`, `pnpm --filter web run test:unit`, `uv run pytest -q`, `python -m unittest`. */
function isRun(program: string, words: readonly string[]): boolean {
  const named = words.filter((word) => !word.startsWith('-'));
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    const before = named.findIndex((word) => /^(?:run|run-script|exec|dlx|x)$/.test(word));
    const script = named.slice(before + 1).slice(0, 3);
    // Values of options such as `--filter web` come before the script.
    return script.some((word) => SCRIPT.test(word)) || script.some((word) => PROGRAMS.test(nameOf(word)));
  }
  const most = /^(?:docker|docker-compose|podman)$/.test(program) ? 10 : 5;
  return named.slice(0, most).some((word, index) => {
    const name = nameOf(word);
    if (PROGRAMS.test(name) || name === 'unittest') return true;
    const rule = TOOLS.get(name);
    if (index < most && rule !== undefined) return isTest(words.slice(words.indexOf(word)));
    return (program === 'rails' || program === 'composer') && index === 0 && SCRIPT.test(word);
  });
}

function nameOf(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:exe|cmd|bat|js|mjs|cjs)$/, '');
}

function withoutRedirections(words: readonly string[]): string[] {
  return words.filter((word, i) => !/^(?:\d*|&)>{1,2}/.test(word) && !/^(?:\d*|&)>{1,2}$/.test(words[i - 1] ?? ''));
}

/** How test programs say that a test failed. A pipe such as `| tail` hides their exit code. */
const FAILED = [
  /^\s*Tests?:? +(?:Suites?: +)?[1-9]\d* failed\b/m,
  /^\s*Test (?:Files|Suites:) +[1-9]\d* failed\b/m,
  /^\s*(?:=+ )?(?:[1-9]\d* (?:failed|errors?))(?:, \d+ \w+){0,6} in [\d.]+/m,
  /^(?:--- )?FAIL(?:ED)?(?::?\s|$)/m,
  /^test result: FAILED\b/m,
  /^\s*[1-9]\d* failing\b/m,
  /\b[1-9]\d* examples?, [1-9]\d* failures?\b/,
  /^# fail [1-9]|^ℹ fail [1-9]/m,
  /Tests: \d+, Assertions: \d+[^\n]{0,60}(?:Failures|Errors): [1-9]/,
  /Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/,
  /\bBUILD FAILED\b|\[ERROR\] BUILD FAILURE|\*\* TEST FAILED \*\*/,
  /^\d+% tests passed, [1-9]\d* tests? failed/m,
  /\b\d+ tests?, [1-9]\d* failures?\b/,
  /^Failed!\s+-\s+Failed:\s+[1-9]/m,
];
const READ = 30_000;

/** Whether the output of a run reports a failed test. */
export function reportsFailure(output: string): boolean {
  const text = output.length <= 2 * READ ? output : `${output.slice(0, READ)}\n${output.slice(-READ)}`;
  return FAILED.some((pattern) => pattern.test(text));
}
