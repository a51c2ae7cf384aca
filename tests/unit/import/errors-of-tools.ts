/** The output of a failed tool, and the line that names the cause. */
export type ToolError = [tool: string, output: string, cause: string | RegExp];

/** Output of compilers, package managers and other tools. */
export const ERRORS_OF_TOOLS: ToolError[] = [
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
  [
    'a Go import cycle',
    of('package relay/core', '\timports relay/store', '\timports relay/core: import cycle not allowed'),
    'imports relay/core: import cycle not allowed',
  ],
  [
    'a merge conflict',
    of('Auto-merging src/a.ts', 'CONFLICT (content): Merge conflict in src/a.ts', 'error: could not apply 1a2b3c4'),
    'CONFLICT (content): Merge conflict in src/a.ts',
  ],
  ['a group that passed', of('group1 ok', 'group2 ok', 'group3: deadline exceeded'), 'group3: deadline exceeded'],
  ['nothing', 'Exit code 3', 'Exit code 3'],
];

/** The output of a command that failed, as the host records it. */
export function of(...lines: string[]): string {
  return ['Exit code 1', ...lines].join('\n');
}
