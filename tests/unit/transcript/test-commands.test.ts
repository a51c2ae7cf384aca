import { describe, expect, it } from 'vitest';
import { reportsFailure, testIn } from '#src/transcript/test-runs.ts';

describe('testIn', () => {
  it.each([
    ['npm', ['npm test', 'npm t', 'npm run test:unit -- src', 'sudo -u ci npm test', 'CI=1 npm test']],
    ['pnpm', ['pnpm test', 'pnpm --filter web test', 'pnpm -F web run e2e']],
    ['yarn and bun', ['yarn test', 'yarn workspace web test', 'bun test', 'bunx vitest run']],
    ['npx', ['npx vitest run src/a.test.ts', 'npx jest --ci', 'npx playwright test drafts', 'npx tsx --test']],
    ['Node', ['node --test', 'node_modules/.bin/vitest run', './node_modules/.bin/jest', 'deno test -A']],
    ['Python', ['pytest -q tests/test_a.py', 'python -m pytest', 'python3 -m unittest discover', 'tox -e py312']],
    ['Python, run by others', ['uv run pytest', 'poetry run pytest -x', 'python manage.py test shop']],
    ['Go', ['go test ./...', 'gotestsum ./...', 'for i in 1 2 3; do go test ./...; done']],
    ['Rust', ['cargo test --all', 'cargo +nightly test', 'cargo nextest run']],
    ['Ruby', ['bundle exec rspec', 'bin/rails test', 'rake test']],
    ['PHP', ['vendor/bin/phpunit tests/Import', 'php artisan test', 'composer test']],
    ['Java', ['./gradlew :app:testDebugUnitTest', 'gradle check', 'mvn -q -pl core test', 'mvn verify']],
    ['make', ['make test', 'make check', 'make -C build check', 'just test']],
    ['C', ['ctest --output-on-failure', 'cmake --build build --target test']],
    [
      'others',
      ['dotnet test', 'mix test test/a_test.exs', 'swift test', 'xcodebuild -scheme App test', 'flutter test'],
    ],
    ['workspaces', ['bazel test //...', 'nx test web', 'turbo run test', 'npx ng test --watch=false']],
    ['docker', ['docker compose run --rm web pytest', 'docker exec app php vendor/bin/phpunit']],
    ['a shell', ['cd web && npm test 2>&1 | tail -20', 'bash -lc "cd a && npm test"']],
    ['a shell after a heredoc', ["cat > a.test.ts <<'EOF'\nit('x')\nEOF\nnpx vitest run a"]],
  ])('finds a test run of %s', (_, commands) => {
    for (const command of commands) expect(testIn(command), command).not.toBeNull();
  });

  it.each([
    ['looking', ['ls tests', 'cat src/a.test.ts', 'grep -rn test src', 'test -f a && echo yes', 'echo "npm test"', '']],
    ['git', ['git checkout src/a.test.ts', 'git commit -m "Add a test"']],
    ['installing', ['npm install --save-dev vitest', 'yarn add jest', 'npx playwright install']],
    ['checking', ['npm run lint', 'npm run check', 'npx eslint tests', 'cargo check', 'go vet ./...', 'cargo build']],
    ['asking a test program', ['npx vitest --version', 'pytest --collect-only']],
    [
      'a name with test in it',
      ['python test_data/load.py', 'mkdir -p tests/unit && touch tests/unit/a.py', 'rm -rf test'],
    ],
    ['docker and terraform', ['docker build -t test .', 'docker run test', 'terraform plan']],
  ])('finds none in %s', (_, commands) => {
    for (const command of commands) expect(testIn(command), command).toBeNull();
  });

  it('names the run in its words, without redirections', () => {
    expect(testIn('cd web && FORCE_COLOR=0 npx vitest run a.test.ts > out.txt 2>&1 | tail -5')).toBe(
      'npx vitest run a.test.ts',
    );
  });
});

describe('reportsFailure', () => {
  it.each([
    ['vitest', [' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 30 passed (32)']],
    ['vitest in colours', ['\u001b[31m FAIL \u001b[39m src/a.test.ts > adds']],
    ['jest', ['FAIL src/a.test.ts\nTests:       1 failed, 2 passed, 3 total']],
    ['pytest', ['=========== 1 failed, 3 passed in 0.12s ===========', '2 failed, 1 error in 3.4s']],
    ['go', ['--- FAIL: TestRetry (0.01s)', 'FAIL\tgithub.com/a/b\t0.2s']],
    ['cargo', ['test result: FAILED. 3 passed; 1 failed;']],
    ['mocha, node and bun', ['  12 passing (3s)\n  2 failing', 'ℹ pass 3\nℹ fail 1', ' 3 pass\n 1 fail']],
    ['Ruby', ['7 examples, 2 failures', '3 runs, 5 assertions, 1 failures, 0 errors, 0 skips']],
    ['PHP and Java', ['Tests: 5, Assertions: 9, Failures: 1.', 'Tests run: 7, Failures: 0, Errors: 2, Skipped: 0']],
    ['ctest and dotnet', ['80% tests passed, 2 tests failed out of 10', 'Failed!  - Failed:     1, Passed:     4']],
    ['mix and swift', ['5 tests, 1 failure', 'Executed 5 tests, with 1 failure (0 unexpected)']],
    ['deno and unittest', ['FAILED | 3 passed | 1 failed (23ms)', 'FAILED (failures=1)']],
  ])('is true for a failure in %s', (_, outputs) => {
    for (const output of outputs) expect(reportsFailure(output), output).toBe(true);
  });

  it.each([
    ['vitest', [' Test Files  4 passed (4)\n      Tests  32 passed (32)', '✓ reports FAIL lines']],
    ['jest and pytest', ['Tests:       0 failed, 3 passed, 3 total', '3 passed in 0.12s']],
    ['go and cargo', ['ok  github.com/a/b 0.2s', 'test result: ok. 3 passed; 0 failed;']],
    ['node and bun', ['ℹ fail 0', ' 0 fail']],
    ['Ruby', ['7 examples, 0 failures', '3 runs, 5 assertions, 0 failures, 0 errors, 0 skips']],
    [
      'Java and ctest',
      ['Tests run: 7, Failures: 0, Errors: 0, Skipped: 0', '100% tests passed, 0 tests failed out of 10'],
    ],
    ['other words', ['handles a login that failed', '']],
  ])('is false without one: %s', (_, outputs) => {
    for (const output of outputs) expect(reportsFailure(output), output).toBe(false);
  });
});
