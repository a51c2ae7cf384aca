import { describe, expect, it } from 'vitest';
import { causeOf, errorForm } from '#src/import/error-line.ts';

const of = (...lines: string[]) => ['Exit code 1', ...lines].join('\n');

describe('causeOf', () => {
  it.each([
    [
      'python',
      of(
        'Traceback (most recent call last):',
        '  File "/a/load.py", line 7, in <module>',
        '    main()',
        'KeyError: 1',
        '',
        'During handling of the above exception, another exception occurred:',
        '',
        'Traceback (most recent call last):',
        '  File "/a/load.py", line 9, in <module>',
        "ValueError: invalid literal for int() with base 10: 'x'",
      ),
      "ValueError: invalid literal for int() with base 10: 'x'",
    ],
    [
      'pytest',
      of(
        '============ test session starts ============',
        'collected 2 items',
        'test_cart.py .F                         [100%]',
        '================= FAILURES ==================',
        '_________________ test_total ________________',
        '    def test_total():',
        '>       assert total([1, 2]) == 4',
        'E       assert 3 == 4',
        'E        +  where 3 = total([1, 2])',
        'test_cart.py:7: AssertionError',
        '========== short test summary info ==========',
        'FAILED test_cart.py::test_total - assert 3 == 4',
        '======== 1 failed, 1 passed in 0.02s ========',
      ),
      'test_cart.py::test_total: assert 3 == 4',
    ],
    [
      'unittest',
      of(
        'F',
        '=======================================',
        'FAIL: test_total (test_cart.CartTest.test_total)',
        '---------------------------------------',
        'Traceback (most recent call last):',
        '  File "/a/test_cart.py", line 5, in test_total',
        '    self.assertEqual(3, 4)',
        'AssertionError: 3 != 4',
        'Ran 1 test in 0.000s',
        'FAILED (failures=1)',
      ),
      'FAIL: test_total (test_cart.CartTest.test_total): AssertionError: 3 != 4',
    ],
    [
      'cargo build',
      of(
        '   Compiling cart v0.1.0 (/a)',
        'warning: unused variable: `x`',
        ' --> src/main.rs:2:9',
        'error[E0308]: mismatched types',
        ' --> src/main.rs:3:18',
        'error: aborting due to 1 previous error',
        'error: could not compile `cart` (bin "cart") due to 1 previous error',
      ),
      'error[E0308]: mismatched types',
    ],
    [
      'cargo test',
      of(
        'running 2 tests',
        'test tests::adds ... ok',
        'test tests::total ... FAILED',
        'failures:',
        '---- tests::total stdout ----',
        "thread 'tests::total' panicked at src/lib.rs:12:9:",
        'assertion `left == right` failed',
        'test result: FAILED. 1 passed; 1 failed',
        'error: test failed, to rerun pass `--lib`',
      ),
      'tests::total: assertion `left == right` failed',
    ],
    [
      'go test',
      of(
        '--- FAIL: TestTotal (0.00s)',
        '    cart_test.go:8: total = 3, want 4',
        'FAIL',
        'FAIL\texample.com/cart\t0.002s',
      ),
      'FAIL: TestTotal: cart_test.go:8: total = 3, want 4',
    ],
    ['go build', of('# example.com/cart', './cart.go:3:5: undefined: totl'), './cart.go:3:5: undefined: totl'],
    [
      'node',
      of(
        'file:///a/x.js:3',
        "  throw new TypeError('x is not a function')",
        '        ^',
        '',
        'TypeError: x is not a function',
        '    at file:///a/x.js:3:9',
        'Node.js v24.1.0',
      ),
      'TypeError: x is not a function',
    ],
    [
      'node:test in TAP',
      of(
        '> test',
        '> node --test',
        'TAP version 13',
        '# Subtest: total of the cart',
        'not ok 1 - total of the cart',
        '  ---',
        "  failureType: 'testCodeFailure'",
        '  error: |-',
        '    Expected values to be strictly equal:',
        '  stack: |-',
        '# fail 1',
      ),
      /^not ok 1 - total of the cart/,
    ],
    [
      'vitest',
      of(
        '> test',
        '> vitest run',
        ' ❯ cart.test.ts (1 test | 1 failed) 4ms',
        '   × adds 3ms',
        ' FAIL  cart.test.ts > adds',
        'AssertionError: expected 3 to equal 4',
        ' ❯ cart.test.ts:5:20',
        ' Test Files  1 failed (1)',
      ),
      'cart.test.ts > adds: AssertionError: expected 3 to equal 4',
    ],
    [
      'jest',
      of(
        'FAIL ./cart.test.js',
        '  Cart',
        '    ✕ adds (2 ms)',
        '  ● Cart › adds',
        '    expect(received).toBe(expected) // Object.is equality',
        '    Expected: 4',
        'Tests:       1 failed, 1 total',
      ),
      '● Cart › adds',
    ],
    [
      'mocha',
      of(
        'warning: unused variable',
        '  Cart',
        '    1) adds',
        '  0 passing (4ms)',
        '  1 failing',
        '  1) Cart',
        '       adds:',
        '      AssertionError [ERR_ASSERTION]: 3 == 4',
        '      at Context.<anonymous> (test/cart.js:5:14)',
      ),
      '1) adds: AssertionError [ERR_ASSERTION]: 3 == 4',
    ],
    [
      'tsc',
      of("src/a.ts(3,5): error TS2339: Property 'x' does not exist on type 'A'."),
      "src/a.ts(3,5): error TS2339: Property 'x' does not exist on type 'A'.",
    ],
    [
      'eslint',
      of(
        '/a/src/a.js',
        '  1:1   warning  Missing JSDoc',
        "  3:7   error  'x' is not defined  no-undef",
        '✖ 1 problem (1 error, 0 warnings)',
      ),
      /'x' is not defined/,
    ],
    [
      'gcc and make',
      of(
        'cc -c a.c',
        "a.c:2:7: warning: unused variable 'y'",
        "a.c:3:5: error: 'x' undeclared (first use in this function)",
        'make: *** [Makefile:2: a.o] Error 1',
      ),
      "a.c:3:5: error: 'x' undeclared (first use in this function)",
    ],
    ['make', of("make: *** No rule to make target 'x'.  Stop."), "make: *** No rule to make target 'x'. Stop."],
    [
      'npm',
      of('npm error Missing script: "tset"', 'npm error', 'npm error A complete log of this run can be found in: /a'),
      'npm error Missing script: "tset"',
    ],
    [
      'npm install',
      of(
        'npm error code E404',
        'npm error 404 Not Found - GET https://packages.example/nope',
        'npm error A complete log',
      ),
      'npm error 404 Not Found - GET https://packages.example/nope',
    ],
    [
      'pnpm',
      of(' ERR_PNPM_NO_SCRIPT  Missing script: tset', 'Command "tset" not found.'),
      'ERR_PNPM_NO_SCRIPT Missing script: tset',
    ],
    [
      'pip',
      of(
        'Collecting nope',
        'ERROR: Could not find a version that satisfies the requirement nope (from versions: none)',
        'ERROR: No matching distribution found for nope',
      ),
      'ERROR: Could not find a version that satisfies the requirement nope (from versions: none)',
    ],
    [
      'maven',
      of(
        '[INFO] Running CartTest',
        '[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0',
        '[ERROR] Failures: ',
        '[ERROR]   CartTest.adds:12 expected: <3> but was: <4>',
        '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin',
      ),
      /^CartTest\.adds/,
    ],
    [
      'maven, compiling',
      of('[INFO] BUILD FAILURE', '[ERROR] COMPILATION ERROR : ', '[ERROR] /a/Cart.java:[5,9] cannot find symbol'),
      '[ERROR] /a/Cart.java:[5,9] cannot find symbol',
    ],
    [
      'gradle',
      of(
        'FAILURE: Build failed with an exception.',
        '* What went wrong:',
        "Could not determine the dependencies of task ':app:compileJava'.",
        '* Try:',
        'BUILD FAILED in 1s',
      ),
      "Could not determine the dependencies of task ':app:compileJava'.",
    ],
    [
      'gradle test',
      of('> Task :test FAILED', 'CartTest > adds() FAILED', '    AssertionFailedError at CartTest.java:9'),
      /^CartTest > adds\(\)/,
    ],
    [
      'docker',
      of(
        "Unable to find image 'nope:latest' locally",
        'docker: Error response from daemon: pull access denied for nope.',
        "See 'docker run --help'.",
      ),
      'docker: Error response from daemon: pull access denied for nope.',
    ],
    [
      'git',
      of(
        'To example.org:a.git',
        ' ! [rejected]        main -> main (fetch first)',
        "error: failed to push some refs to 'example.org:a.git'",
        'hint: Updates were rejected',
      ),
      '! [rejected] main -> main (fetch first)',
    ],
    ['git, plainly', of('fatal: not a git repository (or any of the parent directories): .git'), /^fatal: not a git/],
    [
      'curl',
      of('  % Total    % Received % Xferd', 'curl: (6) Could not resolve host: nope.example'),
      'curl: (6) Could not resolve host: nope.example',
    ],
    [
      'ssh',
      of('Warning: Permanently added x', 'bob@x: Permission denied (publickey).'),
      'bob@x: Permission denied (publickey).',
    ],
    ['psql', of('psql: error: connection to server at "x" failed: FATAL:  no such role'), /^psql: error: connection/],
    [
      'psql, in a query',
      of('BEGIN', 'ERROR:  relation "nope" does not exist', 'LINE 1: select'),
      'ERROR: relation "nope" does not exist',
    ],
    [
      'vite',
      of(
        'vite v7.0.0 building for production...',
        'error during build:',
        '[vite]: Rollup failed to resolve import "x" from "a.ts".',
        '    at viteLog',
      ),
      '[vite]: Rollup failed to resolve import "x" from "a.ts".',
    ],
    ['a crash', of('Loading...', 'Segmentation fault (core dumped)'), 'Segmentation fault (core dumped)'],
    ['nothing', 'Exit code 3', 'Exit code 3'],
  ])('of %s', (_, error, line) => {
    const cause = causeOf(error).line;
    if (typeof line === 'string') expect(cause).toBe(line);
    else expect(cause).toMatch(line);
  });

  it('is the same for one test whatever it found, and another for another test', () => {
    const form = (test: string, line: number, got: string) =>
      causeOf(
        of(` FAIL  cart.test.ts > ${test}`, `AssertionError: expected ${got} to equal 4`, ` ❯ cart.test.ts:${line}:2`),
      ).form;
    expect(form('adds', 5, '3')).toBe(form('adds', 9, '7'));
    expect(form('adds', 5, '3')).not.toBe(form('sorts', 5, '3'));
  });
});

describe('errorForm', () => {
  it.each([
    ['lock /var/lib/db-1 is held by process 199', 'lock /srv/db-2 is held by process 7', true],
    ['src/a.ts(3,5): error TS2339', 'lib/a.ts(9,1): error TS2339', true],
    ['src/a.ts(3,5): error TS2339', 'src/b.ts(3,5): error TS2339', false],
    ["Cannot find module './totals'", "Cannot find module './carts'", false],
    ["expected 'a' to equal 'b'", "expected 'c' to equal 'b'", true],
    ['commit 1a2b3c4d5e is gone', 'commit 99ffee1122 is gone', true],
    ['failed at 12:03:04', 'failed at 13:44:01', true],
    ['/tmp/x1/a.txt is locked', '/tmp/y2/b.txt is locked', true],
    ['cat: a: No such file or directory', 'cat: b: No such file or directory', false],
  ])('%s / %s: %s', (a, b, isSame) => {
    expect(errorForm(a) === errorForm(b)).toBe(isSame);
  });
});
