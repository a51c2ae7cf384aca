import { describe, expect, it } from 'vitest';
import { normalConcept } from '#src/format/notebook/concept.ts';
import { observationLines } from '#src/format/notebook/observation.ts';
import { readObserved } from '#src/notes/observe-commands.ts';
import { remarksOn } from '#src/notes/observed.ts';

/** An observation with every field of claude-mem. */
const XML = `<observation>
  <type>feature</type>
  <title>JWT Refresh Token Implementation</title>
  <subtitle>Added 7-day refresh token rotation with Redis storage for secure long-lived sessions</subtitle>
  <facts>
    <fact>src/auth.ts: refreshToken() generates new JWT with 7-day expiry</fact>
    <fact>Redis key format: refresh:{userId}:{tokenId} with TTL 604800s</fact>
    <fact>Old token invalidated on refresh to prevent replay attacks</fact>
  </facts>
  <narrative>Tokens lived for ever before. Now each refresh makes a new one and deletes the old one.</narrative>
  <concepts>
    <concept>authentication</concept>
    <concept>caching</concept>
  </concepts>
  <files>
    <file>/home/robin/api/src/auth.ts</file>
    <file>./lib/redis.ts</file>
  </files>
</observation>`;

const read = (text: string) => readObserved(text, '/home/robin/api');
const faultsOf = (text: string) => read(text).faults.map(({ line, sentence }) => `${line}: ${sentence}`);
const linesOf = (text: string) =>
  read(text).observations.map((observation) => observationLines(observation.time ?? '', observation));

describe('observations as XML', () => {
  it('have every field, with paths relative to the project', () => {
    const { observations, faults } = read(XML);
    expect(faults).toEqual([]);
    expect(observations).toMatchObject([
      {
        type: 'feature',
        title: 'JWT Refresh Token Implementation',
        facts: [{ text: 'src/auth.ts: refreshToken() generates new JWT with 7-day expiry' }, {}, {}],
        narrative: 'Tokens lived for ever before. Now each refresh makes a new one and deletes the old one.',
        concepts: ['authentication', 'caching'],
        files: ['src/auth.ts', 'lib/redis.ts'],
        scope: 'local',
      },
    ]);
  });

  it('may come several at once, in code fences, with a summary', () => {
    const { observations, handoff, faults } = read(
      `\`\`\`xml\n${XML}\n${XML.replace('JWT', 'Other')}\n\`\`\`\n<summary><request>Log in</request><next_steps>Measure it</next_steps><files_read><file>a.ts</file><file>b.ts</file></files_read></summary>`,
    );
    expect(faults).toEqual([]);
    expect(observations.map(({ title }) => title)).toEqual([
      'JWT Refresh Token Implementation',
      'Other Refresh Token Implementation',
    ]);
    expect(handoff).toEqual({ request: 'Log in', suggestedNext: 'Measure it', filesRead: 'a.ts, b.ts' });
  });

  it('may contain markup in a text, escaped or not', () => {
    const text =
      '<observation id="1"><title>A map</title><narrative>A Map<string, number>, &lt;/narrative&gt; &amp;amp; and <observation> in it\n```\ncode\n```\nend</narrative><facts><fact>a < b</fact></facts></observation>';
    expect(read(text)).toMatchObject({
      faults: [],
      observations: [
        {
          narrative: 'A Map<string, number>, </narrative> &amp; and <observation> in it\n```\ncode\n```\nend',
          facts: [{ text: 'a < b' }],
        },
      ],
    });
  });

  it.each([
    ['<observation><title>x</title>', '1: <observation> is not closed.'],
    [
      '<observation>\n<type>bgfix</type><title>x</title></observation>',
      '2: There is no type "bgfix". Did you mean bugfix?',
    ],
    ['<observation><type>bug</type><title>x</title></observation>', '1: There is no type "bug". Did you mean bugfix?'],
    ['<observation><type>fix</type></observation>', '1: The observation has no title.'],
    ['<observation><title>x</title>\n<sub>y</sub></observation>', '2: There is no element <sub> here.'],
    [
      'Here it is:\n<observation><title>x</title></observation>',
      '1: This line is not part of an <observation> or <summary>.',
    ],
    ['<observation><title>x</title>loose</observation>', '1: This text is not part of an element.'],
    [
      '<observation><title>x</title><scope>team</scope></observation>',
      '1: There is no scope "team". The scopes are global, committed, local.',
    ],
  ])('%j is refused with its line', (text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });
});

