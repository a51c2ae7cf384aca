import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryEvents } from '#src/memory/misses.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aLog, aMemory, groupsOf, named, textsOf } from './a-log.ts';

describe('findMistakes', () => {
  it('groups misses that name the same memory, with or without its directory', () => {
    const groups = groupsOf(
      aLog([
        '2026-07-01 Rounded the basket, see feedback_money.md',
        '2026-07-02 A cent is lost; `memory/Feedback_Money.md` was loaded',
        '2026-07-03 Wrong sum on the invoice, ~/.claude/projects/x/memory/feedback_money.md says so',
      ]),
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      because: 'they name feedback_money.md, its history links them, or they are worded alike',
      memory: { file: 'feedback_money.md', born: null },
      stateDetail: 'made 3 times, no such file',
    });
  });

  it('takes more hits of a session than a function can take arguments', { tags: 'long' }, () => {
    const hits = '- [MEMORY-HIT] A\n'.repeat(200_000);
    const [events] = memoryEvents([aSession({ id: 'a', date: '2026-07-01', body: `## Events\n\n${hits}` })]);
    expect(events?.hits).toHaveLength(200_000);
  });

  it('recognizes every name in the history', () => {
    const [group] = groupsOf(aLog(['2026-07-01 Left notes.md alone']), [
      aMemory('Notes.md', ['2026-06-01T10:00:00Z new']),
    ]);
    expect(group).toMatchObject({
      memory: { file: 'Notes.md' },
      because: 'it names Notes.md, or its history links it',
      state: 'broken',
    });
  });

  it('joins a miss that names the file with earlier ones that its history links to it', () => {
    const log = aLog([
      '2026-07-01 Stored a price as a float',
      '2026-07-05 The sum of the crates is off by a cent',
      '2026-09-01 Divided a refund in spite of feedback_money.md',
    ]);
    const memory = aMemory('feedback_money.md', ['2026-07-06T10:00:00Z new'], {
      events: [named(log, 1), named(log, 2)],
    });
    expect(groupsOf(log, [memory])).toMatchObject([
      { id: named(log, 1), memory: { file: 'feedback_money.md' }, state: 'broken' },
    ]);
    expect(groupsOf(log)).toHaveLength(3);
  });

  it('joins similar misses even if only one of them names a memory', () => {
    const like = ['Ran `cargo fmt` over vendor/walkfork', 'vendor/walkfork was reformatted by `cargo fmt`'];
    for (const order of [like, like.toReversed()]) {
      const [one, two] = order;
      const groups = groupsOf(aLog([`2026-07-01 ${one}, feedback_fmt.md`, `2026-07-02 ${two}`]));
      expect(groups).toMatchObject([{ memory: { file: 'feedback_fmt.md' }, misses: [{}, {}] }]);
    }
  });

  it('groups by words, and says which', () => {
    const log = aLog([
      '2026-07-01 Raised the level in sdkconfig.defaults, but an old sdkconfig wins',
      '2026-07-09 The new level in sdkconfig.defaults had no effect: the old sdkconfig again',
      '2026-07-12 Sent 41 real mails from the dry run',
    ]);
    expect(groupsOf(log)).toMatchObject([
      { state: 'no memory', because: 'they are worded alike' },
      { state: 'no memory', because: 'no other miss is like it' },
    ]);
  });

  it('groups by the names of called code, even if everything else differs', () => {
    const texts = ['Time.now in the delivery window', 'The voucher expired early, since `Time.now` is not in the zone'];
    const [group] = groupsOf(aLog(texts.map((text, i) => `2026-07-0${i + 1} ${text}`)));
    expect(group).toMatchObject({ because: 'they are worded alike', misses: [{}, {}] });
  });

  it('groups identical texts even if their words say nothing', () => {
    const [group] = groupsOf(aLog(['2026-07-01 CI is red', '2026-07-02 CI is red']));
    expect(group).toMatchObject({ because: 'they are worded alike', misses: [{}, {}] });
  });

  it.each([
    ['forgot to run the tests before the commit', 'forgot to run the formatter before the commit'],
    [
      'Committed src/a.rs without running `cargo fmt`; CI failed',
      'Committed src/b.rs without running `cargo clippy`; CI failed',
    ],
    ['No line in the changelog for --max-depth', 'The README does not know --max-depth'],
  ])('keeps apart: %s / %s', (one, other) => {
    expect(groupsOf(aLog([`2026-07-01 ${one}`, `2026-07-02 ${other}`]))).toHaveLength(2);
  });

  it('does not let a group drift from one text to the next', () => {
    const words = Array.from({ length: 43 }, (_, i) => `word${String.fromCharCode(97 + (i % 26)).repeat(2 + i / 26)}`);
    const chain = Array.from({ length: 40 }, (_, i) => words.slice(i, i + 4).join(' '));
    const start = Date.parse('2026-07-01');
    const day = (i: number) => new Date(start + i * 86_400_000).toISOString().slice(0, 10);
    const groups = groupsOf(aLog(chain.map((text, i) => `${day(i)} ${text}`)));
    expect(Math.max(...groups.map(({ misses }) => misses.length))).toBeLessThan(10);
  });

  it('keeps projects apart', () => {
    const line = ['2026-07-01 Ran rustfmt too late, feedback_fmt.md'];
    const groups = groupsOf([
      ...aLog(line, { project: 'tidepool' }),
      ...aLog(line, { project: 'inkwell', id: 'session-2' }),
    ]);
    expect(groups.map(({ project }) => project.slug).sort()).toEqual(['inkwell', 'tidepool']);
  });

  it('ignores misses and hits of unattended sessions', () => {
    const log = aLog(['2026-07-01 Pushed too early, feedback_push.md']);
    const unattended = aLog(['2026-07-02 Pushed too early, feedback_push.md', '2026-07-03 HIT feedback_push.md'], {
      keys: ['attended: no'],
    });
    expect(groupsOf([...unattended, ...log])).toMatchObject([{ misses: [{ session: log[0] }], hits: [] }]);
    expect(groupsOf(unattended)).toEqual([]);
  });

  it('does not depend on the order of sessions and histories', () => {
    const log = aLog(LINES);
    const histories = [
      aMemory('feedback_a.md', ['2026-07-03T10:00:00Z new']),
      aMemory('b.md', ['2026-07-04T10:00:00Z new']),
    ];
    const expected = JSON.stringify(groupsOf(log, histories));
    const shuffled = (items: readonly unknown[]) => fc.shuffledSubarray([...items], { minLength: items.length });
    fc.assert(
      fc.property(shuffled(log), shuffled(histories), (sessions, memories) => {
        expect(JSON.stringify(groupsOf(sessions as typeof log, memories as typeof histories))).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('never moves an older miss when a newer one is added', () => {
    for (let count = 1; count < LINES.length; count++) {
      const [before, after] = [LINES.slice(0, count), LINES.slice(0, count + 1)].map((lines) =>
        textsOf(groupsOf(aLog(lines))),
      );
      const newest = LINES[count]?.replace(/^\S+ /, '') ?? '';
      const rest = after?.map((texts) => texts.filter((text) => text !== newest)).filter((texts) => texts.length > 0);
      expect(rest).toEqual(before);
    }
  });

  it('lists what needs attention first, what no memory covers by its count, then the newest', () => {
    const log = aLog([
      '2026-06-01 Kites in the wires',
      '2026-06-02 Kites in the wires',
      '2026-06-03 Kites in the wires',
      '2026-07-01 Aardvarks, feedback_a.md',
      '2026-07-02 Zebras in the kitchen',
      '2026-07-03 Lemons on the roof',
      '2026-07-04 Lemons on the roof',
      '2026-07-05 Bridges, feedback_b.md',
      '2026-07-06 Teapots underwater',
    ]);
    const groups = groupsOf(log, [
      aMemory('feedback_a.md', ['2026-07-09T10:00:00Z new']),
      aMemory('feedback_b.md', ['2026-07-02T10:00:00Z new']),
    ]);
    expect(groups.map(({ state, name }) => `${state}: ${name}`)).toEqual([
      'broken: Bridges, feedback_b.md',
      'no memory: Kites in the wires',
      'no memory: Lemons on the roof',
      'no memory: Teapots underwater',
      'no memory: Zebras in the kitchen',
      'too early: Aardvarks, feedback_a.md',
    ]);
  });

  it('finds hits that name the memory or are in the history, oldest first', () => {
    const log = aLog([
      '2026-07-01 Price is a float, feedback_money.md',
      '2026-07-04 HIT feedback_money.md: whole cents from the start',
      '2026-07-03 HIT asked before rounding',
      '2026-07-05 HIT feedback_other.md',
    ]);
    const [group] = groupsOf(log, [
      aMemory('feedback_money.md', ['2026-07-02T10:00:00Z new'], { events: [named(log, 3)] }),
    ]);
    expect(group?.hits.map(({ event }) => event.date)).toEqual(['2026-07-03', '2026-07-04']);
  });

  it.each([
    ['one very long word', 'x'.repeat(1_000_000)],
    ['paths without end', 'a/'.repeat(500_000)],
    ['a long row of names', 'feedback_a.md '.repeat(50_000)],
    ['nothing but marks', '?!… —'],
    ['emoji', '🙈🙉🙊'],
    ['right to left', 'שכחתי להריץ את הבדיקות \u202Etxt.md'],
    ['words without blanks', '提交之前忘记运行格式化工具'],
  ])('bears %s', (_, text) => {
    const log = aLog([`2026-07-01 ${text}`, `2026-07-02 ${text}`, '2026-07-03 Sent 41 real mails from the dry run']);
    const groups = groupsOf(log);
    expect(groups.map(({ misses }) => misses.length).sort()).toEqual([1, 2]);
    for (const { name, because } of groups) expect(`${name}${because}`).not.toMatch(/\n/);
    for (const { name } of groups) expect(name.length).toBeLessThanOrEqual(140);
  });

  it('compares in languages other than English', () => {
    expect(
      textsOf(
        groupsOf(
          aLog([
            '2026-07-01 Kommentare auf Englisch geschrieben',
            '2026-07-02 Schon wieder englische Kommentare in dcf77.c',
            '2026-07-03 提交之前忘记运行格式化工具',
            '2026-07-04 又忘记运行格式化工具了',
            '2026-07-05 数据库迁移没有写回滚',
          ]),
        ),
      ).map((texts) => texts.length),
    ).toEqual([2, 2, 1]);
  });
});

const LINES = [
  '2026-07-01 Ran rustfmt too late',
  '2026-07-02 Unformatted code went to CI',
  '2026-07-03 Edited a migration that had run on staging, feedback_a.md',
  '2026-07-04 Changed migration 12 in place after it had run',
  '2026-07-05 See b.md: the price is a float',
  '2026-07-06 Price as a float again',
  '2026-07-07 Sent 41 real mails from the dry run',
  '2026-07-08 Formatting forgotten, feedback_a.md',
  '2026-07-09 An applied migration edited, feedback_a.md',
  '2026-07-10 Real mails again from a dry run',
];
