import { describe, expect, it } from 'vitest';
import { type HistoryLine, memoryHistories } from '#src/memory/history.ts';
import { isLater } from '#src/memory/misses.ts';
import { openMistakes } from '#src/memory/mistakes.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aGroup } from './a-group.ts';
import { aLog, aMemory, groupsOf } from './a-log.ts';

const FILE = 'feedback_push.md';
const MISSES = ['2026-07-01 12:00 Pushed, feedback_push.md', '2026-07-10 12:00 Pushed again, feedback_push.md'];
const HITS = ['2026-07-12 12:00 HIT feedback_push.md', '2026-07-14 12:00 HIT feedback_push.md'];

describe('the kind of a miss', () => {
  it('is the first, then a repeat while there is no memory, then despite it', () => {
    const log = aLog([...MISSES, '2026-07-20 12:00 Pushed, feedback_push.md']);
    expect(kinds(log, ['2026-07-15T10:00:00Z new'])).toEqual(['first', 'repeat', 'despite']);
    expect(kinds(log, ['2026-06-15T10:00:00Z new'])).toEqual(['despite', 'despite', 'despite']);
    expect(groupsOf(log)[0]?.misses.map(({ kind }) => kind)).toEqual(['first', 'repeat', 'repeat']);
  });

  it('is despite a memory from the minute after it was written', () => {
    // 12:00 at +02:00 is 10:00 in UTC.
    expect(kinds(aLog(MISSES), ['2026-07-10T09:59:59Z new'])).toEqual(['first', 'despite']);
    expect(kinds(aLog(MISSES), ['2026-07-10T10:00:00Z new'])).toEqual(['first', 'repeat']);
  });

  it('compares days if a time or the offset is not known; the same day is not later', () => {
    const untimed = MISSES.map((line) => line.replace('12:00 ', ''));
    expect(kinds(aLog(untimed), ['2026-07-10T00:00:01Z new'])).toEqual(['first', 'repeat']);
    expect(kinds(aLog(untimed), ['2026-07-09T12:00:00Z new'])).toEqual(['first', 'despite']);
    expect(kinds(aLog(MISSES, { offset: null }), ['2026-07-10T00:00:01Z new'])).toEqual(['first', 'repeat']);
    // 23:00 in UTC is the tenth already at +02:00.
    expect(kinds(aLog(untimed), ['2026-07-09T23:00:00Z new'])).toEqual(['first', 'repeat']);
  });

  it('is not despite a deleted memory, unless the deletion was undone', () => {
    const log = aLog([...MISSES, '2026-07-20 12:00 Pushed, feedback_push.md']);
    const life = ['2026-06-15T10:00:00Z new', '2026-07-05T10:00:00Z delete'];
    expect(kinds(log, life)).toEqual(['despite', 'repeat', 'repeat']);
    expect(kinds(log, [...life, '2026-07-15T10:00:00Z undo'])).toEqual(['despite', 'repeat', 'despite']);
  });
});

describe('the state of a group', () => {
  const STRENGTHENED = ['2026-06-05T10:00:00Z new', '2026-06-15T10:00:00Z strengthen'];
  it.each<[lines: string[], changes: string[], state: string, detail: string]>([
    [['2026-07-01 Pushed it', '2026-07-02 Pushed it'], [], 'no memory', 'made twice'],
    [MISSES, [], 'memory missing', 'made twice, no such file'],
    [MISSES, ['2026-07-05T10:00:00Z new'], 'broken', 'came back once'],
    [MISSES, STRENGTHENED, 'broken', 'came back twice since 15 Jun'],
    [MISSES, ['2026-07-05T10:00:00Z new', '2026-07-11T10:00:00Z strengthen'], 'too early', 'no miss since 11 Jul'],
    [MISSES, ['2026-06-11T10:00:00Z new', '2026-07-13T10:00:00Z changed'], 'broken', 'came back twice'],
    [
      [...MISSES, '2026-07-20 12:00 Pushed, feedback_push.md'],
      ['2026-07-05T10:00:00Z new', '2026-07-15T10:00:00Z strengthen'],
      'broken',
      'came back twice, once since 15 Jul',
    ],
    [[...MISSES, ...HITS], ['2026-07-13T10:00:00Z new'], 'too early', '1 hit since 13 Jul'],
    [[...MISSES, ...HITS], ['2026-07-11T10:00:00Z new'], 'too early', '2 hits since 11 Jul'],
    [
      MISSES,
      ['2026-06-11T10:00:00Z new', '2026-07-13T10:00:00Z delete'],
      'memory missing',
      'its memory was deleted 13 Jul',
    ],
  ])('of %j with %j is %s: %s', (lines, changes, state, stateDetail) => {
    const [group] = groupsOf(aLog(lines), changes.length === 0 ? [] : [aMemory(FILE, changes)]);
    expect(group).toMatchObject({ state, stateDetail });
  });

  it('is told with the year of a memory of an earlier one', () => {
    const later = aLog(['2027-01-01 HIT nothing in particular'], { id: 'later-1' });
    const [group] = groupsOf([...later, ...aLog(MISSES)], [aMemory(FILE, ['2026-07-11T10:00:00Z new'])]);
    expect(group?.stateDetail).toBe('no miss since 11 Jul 2026');
  });
});

