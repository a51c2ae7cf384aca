import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { FactsTitles } from '#src/format/facts-head.ts';
import { branchInWords } from '#src/transcript/branch-words.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { anyChronicle, fileWith } from '../format/generated.ts';

function titleOf(branch: string, body: string, ...keys: string[]): string {
  return titleOfFile(fileWith(body, ...keys).replace('branch: main', `branch: ${branch}`));
}

function titleOfFile(file: string, titles?: FactsTitles): string {
  const { chronicle } = parseChronicle(file);
  if (!chronicle) return expect.unreachable('the file has no chronicle');
  return sessionTitle({ chronicle, ...(titles && { facts: someFacts({ head: { titles } }).head }) });
}

/** The title of a session on the branch `tm/41-retry` with these titles in its facts. */
function titleWith(titles: FactsTitles, body = ''): string {
  return titleOfFile(fileWith(EVENT + body, RETRO).replace('branch: main', 'branch: tm/41-retry'), titles);
}

const EVENT = '## Events\n\n- [DECISION] Keep the list in one file\n';
const RETRO = 'retro: 2026-03-24T16:40:00Z';
const narrative = (title: string) => `\n## Summary\n\nLead.\n\n###${title}\n\nStory.\n`;

describe('sessionTitle', () => {
  it('is the title of the narrative', () => {
    expect(titleOf('cws/96-x', EVENT + narrative(' The second list'), RETRO)).toBe('The second list');
  });

  it.each(['# include guards', '- a list', '> 1 GB'])('is a narrative’s title that begins with a mark: %s', (title) => {
    expect(titleOf('cws/96-x', EVENT + narrative(` ${title}`), RETRO)).toBe(title);
  });

  it('is not an empty title of a narrative', () => {
    expect(titleOf('cws/96-x-y', EVENT + narrative(''), RETRO)).toBe('X y');
  });

  it.each([
    ['tm/41-retry-sync', 'Retry sync'],
    ['fix_the/tests', 'Fix the tests'],
    ['robin/retry-sync', 'Retry sync'],
    ['robin/ABC-12-retry-sync', 'Retry sync'],
    ['claude/fix-login-ABC-12', 'Fix login'],
    ['fix/login', 'Fix login'],
    ['ABC-12', 'ABC-12'],
    ['api/v2', 'Api v2'],
    ['gh-45', 'Gh-45'],
    ['"---"', '---'],
    ['mainline', 'Mainline'],
  ])('is the branch %s in words', (branch, title) => {
    expect(titleOf(branch, `${EVENT}\n## Summary\n\nLead.\n`)).toBe(title);
  });

  it.each([
    ['One thing. Another.', 'One thing'],
    ['Why? Because.', 'Why?'],
    ['v1.2 is out and nobody knew\n\nMore.', 'v1.2 is out and nobody knew'],
  ])('is the first sentence of the summary on a trunk: %j', (lead, title) => {
    expect(titleOf('main', `${EVENT}\n## Summary\n\n${lead}\n`)).toBe(title);
  });

  it('is the first event on a trunk with only a machine summary', () => {
    expect(titleOf('main', `${EVENT}\n## Summary\n\nAuto-generated: 1 event (1 decision)\n`)).toBe(
      'Keep the list in one file',
    );
  });

  it.each([
    ['`npm ci` misses **packages** of *other* platforms. More.', 'npm ci misses packages of other platforms'],
    [
      'Keep ``a ` b`` and [the note](https://example.org/a), not [x] or [y](javascript:z)',
      'Keep ``a ` b`` and the note, not [x] or [y](javascript:z)',
    ],
    ['## What `git rebase` did', 'What git rebase did'],
    ['`src/**/*.ts` matches 2*3*4 and *.md', 'src/**/*.ts matches 2*3*4 and *.md'],
    ['One ` alone, snake_case and __init__', 'One ` alone, snake_case and __init__'],
  ])('contains no marks of %j', (lead, title) => {
    expect(titleOf('main', `${EVENT}\n## Summary\n\n${lead}\n`)).toBe(title);
  });

  it('contains no marks of a first event or a narrative either', () => {
    expect(titleOf('main', '## Events\n\n- [ERROR] `rm -rf` in the *wrong* place\n')).toBe('rm -rf in the wrong place');
    expect(titleOf('main', EVENT + narrative(' The `x` we kept'), RETRO)).toBe('The x we kept');
  });

  it.each(['/clear', '/memory:audit now', 'https://example.org/a/b'])(
    'is never a slash command or a bare address: %s',
    (text) => {
      expect(titleOf('main', `## Events\n\n- [ERROR] ${text}\n`)).toBe('main');
      expect(titleWith({ custom: text, host: text, prompt: 'Fix the redirect' })).toBe('Fix the redirect');
    },
  );

  it('may contain a path', () => {
    expect(titleWith({ prompt: '/etc/hosts is wrong' })).toBe('/etc/hosts is wrong');
    expect(titleWith({ prompt: 'https://example.org/a is down' })).toBe('https://example.org/a is down');
  });

  it.each([
    ['custom', 'plan', 'pullRequest', 'host', 'commit', 'prompt'],
    ['plan', 'pullRequest', 'host', 'commit', 'prompt'],
    ['pullRequest', 'host', 'commit', 'prompt'],
    ['host', 'commit', 'prompt'],
    ['commit', 'prompt'],
    ['prompt'],
  ])('is the best of what the transcript showed, beginning with %s', (best, ...others) => {
    const titles = Object.fromEntries([best, ...others].map((kind) => [kind, `By ${kind}`]));
    expect(titleWith(titles)).toBe(`By ${best}`);
  });

  it('is the branch where the transcript showed none', () => {
    expect(titleWith({})).toBe('Retry');
  });

  it('is the title of the narrative before that', () => {
    expect(titleWith({ custom: 'A' }, narrative(' The second list'))).toBe('The second list');
  });

  it('tells sessions on one branch apart', () => {
    const prompts = ['Fix the login redirect', 'Add a test for the login redirect', 'Why is the build slow?'];
    expect(new Set(prompts.map((prompt) => titleWith({ prompt }))).size).toBe(3);
  });

  it('reads a hostile branch and prompt in linear time', () => {
    const begin = performance.now();
    titleWith({ prompt: '/a'.repeat(500_000) });
    branchInWords('a/'.repeat(500_000));
    branchInWords('AA-1'.repeat(300_000));
    expect(performance.now() - begin).toBeLessThan(2000);
  });

  it("is the trunk's name if nothing was written", () => {
    expect(titleOf('master', '## Events\n')).toBe('master');
  });

  it('is cut at a word, and never inside a character', () => {
    expect(titleOf('main', `## Events\n\n- [ERROR] ${'word '.repeat(30)}\n`)).toBe(
      `${'word '.repeat(16).trim().slice(0, 74)}…`,
    );
    expect(titleOf('main', `## Events\n\n- [ERROR] ${'😀'.repeat(100)}\n`)).toBe(`${'😀'.repeat(79)}…`);
  });

  it('is never empty', () => {
    fc.assert(
      fc.property(anyChronicle, (chronicle) => {
        expect(sessionTitle({ chronicle })).not.toBe('');
      }),
    );
  });
});
