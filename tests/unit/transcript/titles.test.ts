import { describe, expect, it } from 'vitest';
import { branchInWords } from '#src/transcript/branch-words.ts';
import { isTitle, promptTitle, shortTitle, subjectTitle, titlesIn } from '#src/transcript/titles.ts';

describe('promptTitle', () => {
  it.each([
    ['hello there', ''],
    ['Hi Claude, could you please fix the login redirect? It loops.', 'Fix the login redirect'],
    ['please add a test for the retry clock, thanks!', 'Add a test for the retry clock'],
    ["I'd like you to rewrite the README for newcomers. It is a mess.", 'Rewrite the README for newcomers'],
    ["We're on Angular 18. Upgrade us to 20. It's a big app.", "We're on Angular 18"],
    ['ok, now rename foo.ts to bar.ts please', 'Rename foo.ts to bar.ts'],
    ['kannst du bitte die Umlaute im Import reparieren?', 'Die Umlaute im Import reparieren'],
    ['¿puedes arreglar la hora de las reservas en Canarias?', 'Arreglar la hora de las reservas en Canarias'],
    ['原因を調べて直して。あとテストも', '原因を調べて直して'],
    ['# Task\n\nMove the **store** to `src/store.ts`', 'Move the store to src/store.ts'],
    ['<task>\nMake the parser faster than goaccess\n</task>', 'Make the parser faster than goaccess'],
    ['請求書の合計が一円ずれる', '請求書の合計が一円ずれる'],
    ['请求超时以后重试三次', '请求超时以后重试三次'],
    ['请修复登录页面的重定向', '修复登录页面的重定向'],
    ['你能帮我修复登录页面吗？', '修复登录页面'],
    ['plsql packages do not compile', 'Plsql packages do not compile'],
    ['Bittorrent links are not found', 'Bittorrent links are not found'],
    ['https://github.com/a/b/issues/12 fix this without a new dependency', 'Fix this without a new dependency'],
    ['look at @src/a.ts and explain the cache', 'Look at src/a.ts and explain the cache'],
    ['/home/ada/src/ledger/docs/rfc-17.md describes a new column', 'rfc-17.md describes a new column'],
    ['```\nTypeError: x\n```\nwhy does this happen in the worker only?', 'Why does this happen in the worker only?'],
    ['````\n```js\nmove the store\n```\n````\nwhy does this happen?', 'Why does this happen?'],
    ['use e.g. zod 3.5 for the settings. And document it', 'Use e.g. zod 3.5 for the settings'],
    ['npm test fails since yesterday on the build server', 'npm test fails since yesterday on the build server'],
  ])('%j is %j', (prompt, title) => {
    expect(promptTitle(prompt)).toBe(title);
  });

  it.each([
    ['a command or an address', ['/review feature/cache', '/clear', 'https://github.com/a/b/pull/3']],
    ['a courtesy', ['hi', 'thanks!', 'ok', 'yes please']],
    ['without words', ['', '```\ncode\n```', '🎉', '[Image #1]']],
  ])('has none for a prompt that is %s', (_, prompts) => {
    for (const prompt of prompts) expect(promptTitle(prompt), prompt).toBe('');
  });
});

describe('subjectTitle', () => {
  it.each([
    ['feat(auth)!: rotate refresh tokens (ABC-12)', 'Rotate refresh tokens'],
    ['[TM-481] Keep JSON names of DTOs', 'Keep JSON names of DTOs'],
    ['ABC-12: Handle each event once (#34)', 'Handle each event once'],
    ['Fix the retry clock', 'Fix the retry clock'],
    ['レシピの検索を直す', 'レシピの検索を直す'],
    ['a11y: formulaire conforme', 'a11y: formulaire conforme'],
  ])('%j is %j', (subject, title) => {
    expect(subjectTitle(subject)).toBe(title);
  });

  it.each([
    ['a word', ['wip', 'fix', 'Fixes', 'update', 'cleanup', '...', '']],
    ['a small change', ['fix typo', 'fix: tests', 'initial commit', 'chore: bump version to 2']],
    ['written by git', ["Merge branch 'main' into x", 'v1.2.3', 'fixup! Add it']],
  ])('is empty for a subject that is %s', (_, subjects) => {
    for (const subject of subjects) expect(subjectTitle(subject), subject).toBe('');
  });
});

/** What a session's transcript showed beside its first prompt, of which these rules need little. */
interface Shown {
  later?: string;
  branch?: string;
  plan?: string;
  pr?: string;
  commits?: Record<string, number>;
  end?: string;
}

/** The titles in the order in which one is chosen, without empty ones. */
function titles(first: string, { later, branch = 'main', plan, pr, commits = {}, end }: Shown = {}): string[] {
  const at = '2026-03-24T14:00:00Z';
  const did = { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 };
  const found = titlesIn({
    prompts: [first, ...(later === undefined ? [] : [later])].map((text, index) => ({
      at,
      text,
      record: `r-${index}`,
      did,
    })),
    branches: ['main', branch],
    plans: plan === undefined ? [] : [{ heading: plan, text: '', at, prompt: 0 }],
    pullRequests: pr === undefined ? [] : [{ url: 'https://example.org/1', number: 1, title: pr, at, prompt: 0 }],
    files: [],
    commits: Object.entries(commits).map(([subject, lines], index) => ({
      ...{ hash: `a1b2c3${index}`, subject, body: '', at, branch, prompt: 0, record: 'r-9' },
      ...(lines === 0 ? {} : { lines }),
    })),
    outcome: end === undefined ? null : { text: end, at },
  });
  const { plan: planned, pullRequest, commit, prompt, branch: named, end: ended } = found;
  return [planned, pullRequest, commit, prompt, named, ended].filter((title) => title !== '');
}

