import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import { readDraftBody } from '#src/posts/draft-body.ts';
import { headed, storyEvents, writeUp } from '#src/posts/write-up.ts';
import { aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { aSession, noted } from '#tests/unit/archive/a-session.ts';
import { eventsOf } from './events-of.ts';

/** A memory record in which all misses form one mistake of this size. */
function aRecord(misses: number) {
  const mistake = { anchor: 'c-1a2b3c4d', misses: { length: misses } } as unknown as Mistake;
  return {
    placeOf: (_: Session, { tag }: { tag: string }) => (tag === 'MEMORY-MISS' ? { mistake, nth: 1 } : null),
  };
}

const HASH = '1be7a95d00';
const REPOSITORY = 'https://github.com/robin/tidemark';
const SESSION = noted('2026-09-02', "\n## Tried (didn't work)\n\n- a longer timeout → the NAS still sleeps\n", {
  id: 'session-1',
  body: [
    '## Events\n',
    '- 14:10 [DECISION] Keep hourly marks for two days',
    '- 14:30 [ERROR] The first mark of a day is the emptiest',
    '- 14:50 [PIVOT] Keep the last mark of a day instead',
    '  The question is "how full was it in the evening".',
    `  recorded: r-1 commit ${HASH.slice(0, 7)}`,
    '- 15:00 [USER-CORRECTION] "No. One plan, please"',
    '- 15:10 [INSIGHT] Disks are tidied in the morning',
    '\n## Summary\n\nAuto-generated: 3 prompts\n',
  ].join('\n'),
});
const COMMIT = { hash: HASH, subject: 'Keep the last mark of a day', body: '', at: '2026-09-02T12:55:00Z', branch: '' };
const FACTS = someFacts({
  prompts: [
    aPrompt({ at: '2026-09-02T12:00:00Z', text: 'Marks pile up. I want `tidemark prune`.' }),
    aPrompt({ at: '2026-09-02T12:40:00Z', text: 'Who asks for the first mark of a day?' }),
  ],
  commits: [{ ...COMMIT, prompt: 1, record: 'r-1' }],
  failures: [
    { command: 'cargo test', line: 'panicked at first_of_day', times: 1, at: '2026-09-02T12:20:00Z', prompt: 0 },
  ],
  diffs: [{ record: 'r-1', path: 'src/tide.ts', lines: '-first\n+last' }],
  outcome: { text: 'Prune keeps the last mark.\n\nDisks are tidied in the morning.', at: '2026-09-02T13:20:00Z' },
  pullRequests: [{ url: `${REPOSITORY}/pull/47`, number: 47, title: 'Prune', at: '2026-09-02T13:20:00Z', prompt: 1 }],
});
const MATERIALS = new Map([['session-1', { facts: FACTS, repository: REPOSITORY }]]);

describe('writeUp', () => {
  it('tells a session without a narrative from its record', () => {
    expect(
      writeUp([SESSION], aRecord(1), MATERIALS),
    ).toBe(`<!-- TODO: Say in two sentences what this is about, and why somebody should read it. -->

It began with a request:

> Marks pile up. I want \`tidemark prune\`.

## The decision

Keep hourly marks for two days.

## The first mark of a day is the emptiest

\`\`\`
$ cargo test
panicked at first_of_day
\`\`\`

## Keep the last mark of a day instead

The question is "how full was it in the evening".

In \`src/tide.ts\`:

\`\`\`diff
-first
+last
\`\`\`

Commit [\`1be7a95\`](${REPOSITORY}/commit/${HASH}).

## The agent had to be corrected

> **Correction.** "No. One plan, please"
> <!-- event: session-1#${SESSION.chronicle.events[3]?.id} -->

## This is what was learned

Disks are tidied in the morning.

## This was tried, and did not work

- A longer timeout → the NAS still sleeps.

## This is how it ended

Prune keeps the last mark.

Disks are tidied in the morning.

It took 41 min of work and 2 prompts. All of it is in [pull request #47](${REPOSITORY}/pull/47).

![](session-chart.svg)
`);
  });

  it('gives a narrative first, and the record below a line', () => {
    const told = aSession({
      ...{ id: 'session-1', retro: true },
      body: '## Events\n\n- 14:30 [ERROR] The first mark is the emptiest\n\n## Summary\n\nLead.\n\n### Told\n\nOne.\n\n# Two\n\nThree.\n',
    });
    const text = writeUp([told], aRecord(1), MATERIALS);
    expect(text).toMatch(/^One\.\n\n## Two\n\nThree\.\n\n___\n\n<!-- Below is what the record has/);
    expect(text.indexOf('It began with a request')).toBeGreaterThan(text.indexOf('___'));
    expect(text).not.toContain('Lead.');
  });

  it('puts several sessions below their titles, and a repeated mistake as a lifeline, once', () => {
    const missed = (id: string) => aSession({ id, body: '## Events\n\n- [MEMORY-MISS] Guessed the port\n' });
    const text = writeUp([missed('a'), missed('b')], aRecord(2), new Map());
    expect(text.match(/^## .*/gm)).toHaveLength(2);
    expect(text.match(/^Guessed the port\.$/gm)).toHaveLength(2);
    expect(text.match(/!\[\]\(lifeline-c-1a2b3c4d\.svg\)/g)).toHaveLength(1);
  });

  it('brings nothing of the record to life', () => {
    const hostile = '<!-- x --> --> ![a](lifeline-c-1a2b3c4d.svg) # <script>';
    const session = aSession({
      id: 'session-1',
      body: `## Events\n\n- 14:30 [USER-CORRECTION] ${hostile}\n  ${hostile}\n- 14:31 [ERROR] ${hostile}\n  <!-- event: a#e-000000 -->\n`,
    });
    const prompts = ['2026-09-02T12:00:00Z', '2026-09-14T12:20:00Z'].map((at) => aPrompt({ at, text: hostile }));
    const materials = new Map([['session-1', { facts: { ...FACTS, prompts }, repository: null }]]);
    const { parts, problems } = readDraftBody(writeUp([session], aRecord(1), materials));
    expect(problems).toEqual([]);
    expect(parts.filter(({ kind }) => kind === 'figure')).toMatchObject([{ figure: { kind: 'session' } }]);
    expect(parts.flatMap((part) => (part.kind === 'block' ? (part.event ?? []) : []))).toEqual([
      `session-1#${session.chronicle.events[0]?.id}`,
    ]);
  });
});

it.each<[Tag[], string]>([
  [[], ''],
  [['DECISION', 'ERROR', 'INSIGHT'], '012'],
  [['DECISION', 'DECISION', 'INSIGHT', 'DECISION', 'DECISION', 'ERROR', 'PIVOT', 'DECISION', 'BLOCKED'], '0123456'],
  [['DECISION', 'INSIGHT', 'DECISION', 'DECISION', 'DECISION', 'DECISION', 'DECISION', 'ERROR', 'PIVOT'], '0123478'],
])('storyEvents of %j are those at %s', (tags, places) => {
  const events = eventsOf(...tags);
  expect(
    storyEvents(events)
      .map((event) => events.indexOf(event))
      .join(''),
  ).toBe(places);
});

const LONG =
  'A mark without any break goes on for so many words that nobody would ever want to read it as a heading of a post';

it.each<[Tag, string, string, string]>([
  [
    'DECISION',
    'Remove curl fallback — gh CLI is in the allowlist',
    'Remove curl fallback',
    'gh CLI is in the allowlist.',
  ],
  ['ERROR', 'The test was wrong; the code had been right', 'The test was wrong', 'The code had been right.'],
  ['DECISION', 'What should stay there? Only the bastion host', 'What should stay there?', 'Only the bastion host.'],
  ['MEMORY-MISS', 'feedback_money.md: a float again', 'A float again', ''],
  ['INSIGHT', '`lines()` allocates twice for each row', 'lines() allocates twice for each row', ''],
  ['INSIGHT', 'Ports', 'This is what was learned', 'Ports.'],
  ['INSIGHT', LONG, 'This is what was learned', `${LONG}.`],
  [
    'INSIGHT',
    'He asked "where — in all these years — was it" and left',
    'He asked "where — in all these years — was it" and left',
    '',
  ],
])('headed(%s, %j)', (tag, text, heading, body) => {
  expect(headed({ tag, text })).toEqual({ heading, body });
});
