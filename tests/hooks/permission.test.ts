import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedCommand } from '#src/record/permission.ts';
import { toolPayload } from './payloads.ts';
import { filesBelow, openSandbox } from './sandbox.ts';
import { SHELLS, witness } from './shell-witness.ts';

const BODY = 'Heredoc inside $() corrupted `quote` state\n  "double" \'single\' \\ && touch x\nthe EOF in a line\n';

const JSON_BODY = '{"proposals": [{"text": "**How to apply:** `x` {a,b}", "events": []}]}\n';

/** What the hook lets run, and how `chronicle` is then called. */
const ALLOWED: [command: string, args: string[], stdin: string][] = [
  [`chronicle log ERROR <<'EOF'\n${BODY}EOF`, ['log', 'ERROR'], BODY],
  [`chronicle log ERROR <<'EOF'\n${BODY}EOF\n`, ['log', 'ERROR'], BODY],
  [`chronicle log ERROR <<'EOF'\n${BODY}EOF\n\n \n`, ['log', 'ERROR'], BODY],
  [`chronicle log ERROR <<"EOF"\n${BODY}EOF`, ['log', 'ERROR'], BODY],
  [`chronicle log ERROR <<'EOF'  \n${BODY}EOF`, ['log', 'ERROR'], BODY],
  [`chronicle  log   ERROR   <<'EOF'\n${BODY}EOF`, ['log', 'ERROR'], BODY],
  [`  chronicle log ERROR <<'EOF'\n${BODY}EOF`, ['log', 'ERROR'], BODY],
  [`\n\nchronicle log ERROR <<'EOF'\n${BODY}EOF`, ['log', 'ERROR'], BODY],
  [`chronicle summary <<'EOF'\n${BODY}EOF`, ['summary'], BODY],
  [`chronicle summary <<'_END_9'\nEOF\n_END_\n_END_9`, ['summary'], 'EOF\n_END_\n'],
  [
    `chronicle log ERROR <<'EOF'\n EOF\nEOF \n\tEOF\nEOFEOF\neof\nEOF`,
    ['log', 'ERROR'],
    ' EOF\nEOF \n\tEOF\nEOFEOF\neof\n',
  ],
  [`chronicle log ERROR <<'EOF'\nEOF`, ['log', 'ERROR'], ''],
  [`chronicle log ERROR <<'EOF'\n\n\nEOF`, ['log', 'ERROR'], '\n\n'],
  [`chronicle log ERROR --session abc-1.2_3 <<'EOF'\n${BODY}EOF`, ['log', 'ERROR', '--session', 'abc-1.2_3'], BODY],
  [`chronicle log --session=abc-1.2_3 ERROR <<'EOF'\n${BODY}EOF`, ['log', '--session=abc-1.2_3', 'ERROR'], BODY],
  [`chronicle log 'ERROR' <<'EOF'\n${BODY}EOF`, ['log', 'ERROR'], BODY],
  ['chronicle log ERROR', ['log', 'ERROR'], ''],
  ['chronicle log --help', ['log', '--help'], ''],
  ['chronicle tags', ['tags'], ''],
  ['chronicle tags \n', ['tags'], ''],
  ['chronicle search heredoc', ['search', 'heredoc'], ''],
  [
    'chronicle search tag:ERROR since:2026-03-01 project:a/b,c',
    ['search', 'tag:ERROR', 'since:2026-03-01', 'project:a/b,c'],
    '',
  ],
  ['chronicle search \'two words\' "and more"', ['search', 'two words', 'and more'], ''],
  ["chronicle search '$(touch x) `touch x` && ; | > \\'", ['search', '$(touch x) `touch x` && ; | > \\'], ''],
  [
    'chronicle search "a ; touch x & b | c > d (e) {f} [g] * ? ~ # \'"',
    ['search', "a ; touch x & b | c > d (e) {f} [g] * ? ~ # '"],
    '',
  ],
  [`chronicle search tag:"two words"'and'more`, ['search', 'tag:two wordsandmore'], ''],
  ["chronicle search ''", ['search', ''], ''],
  ['chronicle search -- -x 50% a@b c+d', ['search', '--', '-x', '50%', 'a@b', 'c+d'], ''],
  ['chronicle show last --json', ['show', 'last', '--json'], ''],
  [`chronicle memory propose <<'EOF'\n${JSON_BODY}EOF`, ['memory', 'propose'], JSON_BODY],
  [`chronicle retro narrative --seen 0a1b <<'EOF'\n${BODY}EOF`, ['retro', 'narrative', '--seen', '0a1b'], BODY],
];

const log = (before: string, after = '') => `chronicle log ERROR ${before}<<'EOF'${after}\ntext\nEOF`;

