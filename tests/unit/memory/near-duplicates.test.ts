import { describe, expect, it } from 'vitest';
import { nearDuplicates } from '#src/memory/audit.ts';

type Text = { name: string; description: string; body: string };

const memory = (name: string, description: string, body = ''): Text => ({ name, description, body });

/** Pairs that a person would merge. */
const SAME: [string, Text, Text][] = [
  [
    'the same memory in other words',
    memory(
      'feedback-money-in-cents',
      'Money is integer cents, never a float',
      'All amounts are integers in cents.\n\n**Why:** 19.99 * 3 came out as 59.96999 in an invoice.\n\n**How to apply:** Parse with parseAmount, format at the edge only.',
    ),
    memory(
      'feedback-no-float-amounts',
      'Do not use floats for money, use integer cents',
      'Amounts of money are kept as integer cents.\n\n**Why:** An invoice was wrong by a cent because of float rounding.\n\n**How to apply:** Use parseAmount when reading and format only when showing.',
    ),
  ],
  [
    'a copy with a longer text',
    memory('frozen-migrations', 'Never edit a migration that was applied', 'Write a new one.'),
    memory(
      'migrations-are-frozen',
      'An applied migration is never edited; write a new migration',
      'Editing V12 broke the staging database, whose checksum no longer fitted. Write a new one that corrects it.',
    ),
  ],
  [
    'the same facts under another name',
    memory(
      'flash-by-serial',
      'Flash nodes by serial number through make flash',
      'Use `make flash SERIAL=…`, never esptool directly. The port changes when two nodes are plugged in.',
    ),
    memory(
      'esptool-port-trap',
      'Use make flash with the serial number, not esptool',
      'Two nodes plugged in swap their ports, and esptool writes to the wrong node. `make flash SERIAL=…` finds it by serial.',
    ),
  ],
  [
    'an update beside what it was meant to replace',
    memory(
      'project-release-day',
      'Releases go out on Tuesday mornings',
      'Release on Tuesday before 10:00, after the smoke run on staging.',
    ),
    memory(
      'project-release-schedule',
      'Releases go out on Tuesday mornings after the smoke run',
      'We release on Tuesday morning, before 10:00, and only after staging smoke passed. Since May the tag is signed.',
    ),
  ],
  ['two short ones', memory('tabs', 'Use tabs'), memory('use-tabs', 'Use tabs in code')],
  [
    'German',
    memory('du-statt-sie', 'Kunden werden geduzt, auch in Rechnungen und Mahnungen', 'In allen Vorlagen Du, nie Sie.'),
    memory('anrede', 'Kunden werden in Rechnungen und Mahnungen geduzt', 'Anrede ist Du. Vorlagen mit Sie sind alt.'),
  ],
];

/** Pairs on the same subject with different memories. */
const DIFFERENT: [string, Text, Text][] = [
  [
    'two memories on migrations',
    memory(
      'frozen-migrations',
      'Never edit a migration that was applied',
      'Write a new one.\n\n**Why:** The checksum on staging did not fit.\n\n**How to apply:** `make migration NAME=…`',
    ),
    memory(
      'concurrent-index',
      'Create indexes concurrently in migrations',
      'A plain CREATE INDEX locks the orders table.\n\n**Why:** Orders stood still for four minutes.\n\n**How to apply:** CREATE INDEX CONCURRENTLY, outside of a transaction.',
    ),
  ],
  [
    'two memories on money',
    memory('money-in-cents', 'Money is integer cents, never a float', 'Use parseAmount.'),
    memory(
      'money-format',
      'Money is shown with a comma and the euro sign after it',
      'Use formatAmount, in German locale.',
    ),
  ],
  [
    'two memories on dates',
    memory('localdate', 'Pickup days are LocalDate, never Instant', 'An instant at midnight is the day before in UTC.'),
    memory('dst', 'Windows across the clock change are 23 or 25 hours', 'Test with 25 October and 29 March.'),
  ],
  [
    'two memories on tests',
    memory(
      'tests-no-sleep',
      'No sleeps in tests; wait for the condition',
      'Sleeps made the suite flaky on CI.\n\n**How to apply:** Use waitFor.',
    ),
    memory(
      'tests-fixed-clock',
      'Tests take the clock as an argument',
      'Time.now in a test fails at midnight.\n\n**How to apply:** Pass the clock.',
    ),
  ],
  [
    'the same form and other facts',
    memory(
      'reference-grafana',
      'Dashboards lie in Grafana',
      'The link to the dashboards is in the wiki under Operations.',
    ),
    memory(
      'reference-sentry',
      'Crashes are reported in Sentry',
      'The link to the crashes is in the wiki under Releases.',
    ),
  ],
  [
    'what the user likes and what the user is',
    memory('user-role', 'The user is a backend engineer new to TypeScript', 'Ten years of Go.'),
    memory('user-style', 'The user wants short answers without summaries', 'No recap at the end of an answer.'),
  ],
  ['two short ones with a word in common', memory('tabs', 'Use tabs'), memory('tab-key', 'Tab completes paths')],
  ['two that say nothing', memory('', '', ''), memory('', '', '')],
  [
    'two on the same command',
    memory('flash-serial', 'make flash needs the serial number', 'Without it the first node on the bus is written.'),
    memory('flash-power', 'make flash fails on battery power', 'Plug the node into the hub with its own supply first.'),
  ],
];

describe('nearDuplicates', () => {
  it.each(SAME)('finds %s', (_, a, b) => {
    expect(nearDuplicates([a, b])).toMatchObject([{ index: 1, of: 0 }]);
  });

  it.each(DIFFERENT)('leaves %s alone', (_, a, b) => {
    expect(nearDuplicates([a, b])).toEqual([]);
  });

  it('finds the same in a large directory', () => {
    const same = SAME.flatMap(([, a, b]) => [a, b]);
    const all = [...same, ...DIFFERENT.slice(0, -3).flatMap(([, a, b]) => [a, b])].filter(
      ({ name }, i, texts) => texts.findIndex((text) => text.name === name) === i,
    );
    const names = nearDuplicates(all).map(({ index, of }) => [all[of]?.name, all[index]?.name]);
    expect(names).toEqual(expect.arrayContaining(SAME.map(([, a, b]) => [a.name, b.name])));
    expect(names).toHaveLength(SAME.length + 1);
  });

  it('picks the most similar of many', () => {
    const [, a, b] = SAME[0] ?? [];
    if (!a || !b) throw new Error('there are pairs');
    expect(nearDuplicates([b, a, { ...a, name: 'money' }])).toMatchObject([
      { index: 1, of: 0 },
      { index: 2, of: 1 },
    ]);
  });

  it('handles a thousand similar memories without comparing every pair', () => {
    const [, a] = SAME[0] ?? [];
    if (!a) throw new Error('there are pairs');
    const found = nearDuplicates(Array.from({ length: 1000 }, () => ({ ...a })));
    expect(found).toHaveLength(999);
    expect(found.every(({ of, likeness }) => of === 0 && likeness > 1 - 1e-9)).toBe(true);
  });
});