describe('observations as lines', () => {
  it('are read from the form of observational memory, with nesting, dates and what comes next', () => {
    const text = `Date: 2026-02-11
- [P1] (14:30) User prefers TypeScript with strict mode
  - [P2] (14:30) Project uses Vite + React
    - [P3] (--:--) ESLint config extends @company/base
- [P1] (15:30) API launch deadline is March 15th. {ref: 2026-03-15}
- [P2] (15:45) Sprint review moved to next Tuesday. {rel: 2026-02-18 from "next Tuesday"}

Current Task: Implementing database migration system
Suggested Next: Continue with migration CLI
  in src/cli/migrate.ts`;
    expect(linesOf(text)).toEqual([
      '- 14:30 [P1] User prefers TypeScript with strict mode\n  - [P2] 14:30 Project uses Vite + React\n    - [P3] ESLint config extends @company/base',
      '- 15:30 [P1] API launch deadline is March 15th.\n  Ref: 2026-03-15',
      '- 15:45 [P2] Sprint review moved to next Tuesday.\n  Rel: 2026-02-18 from "next Tuesday"',
    ]);
    expect(read(text)).toMatchObject({
      observations: [{ date: '2026-02-11' }, { date: '2026-02-11' }, { date: '2026-02-11' }],
      handoff: {
        currentTask: 'Implementing database migration system',
        suggestedNext: 'Continue with migration CLI\nin src/cli/migrate.ts',
      },
      faults: [],
    });
  });

  it('are read from the notebook’s own form', () => {
    const own = `- 15:10 [decision] [P1] Refresh tokens rotate
  For long sessions
  - one fact
  Narrative: because

    of theft
  Concepts: Error Handling, caching
  Scope: committed`;
    expect(linesOf(own)).toEqual([own.replace('Error Handling', 'error-handling')]);
  });

  it.each([
    ['nothing', '1: This line is neither an observation nor a field of a handoff. Begin it with "- ".'],
    ['- [P1] ', '1: The observation has no title.'],
    [
      '- [wish] A pony',
      '1: There is no type "wish". The types are decision, bugfix, feature, refactor, discovery, change.',
    ],
    ['- [decision] [P9] Nine', '1: There is no priority P9. Use [P1], [P2] or [P3].'],
    ['- [P0] Zero', '1: There is no priority P0. Use [P1], [P2] or [P3].'],
    ['- x\n  Scope: team', '2: There is no scope "team". The scopes are global, committed, local.'],
    ['- x\n  Ref: soon', '2: "soon" is not a day such as 2026-03-15.'],
    ['- x\n  Rel: next week', '2: Write a computed date as Rel: 2026-03-15 from "next Tuesday".'],
    ['  - x', '1: This line is indented, but below no observation.'],
    ['Date: today\n- x', '1: "today" is not a day such as 2026-03-15.'],
    ['', '1: The text contains neither an observation nor a field of a handoff.'],
  ])('%j is refused with its line', (text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });
});

it('reads hostile text in linear time', () => {
  for (const piece of [
    '<observation>',
    '</observation>',
    '<observation><title>',
    '</title>',
    '```',
    '<',
    '&amp;',
    '- [P1] ',
    '- [',
    '\n  ',
    '{ref: ',
    'Date: ',
    '<summary ',
  ])
    expect(read(piece.repeat(1_000_000 / piece.length)).faults.length).toBeLessThanOrEqual(21);
});

it('says what could be better about a title and facts', () => {
  const remarks = (text: string) => read(text).observations.flatMap(remarksOn);
  expect(remarks(XML)).toEqual([]);
  expect(
    remarks('- [change] One two three four five six seven eight nine ten eleven twelve thirteen\n  - It is short'),
  ).toEqual(['title has 13 words (3-8 read best)', 'fact "It is short" begins with a pronoun: name what is meant']);
});

it('normalises concepts', () => {
  expect(['Error Handling', ' error_handling ', 'Caching'].map(normalConcept)).toEqual([
    'error-handling',
    'error-handling',
    'caching',
  ]);
});