describe('the flags of a group', () => {
  it('are set when a memory is written and strengthened', () => {
    expect(
      flags(['2026-06-11T10:00:00Z new', '2026-06-12T10:00:00Z changed', '2026-06-13T10:00:00Z strengthen']),
    ).toEqual(['new', 'strengthen']);
  });

  it('are removed when a change is undone', () => {
    const undone = { at: '2026-06-14T10:00:00Z', after: '1' };
    const life = ['2026-06-11T10:00:00Z new', '2026-06-13T10:00:00Z strengthen', `${undone.at} undo`];
    const history = aMemory(FILE, life);
    const [, , undo] = history.changes;
    if (undo) undo.after = undone.after;
    expect(groupsOf(aLog(MISSES), [history])[0]?.flags.map(({ action }) => action)).toEqual(['new']);
  });

  it('are set again when a deletion is undone', () => {
    expect(flags(['2026-06-11T10:00:00Z new', '2026-06-12T10:00:00Z delete', '2026-06-13T10:00:00Z undo'])).toEqual([
      'new',
      'undo',
    ]);
  });

  it('are empty if the first version was undone', () => {
    const history = aMemory(FILE, ['2026-06-11T10:00:00Z new', '2026-06-12T10:00:00Z undo'], { before: null });
    const [, undo] = history.changes;
    if (undo) undo.after = null;
    expect(groupsOf(aLog(MISSES), [history])).toMatchObject([{ flags: [], state: 'memory missing' }]);
  });

  it('are the date of the file if the history does not know it', () => {
    const { project } = aSession();
    const histories = memoryHistories([], [{ project, file: FILE, fileDate: '2026-07-05T10:00:00Z' }]);
    expect(groupsOf(aLog(MISSES), histories)).toMatchObject([
      {
        flags: [{ at: '2026-07-05T10:00:00Z', action: 'file date' }],
        misses: [{ kind: 'first' }, { kind: 'despite' }],
      },
    ]);
  });
});

describe('isLater', () => {
  it('handles offsets west of UTC', () => {
    const [session] = aLog(['2026-07-10 20:00 x'], { offset: '-05:00' });
    const [event] = session?.chronicle.events ?? [];
    if (!session || !event) throw new Error('There is an event.');
    expect(isLater({ session, event }, '2026-07-11T00:59:00Z')).toBe(true);
    expect(isLater({ session, event }, '2026-07-11T01:00:00Z')).toBe(false);
  });
});

function kinds(log: ReturnType<typeof aLog>, changes: string[]): string[] | undefined {
  return groupsOf(log, [aMemory(FILE, changes)])[0]?.misses.map(({ kind }) => kind);
}

function flags(changes: string[]): HistoryLine['action'][] | string[] | undefined {
  return groupsOf(aLog(MISSES), [aMemory(FILE, changes)])[0]?.flags.map(({ action }) => action);
}

describe('openMistakes', () => {
  it('are broken or repeated without a memory, the newest miss first', () => {
    const groups = [
      aGroup({ name: 'a', state: 'broken', misses: ['2026-09-01'] }),
      aGroup({ name: 'b', state: 'no memory', misses: ['2026-08-01', '2026-10-01'] }),
      aGroup({ name: 'c', state: 'no memory' }),
      aGroup({ name: 'd', state: 'too early' }),
      aGroup({ name: 'e', state: 'holds' }),
      aGroup({ name: 'f', state: 'memory missing', misses: ['2026-07-01', '2026-07-02'] }),
      aGroup({ name: 'g', state: 'memory missing' }),
    ];
    expect(openMistakes(groups).map(({ name }) => name)).toEqual(['b', 'a', 'f']);
  });
});