/** What gets no answer, so that the host decides as it would without us. */
const NOT_ALLOWED = [
  '',
  ' ',
  'ls',
  'chronicle',
  'chronicle ',
  // Other commands, of ours and of others.
  'chronicle dev',
  'chronicle export',
  'chronicle memory apply',
  'chronicle retro context',
  'chronicle memory',
  'chronicle memory undo last',
  'chronicle memory skip all',
  'chronicle memory review',
  'chronicle memory narrative',
  'chronicle retro propose',
  "chronicle memory 'propose'",
  'chronicle memory --yes propose',
  'chronicle propose',
  `chronicle memory propose <<'EOF' && touch x\n{}\nEOF`,
  'chronicle --help',
  'chronicle logx ERROR',
  'chronicles log ERROR',
  'Chronicle log ERROR',
  './chronicle log ERROR',
  '/tmp/chronicle log ERROR',
  'command chronicle log ERROR',
  'exec chronicle tags',
  'sudo chronicle tags',
  'timeout 5 chronicle tags',
  'bash -c "chronicle tags"',
  "'chronicle' tags",
  '\\chronicle tags',
  'chronicle "log" ERROR',
  // Assignments and words that a shell changes.
  'FOO=1 chronicle tags',
  'PATH=. chronicle tags',
  'chronicle log =ERROR',
  'chronicle log ~/x',
  'chronicle log $TAG',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell command.
  'chronicle log ${TAG}',
  'chronicle log "$TAG"',
  'chronicle log `id`',
  'chronicle log "`id`"',
  'chronicle log $(id)',
  'chronicle log "$(id)"',
  "chronicle log $'ERROR'",
  'chronicle log $"ERROR"',
  'chronicle log E*',
  'chronicle log E?',
  'chronicle log [E]',
  'chronicle log {a,b}',
  'chronicle log !!',
  'chronicle log "a!b"',
  'chronicle log a\\ b',
  'chronicle log "a\\"',
  'chronicle log "open',
  "chronicle log 'open",
  'chronicle log # a comment',
  'chronicle\tlog ERROR',
  'chronicle log\u00a0ERROR',
  'chronicle log ERROR\r',
  // More than one command.
  'chronicle tags; touch x',
  'chronicle tags;',
  'chronicle tags && touch x',
  'chronicle tags || touch x',
  'chronicle tags | tee x',
  'chronicle tags & touch x',
  'chronicle tags &',
  'chronicle tags\ntouch x',
  'chronicle tags \n touch x',
  'chronicle tags\r\ntouch x',
  'touch x; chronicle tags',
  'touch x\nchronicle tags',
  'cd . && chronicle tags',
  'echo a | chronicle log ERROR',
  '(chronicle tags)',
  '{ chronicle tags; }',
  '! chronicle tags',
  'time chronicle tags',
  'if true; then chronicle tags; fi',
  'chronicle() { touch x; }; chronicle tags',
  'chronicle log () { touch x; }',
  // Redirections other than the one heredoc.
  'chronicle tags > x',
  'chronicle tags >> x',
  'chronicle tags 2>&1',
  'chronicle tags > /dev/null',
  'chronicle log ERROR < x',
  "chronicle log ERROR <<< 'text'",
  'chronicle log ERROR <(ls)',
  log('2'),
  log('> x '),
  log('', ' > x'),
  log('', ' && touch x'),
  log('', '; touch x'),
  log('', ' | tee x'),
  log('', ' &'),
  log('', " <<'EOG'"),
  log('', ' PIVOT'),
  log('', '\r'),
  log('', ' # comment'),
  log('', '\u00a0'),
  "chronicle <<'EOF' log ERROR\ntext\nEOF",
  "<<'EOF' chronicle log ERROR\ntext\nEOF",
  // Heredocs whose text the shell would change, or that end elsewhere than it seems.
  'chronicle log ERROR <<EOF\n$(touch x)\nEOF',
  'chronicle log ERROR <<\\EOF\ntext\nEOF',
  "chronicle log ERROR <<-'EOF'\ntext\n\tEOF\ntouch x\nEOF",
  "chronicle log ERROR << 'EOF'\ntext\nEOF",
  "chronicle log ERROR <<E'O'F\ntext\nEOF",
  "chronicle log ERROR <<''\ntext\n\ntouch x",
  "chronicle log ERROR <<'E F'\ntext\nE F",
  "chronicle log ERROR <<'EOF'",
  "chronicle log ERROR <<'EOF'\ntext",
  "chronicle log ERROR <<'EOF'\ntext\nEOF\ntouch x",
  "chronicle log ERROR <<'EOF'\ntext\nEOF\nEOF",
  "chronicle log ERROR <<'EOF'\ntext\nEOF\n\n  touch x",
  "chronicle log ERROR <<'EOF'\ntext\nEOF; touch x",
  "chronicle log ERROR <<'EOF'\ntext\nEOF\n&& touch x",
  // A shell for Windows drops carriage returns, and shells drop NULs: the heredoc would end earlier.
  "chronicle log ERROR <<'EOF'\ntext\nEOF\r\ntouch x\nEOF",
  "chronicle log ERROR <<'EOF'\ntext\nE\0OF\ntouch x\nEOF",
  "chronicle log ERROR 'a\0b'",
  // Another session's chronicle.
  `chronicle log ERROR --session other <<'EOF'\n${BODY}EOF`,
  `chronicle summary --session=other <<'EOF'\n${BODY}EOF`,
  `chronicle summary --ses'sion' "other" <<'EOF'\n${BODY}EOF`,
  `chronicle summary --session abc-1.2_3 --session other <<'EOF'\n${BODY}EOF`,
  'chronicle log ERROR --session',
  `chronicle memory propose --session other <<'EOF'\n${BODY}EOF`,
  `chronicle retro narrative --session=other --seen 0a1b <<'EOF'\n${BODY}EOF`,
];

