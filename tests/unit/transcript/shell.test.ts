import { describe, expect, it } from 'vitest';
import { commandForm, commandName, simpleCommands, withoutHeredocs } from '#src/transcript/shell.ts';

describe('commandName', () => {
  it.each([
    ['cat', ['timeout 3 cat x', 'sudo -u bob cat x', 'nice -n 5 cat x', 'env -u HOME FOO=1 cat x', "bash -c 'cat x'"]],
    ['cat', ['# try again\ncat x', 'cat x # and so on', 'A=$(cat x)']],
    [
      'npm test',
      ['timeout -k 5 3s npm test', 'npm --prefix web test', 'npm test 2>&1 | tail -20', '(cd y && npm test)'],
    ],
    ['npm test', ['bash -lc "cd a && npm test"']],
    ['make', ['time -p make']],
    ['make all', ['A=$(cat x) make all']],
    ['git push', ['git -C /x push']],
    ['git commit', ['git -c user.name=a commit -m x']],
    ['pnpm run build', ['pnpm --filter web run build']],
    ['bash', ['bash run.sh']],
    ['cargo test', ['cargo +nightly test']],
    ['ls', ['cd a && ls']],
    ['cd', ['cd nope']],
    ['tool', ['$HOME/bin/tool x']],
    ['cc', ['for f in a b; do cc $f || exit 1; done']],
    ['ruby', ['if [ -f a ]; then ruby a.rb; fi']],
    ['npm ci', ['[[ -n $CI ]] || npm ci']],
    ['node', ['test -f a.json && node a.js']],
    ['', ["sh -c 'echo 3 failed; exit 1'", 'exit 3', '']],
  ])('is %s', (name, commands) => {
    for (const command of commands) expect(commandName(command), command).toBe(name);
  });

  it('is at least the first word where a quote does not end', () => {
    expect(commandName("it's broken")).toMatch(/^it/);
  });
});

describe('simpleCommands', () => {
  it('does not take a redirection for a command', () => {
    expect(simpleCommands('npm test 2>&1 | tail -20')).toEqual([
      ['npm', 'test'],
      ['tail', '-20'],
    ]);
  });

  it('ends on hostile input', () => {
    for (const text of ['$('.repeat(2000), '"'.repeat(4001), "sh -c '".repeat(500), '((((', '\\'])
      expect(simpleCommands(text)).toBeInstanceOf(Array);
  });
});

describe('withoutHeredocs', () => {
  it('takes the texts out and keeps what comes after them', () => {
    const command = "cat > a.ts <<'END' && npm test\nconst a = `x` << 2;\nEND\ngit status";
    expect(withoutHeredocs(command)).toEqual({
      text: 'cat > a.ts   && npm test\ngit status',
      bodies: ['const a = `x` << 2;'],
    });
    expect(simpleCommands(command).map(([first]) => first)).toEqual(['cat', 'npm', 'git']);
  });

  it('reads several, indented ones and escaped words', () => {
    expect(withoutHeredocs('a <<A <<-B\n1\nA\n\t2\n\tB\nc <<\\E\n3\nE').bodies).toEqual(['1', '\t2', '3']);
  });

  it('leaves here-strings alone', () => {
    expect(withoutHeredocs('grep x <<< "$y"\nls').text).toBe('grep x <<< "$y"\nls');
    expect(withoutHeredocs('grep x <<<word\nls').text).toBe('grep x <<<word\nls');
  });

  it('takes one without an end to the end of the text', () => {
    expect(withoutHeredocs('cat <<EOF\n1\n2')).toEqual({ text: 'cat  ', bodies: ['1\n2'] });
  });
});

/** The fastest of three runs (ms). */
function fastest(command: string): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    commandForm(command);
    return performance.now() - begun;
  });
  return Math.min(...times);
}

describe('commandForm', () => {
  it.each([
    ['npm test', 'cd web && npm test 2>&1 | tail -20'],
    ['npx vitest run a.test.ts', 'CI=1 npx vitest run a.test.ts --seed 7 --reporter=1'],
    ['make all', 'sudo make -j4 all'],
    ['/usr/bin/python3 /tmp/a1b2/x.py', 'python3 /tmp/zz/y.py'],
    ['git commit -m "one"', 'git commit -am "two words"'],
    ['timeout 30 go test ./...', 'go test -count 3 ./...'],
  ])('is the same for attempts at one thing: %j, %j', (a, b) => {
    expect(commandForm(a)).toBe(commandForm(b));
    expect(commandForm(a)).not.toBeNull();
  });

  it.each([
    ['another test', 'npx vitest run a.test.ts', 'npx vitest run b.test.ts'],
    ['another script', 'python3 - <<E\nprint(1)\nE', 'python3 - <<E\nprint(2)\nE'],
    ['another expression', 'node -e "a()"', 'node -e "b()"'],
    ['another value', 'npm test -- --filter=a', 'npm test -- --filter=b'],
    ['another subcommand', 'git push', 'git pull'],
  ])('differs for %s', (_, a, b) => {
    expect(commandForm(a)).not.toBe(commandForm(b));
  });

  it.each([
    ...['grep -r x src', 'cd a && ls b', 'git diff --exit-code', "chronicle note tried <<'EOF'\nx\nEOF", ''],
    '# nothing',
  ])('is null for a command that looks something up, is ours or is none: %j', (command) => {
    expect(commandForm(command)).toBeNull();
  });

  it('is found in linear time', () => {
    for (const piece of ['a ', '--x=', '/tmp/', '<<E\n', '$(', "'"]) {
      const [small, large] = [100_000, 1_000_000].map((length) => fastest(piece.repeat(length / piece.length)));
      // Ten times as long takes ten times as long, or a hundred times if it were quadratic. A fast one is all noise.
      expect([piece, Number(large) / Math.max(Number(small), 1)]).toEqual([
        piece,
        expect.toSatisfy((ratio) => ratio < 40),
      ]);
    }
  });
});
