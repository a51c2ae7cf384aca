import { describe, expect, it } from 'vitest';
import type { Facts } from '#src/transcript/facts.ts';
import { skeletonParts } from '#src/posts/drafts/skeleton.ts';
import { readDraftBody } from '#src/posts/drafts/draft-body.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { someFacts } from './some-facts.ts';

const COMMIT = 'a1b2c3d4e5';
const RECORD = '9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f';
const BODY = `## Events

- 10:00 [DECISION] Count nights and not days; a bird sleeps once
- 10:20 [USER-CORRECTION] "No, every bird arrives twice."
- 10:31 [ERROR] Nights were cut in two at midnight
  recorded: ${RECORD} commit ${COMMIT.slice(0, 7)}
- 10:40 [PIVOT] From days to nights: noon to noon
  That is how a bird counts.

## Summary
`;
const session = aSession({ id: 'nest-0001', date: '2026-09-14', offset: '+02:00', body: BODY });
const facts = someFacts({
  prompts: [
    ['2026-09-14T07:58:00Z', 'Draw a page for each box. One page, please. For people who like birds.'],
    ['2026-09-14T08:19:30Z', 'No, every bird arrives twice.'],
    ['2026-09-14T08:35:00Z', 'Then {count} nights */ please'],
  ],
  commits: [{ hash: COMMIT, subject: 'Count nights from noon to noon', prompt: 1 }],
  failures: [{ command: 'pytest -q', line: 'AssertionError: 2 != 1', at: '2026-09-14T08:25:00Z', prompt: 1 }],
  diffs: [{ record: RECORD, path: 'report/nights.py', lines: '-    by = day\n+    by = night' }],
  outcome: 'The report counts nights.\n\n## Next\n\nAdd the minimum.',
});

const draft = (given: Facts | null, repository: string | null = null) =>
  skeletonParts(session, { facts: given, repository }, 2).join('\n');

describe('skeletonParts', () => {
  it('names a later, shorter answer, which may take back what the long one said', () => {
    const last = { text: 'Reverted everything.', at: '2026-09-14T08:59:00Z' };
    expect(draft({ ...facts, lastAnswer: last })).toContain(
      "{/* The session's last message was: Reverted everything. */}",
    );
    expect(draft(facts)).not.toContain('last message was');
  });

  it('tells the session under headings in the words of its events', () => {
    expect(
      draft(facts, 'https://github.com/robin/nestbox'),
    ).toBe(`{/* TODO: Say in two sentences what this is about, and why somebody should read it. */}

It began with a request:

> Draw a page for each box. One page, please. For people who like birds.

## Count nights and not days

A bird sleeps once.

## Every bird arrives twice

<Event id="nest-0001#${session.chronicle.events[1]?.id}" />

## Nights were cut in two at midnight

\`\`\`
$ pytest -q
AssertionError: 2 != 1
\`\`\`

In \`report/nights.py\`:

\`\`\`diff
-    by = day
+    by = night
\`\`\`

Commit [\`a1b2c3d\`](https://github.com/robin/nestbox/commit/a1b2c3d4e5): Count nights from noon to noon.

{/* TODO: How did it show, and what did you believe first? */}

## From days to nights

{/* You said: Then (count) nights * / please */}

From days to nights: noon to noon.

That is how a bird counts.

## How it ended

The report counts nights.

**Next**

Add the minimum.

It took 42 min of work and 3 prompts. 2 files changed (+12 −3). Of 3 test runs, 1 failed.

{/* TODO: These are the agent's last words. Say them in your own. */}

{/* TODO: What would you do differently? Nothing on record says it. */}
`);
  });

  it('is valid, and its comments are not part of the text', () => {
    const { parts, problems, comments } = readDraftBody(draft(facts, 'https://github.com/robin/nestbox'));
    expect(problems).toEqual([]);
    expect(comments).toHaveLength(5);
    expect(JSON.stringify(parts)).not.toContain('TODO');
  });

  it('names a commit without a link if the repository has no public address', () => {
    expect(draft(facts)).toContain('Commit `a1b2c3d`: Count nights from noon to noon.');
  });

  it('works without facts, from the events alone', () => {
    const text = draft(null);
    expect(readDraftBody(text).problems).toEqual([]);
    expect(text.match(/^#.*/gm)).toEqual([
      '## Count nights and not days',
      '## Every bird arrives twice',
      '## Nights were cut in two at midnight',
      '## From days to nights',
    ]);
    expect(text).not.toContain('How it ended');
  });

  it('asks what happened where a heading is all there is', () => {
    const bare = aSession({ body: '## Events\n\n- [DECISION] Count nights\n' });
    expect(skeletonParts(bare, { facts: null, repository: null }, 2).join('\n')).toContain(
      '## Count nights\n\n{/* TODO: Nothing more is on record. What happened? */}',
    );
  });

  it('tells a line that was cut as the whole sentence', () => {
    const whole = 'The id is stored before the order is created; when that throws, the retry counts as a duplicate';
    const cut = `- [ERROR] The id is stored before the order is created…\n  ${whole}\n  recorded: ${RECORD} cause\n`;
    const text = skeletonParts(aSession({ body: `## Events\n\n${cut}` }), { facts: null, repository: null }, 2).join(
      '\n',
    );
    expect(text).toContain(`## The id is stored before the order is created\n`);
    expect(text).toContain('\nWhen that throws, the retry counts as a duplicate.\n');
    expect(text).not.toContain('…');
  });

  it.each(['<b>&{x} `*_ [a](javascript:b) */ --> \u202e', '{/* x */}', '> # - import x', '```\n{', 'a\n\n<Beats />'])(
    'writes %j as text wherever it stands',
    (hostile) => {
      const event = hostile.replaceAll('\n', ' ');
      const strange = aSession({
        date: '2026-09-14',
        offset: '+02:00',
        body: `## Events\n\n- 10:31 [ERROR] ${event}\n  ${event}\n  recorded: ${RECORD} commit ${COMMIT.slice(0, 7)}\n`,
      });
      const given = someFacts({
        prompts: [
          ['2026-09-14T07:58:00Z', 'first'],
          ['2026-09-14T08:19:30Z', hostile],
        ],
        commits: [{ hash: COMMIT, subject: hostile, prompt: 1 }],
        failures: [{ command: hostile, line: hostile, at: '2026-09-14T08:25:00Z', prompt: 1 }],
        diffs: [{ record: RECORD, path: hostile, lines: hostile }],
        outcome: hostile,
      });
      const lastAnswer = { text: hostile, at: '2026-09-14T08:59:00Z' };
      const strangeFacts = { ...given, lastAnswer };
      const text = skeletonParts(strange, { facts: strangeFacts, repository: 'https://github.com/a/b' }, 2).join('\n');
      const { parts, problems } = readDraftBody(text);
      expect(problems).toEqual([]);
      expect(parts.filter(({ kind }) => kind === 'component')).toEqual([]);
    },
  );
});