/** For the session that some of the commands name. */
function isAllowed(command: string): boolean {
  return isAllowedCommand(command, 'abc-1.2_3');
}

describe('isAllowedCommand', () => {
  it.each(ALLOWED)('allows %j', (command) => {
    expect(isAllowed(command)).toBe(true);
  });

  it.each(NOT_ALLOWED)('says nothing to %j', (command) => {
    expect(isAllowed(command)).toBe(false);
  });

  it('looks at a long command once', () => {
    const text = "'x' ".repeat(100_000);
    expect(isAllowed(`chronicle search ${text}`)).toBe(true);
    expect(isAllowed(`chronicle search ${text};`)).toBe(false);
    expect(isAllowed(`chronicle search ${"''".repeat(100_000)}`)).toBe(true);
  });
});

describe.each(SHELLS)('%s', (shell) => {
  it.each(ALLOWED)('runs nothing but chronicle for %j, and changes no byte', (command, args, stdin) => {
    expect(witness(shell, command)).toEqual({ calls: [{ args, stdin }], others: [], created: [], stdout: '' });
  });
});

describe('a command with shell characters put in anywhere', () => {
  const pieces = [
    ...[
      ';',
      '&',
      '|',
      '>',
      '<',
      '(',
      ')',
      '{',
      '}',
      '$',
      '`',
      '\\',
      '"',
      "'",
      '!',
      '#',
      '*',
      '?',
      '[',
      ']',
      '~',
      '=',
      '\n',
      '\r',
      '\t',
      ' ',
    ],
    ...[
      '&&',
      '||',
      '<<',
      '<<<',
      '<<-',
      '>&',
      '$(',
      '${',
      "$'",
      '\nEOF\n',
      'EOF',
      "<<'EOF'\n",
      '\ntouch x\n',
      '; touch x',
      ' x',
      'x=1 ',
      '\\\n',
      '\u00a0',
      '\ufeff',
    ],
  ];
  const mutated = fc
    .tuple(
      fc.constantFrom(...ALLOWED.map(([command]) => command)),
      fc.array(fc.tuple(fc.constantFrom(...pieces), fc.nat(1000), fc.nat(2)), { minLength: 1, maxLength: 3 }),
    )
    .map(([command, changes]) =>
      changes.reduce((text, [piece, where, removed]) => {
        const at = where % (text.length + 1);
        return text.slice(0, at) + piece + text.slice(at + removed);
      }, command),
    );

  it('that is allowed makes exactly one call of chronicle and nothing else', () => {
    let allowed = 0;
    fc.assert(
      fc.property(mutated, (command) => {
        if (!isAllowed(command)) return;
        allowed++;
        const { calls, others, created } = witness('/bin/bash', command);
        expect({ calls: calls.length, others, created }).toEqual({ calls: 1, others: [], created: [] });
      }),
      { numRuns: 1000 },
    );
    // The property would hold as well if nothing were ever allowed.
    expect(allowed).toBeGreaterThan(100);
  });
});

describe('the hook', () => {
  it('answers allow for our command, and with nothing else', async () => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.run(['pre-tool-use'], toolPayload(ALLOWED[0]?.[0]));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: expect.any(String),
      },
    });
    expect(filesBelow(box.root)).toEqual([]);
  });

  it.each([
    ...['chronicle tags && touch x', 'for i in 1; do echo $i; done', 'FOO=1 chronicle tags', ''].map((command) =>
      toolPayload(command),
    ),
    toolPayload(undefined),
    toolPayload(['chronicle tags']),
    toolPayload('chronicle tags', { tool_name: 'Write' }),
    toolPayload('chronicle tags', { tool_input: null }),
    toolPayload('chronicle tags', { tool_input: 'chronicle tags' }),
    toolPayload('chronicle tags', { session_id: '../x' }),
    toolPayload('chronicle tags', { session_id: undefined }),
  ])('is silent for %s', async (payload) => {
    const box = openSandbox();
    expect(await box.run(['pre-tool-use'], payload)).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(filesBelow(box.root)).toEqual([]);
  });

  it('allows it for a subagent too, which has the session of its parent', async () => {
    const box = openSandbox();
    const { stdout } = await box.run(
      ['pre-tool-use'],
      toolPayload('chronicle tags', { agent_id: 'a1', agent_type: 'Explore' }),
    );
    expect(stdout).toContain('"allow"');
  });
});
