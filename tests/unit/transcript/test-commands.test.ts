import { describe, expect, it } from 'vitest';
import { reportsFailure, testIn } from '#src/transcript/test-runs.ts';

describe('testIn', () => {
  it.each([
    'npm test',
    'npm t',
    'npm run test:unit -- src',
    'pnpm test',
    'pnpm --filter web test',
    'pnpm -F web run e2e',
    'yarn test',
    'yarn workspace web test',
    'bun test',
    'bunx vitest run',
    'npx vitest run src/a.test.ts',
    'npx jest --ci',
    'npx playwright test drafts',
    'node --test',
    'node_modules/.bin/vitest run',
    './node_modules/.bin/jest',
    'npx tsx --test',
    'pytest -q tests/test_a.py',
    'python -m pytest',
    'python3 -m unittest discover',
    'uv run pytest',
    'poetry run pytest -x',
    'python manage.py test shop',
    'tox -e py312',
    'go test ./...',
    'gotestsum ./...',
    'cargo test --all',
    'cargo +nightly test',
    'cargo nextest run',
    'bundle exec rspec',
    'bin/rails test',
    'rake test',
    'vendor/bin/phpunit tests/Import',
    'php artisan test',
    'composer test',
    './gradlew :app:testDebugUnitTest',
    'gradle check',
    'mvn -q -pl core test',
    'mvn verify',
    'dotnet test',
    'make test',
    'make check',
    'make -C build check',
    'just test',
    'ctest --output-on-failure',
    'cmake --build build --target test',
    'deno test -A',
    'mix test test/a_test.exs',
    'swift test',
    'xcodebuild -scheme App test',
    'flutter test',
    'bazel test //...',
    'nx test web',
    'turbo run test',
    'npx ng test --watch=false',
    'docker compose run --rm web pytest',
    'docker exec app php vendor/bin/phpunit',
    'sudo -u ci npm test',
    'CI=1 npm test',
    'cd web && npm test 2>&1 | tail -20',
    "cat > a.test.ts <<'EOF'\nit('x')\nEOF\nnpx vitest run a",
    'bash -lc "cd a && npm test"',
    'for i in 1 2 3; do go test ./...; done',
  ])('%s', (command) => {
    expect(testIn(command)).not.toBeNull();
  });

  it.each([
    'ls tests',
    'cat src/a.test.ts',
    'git checkout src/a.test.ts',
    'git commit -m "Add a test"',
    'grep -rn test src',
    'test -f a && echo yes',
    'npm install --save-dev vitest',
    'npm run lint',
    'npm run check',
    'yarn add jest',
    'npx vitest --version',
    'npx playwright install',
    'pytest --collect-only',
    'cargo build',
    'cargo check',
    'go vet ./...',
    'python test_data/load.py',
    'mkdir -p tests/unit && touch tests/unit/a.py',
    'echo "npm test"',
    'npx eslint tests',
    'docker build -t test .',
    'docker run test',
    'terraform plan',
    'rm -rf test',
    '',
  ])('not %s', (command) => {
    expect(testIn(command)).toBeNull();
  });

  it('names the run in its words, without redirections', () => {
    expect(testIn('cd web && FORCE_COLOR=0 npx vitest run a.test.ts > out.txt 2>&1 | tail -5')).toBe(
      'npx vitest run a.test.ts',
    );
  });
});

describe('reportsFailure', () => {
  it.each([
    ' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 30 passed (32)',
    '\u001b[31m FAIL \u001b[39m src/a.test.ts > adds',
    'FAIL src/a.test.ts\nTests:       1 failed, 2 passed, 3 total',
    '=========== 1 failed, 3 passed in 0.12s ===========',
    '2 failed, 1 error in 3.4s',
    '--- FAIL: TestRetry (0.01s)',
    'FAIL\tgithub.com/a/b\t0.2s',
    'test result: FAILED. 3 passed; 1 failed;',
    '  12 passing (3s)\n  2 failing',
    'ℹ pass 3\nℹ fail 1',
    ' 3 pass\n 1 fail',
    '7 examples, 2 failures',
    '3 runs, 5 assertions, 1 failures, 0 errors, 0 skips',
    'Tests: 5, Assertions: 9, Failures: 1.',
    'Tests run: 7, Failures: 0, Errors: 2, Skipped: 0',
    '80% tests passed, 2 tests failed out of 10',
    'Failed!  - Failed:     1, Passed:     4',
    '5 tests, 1 failure',
    'Executed 5 tests, with 1 failure (0 unexpected)',
    'FAILED | 3 passed | 1 failed (23ms)',
    'FAILED (failures=1)',
  ])('is true for %j', (output) => {
    expect(reportsFailure(output)).toBe(true);
  });

  it.each([
    ' Test Files  4 passed (4)\n      Tests  32 passed (32)',
    'Tests:       0 failed, 3 passed, 3 total',
    '3 passed in 0.12s',
    'ok  github.com/a/b 0.2s',
    'test result: ok. 3 passed; 0 failed;',
    'ℹ fail 0',
    ' 0 fail',
    '7 examples, 0 failures',
    '3 runs, 5 assertions, 0 failures, 0 errors, 0 skips',
    'Tests run: 7, Failures: 0, Errors: 0, Skipped: 0',
    '100% tests passed, 0 tests failed out of 10',
    'handles a login that failed',
    '✓ reports FAIL lines',
    '',
  ])('is false for %j', (output) => {
    expect(reportsFailure(output)).toBe(false);
  });
});