describe('the first title of a session', () => {
  it.each<[kind: string, prompt: string, shown: Shown, title: string]>([
    ['asks for a review', 'please review', { branch: 'kim/price-rounding' }, 'Review: price rounding'],
    [
      'asks for a review of a pull request',
      'take another look at this PR please',
      { branch: 'x', pr: 'feat: Round prices up' },
      'Review: Round prices up',
    ],
    ['asks for a review by a command', '/code-review', { branch: 'guest-basket' }, 'Review: guest basket'],
    [
      'is long',
      'the invoice mail goes out twice for customers with two addresses of one kind, because the job joins them',
      {},
      'The invoice mail goes out twice for customers with two addresses of one kind',
    ],
    [
      'has a request behind I',
      'I lost an hour on this. Rename the two clocks.',
      { branch: 'x' },
      'Rename the two clocks',
    ],
    [
      'begins with this, and has an end',
      'This drives everyone mad',
      { end: 'Done. The menu closes.' },
      'The menu closes',
    ],
    ['asks politely', 'Could you please sort the harvest by day?', {}, 'Sort the harvest by day'],
    ['is a question', 'why are there two clocks?', {}, 'Why are there two clocks?'],
    ['is a path', 'src/tax/rates.ts', { branch: 'fix/rates-of-spain' }, 'Rates of spain'],
    ['is a path with blanks', '/home/kim/My\\ Files/a.pdf', { branch: 'pdf-import' }, 'Pdf import'],
    ['is JSON', '{"code":17,\n"why":"quota"}', { end: 'Requests are counted.' }, 'Requests are counted'],
    ['is of a shell', 'kim@pi:~ $ make d\nmake: *** Error 2', { end: 'Now `d` comes first.' }, 'Now d comes first'],
    ['is an address', 'https://example.org/a/7', { pr: 'Keep the notes of a page' }, 'Keep the notes of a page'],
    ['is a number', '#318', { branch: 'report-hours' }, 'Report hours'],
    ['is a task', 'ABC-1234', { branch: 'kim/ABC-1234-report-hours' }, 'Report hours'],
    ['says nothing, and a later one does', 'hi', { later: 'move the list into a file' }, 'Move the list into a file'],
    ['has a kind before it', 'Assessment: is the lexer fast enough?', {}, 'Is the lexer fast enough?'],
    ['has a kind before its commit', 'go on', { commits: { 'fix(cart): keep the coupon': 0 } }, 'Keep the coupon'],
    [
      'has a small commit first',
      'bump the version first',
      { commits: { 'Correct a comma': 1, 'Read by line': 300, 'Address review comments': 400, 'Lock file': 9000 } },
      'Read by line',
    ],
    ['has a plan', 'go on', { plan: 'Plan: Warn before a save', commits: { 'Warn first': 9 } }, 'Warn before a save'],
  ])('%s', (_, prompt, shown, title) => {
    expect(titles(prompt, shown)[0]).toBe(title);
  });

  it.each([
    ...['Done.', 'All tests pass.', 'No blockers.', 'Let me check the other file.', 'Two findings.', 'src/a.ts'],
    '| a | b |',
  ])('is not an end that fits any session: %s', (end) => {
    expect(titles('hm', { end })).toEqual([]);
  });
});

describe('isTitle', () => {
  it.each([
    ['a path', ['src/a.ts', '/etc/hosts', '~/notes', './a b/c', 'C:\\Users\\kim', '`src/a.ts`', '商店/说明.md']],
    ['several paths', ['src/a.ts lib/b.ts']],
    ['JSON', ['{"a":1}', '[1, 2]']],
    ['a line of a shell', ['$ ls -l', 'kim@pi:~/x$ ls', 'root@web ~ # ls', '❯ npm test']],
    ['an address', ['https://example.org/a?b=1', '<https://example.org>']],
    ['a number', ['#318', '42', '٣٤', '3.5', 'ABC-12', 'issue 318', 'PR #12', 'fix #318']],
    ['a hash', ['a1b2c3d4e5f6', '0c5f1f6e-1c1f-4c3a-9b57-0a0f0f6d3b11']],
    ['a command', ['/clear', '/memory:audit now']],
    ['nothing', ['…', '', '---']],
  ])('is false for %s', (_, texts) => {
    expect(texts.filter(isTitle)).toEqual([]);
  });

  it.each([
    ...['/etc/hosts is wrong', 'Fix src/a.ts', '修复src/a.ts里的错误', 'Use TCP/IP here', 'Node 24', '🚀', 'A'],
    'defaced',
  ])('is true for %j', (text) => {
    expect(isTitle(text)).toBe(true);
  });
});

it('a branch has no kind of work if its words say enough', () => {
  expect(['fix/login', 'fix/empty-basket', 'feat/x-y-zed', 'release/2.0'].map(branchInWords)).toEqual([
    'Fix login',
    'Empty basket',
    'X y zed',
    'Release 2.0',
  ]);
});

it('a title is cut after a clause, with nothing left open', () => {
  const text =
    'Keep the notes of a page (and those of its children), and, since nobody reads them, hide all the others by default';
  expect(shortTitle(text)).toBe('Keep the notes of a page (and those of its children)');
  expect(shortTitle(`${'注'.repeat(30)}，${'文'.repeat(60)}`)).toBe('注'.repeat(30));
});
