import { describe, expect, it } from 'vitest';
import { promptTitle, subjectTitle } from '#src/import/facts/title-words.ts';

describe('promptTitle', () => {
  it.each([
    ['hello there', ''],
    ['Hi Claude, could you please fix the login redirect? It loops.', 'Fix the login redirect?'],
    ['please add a test for the retry clock, thanks!', 'Add a test for the retry clock'],
    ["I'd like you to rewrite the README for newcomers. It is a mess.", 'Rewrite the README for newcomers'],
    ["We're on Angular 18. Upgrade us to 20. It's a big app.", "We're on Angular 18. Upgrade us to 20"],
    ['ok, now rename foo.ts to bar.ts please', 'Rename foo.ts to bar.ts'],
    ['kannst du bitte die Umlaute im Import reparieren?', 'Die Umlaute im Import reparieren?'],
    ['¿puedes arreglar la hora de las reservas en Canarias?', '¿puedes arreglar la hora de las reservas en Canarias?'],
    ['原因を調べて直して。あとテストも', '原因を調べて直して。 あとテストも'],
    ['# Task\n\nMove the **store** to `src/store.ts`', 'Task. Move the store to src/store.ts'],
    ['<task>\nMake the parser faster than goaccess\n</task>', 'Make the parser faster than goaccess'],
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
    '/review feature/cache',
    '/clear',
    'https://github.com/a/b/pull/3',
    'hi',
    'thanks!',
    'ok',
    'yes please',
    '',
    '```\ncode\n```',
    '🎉',
    '[Image #1]',
  ])('%j has none', (prompt) => {
    expect(promptTitle(prompt)).toBe('');
  });

  it('reads a hostile megabyte in a moment', () => {
    for (const piece of [
      'http://a',
      'please ',
      '. ',
      '<a',
      '<a>',
      ' ',
      '~/a/',
      '/home/a/b/',
      '`',
      '**',
      'hi, ',
      '[Image #1',
      '"',
      '\n',
    ]) {
      const started = process.cpuUsage();
      promptTitle(piece.repeat(1_000_000 / piece.length));
      subjectTitle(piece.repeat(1000 / piece.length));
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
    }
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
    'wip',
    'fix',
    'Fixes',
    'fix typo',
    'fix: tests',
    'update',
    'initial commit',
    "Merge branch 'main' into x",
    'v1.2.3',
    'fixup! Add it',
    '...',
    'cleanup',
    'chore: bump version to 2',
    '',
  ])('%j says nothing', (subject) => {
    expect(subjectTitle(subject)).toBe('');
  });
});
