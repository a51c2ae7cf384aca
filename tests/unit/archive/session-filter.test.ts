import { describe, expect, it } from 'vitest';
import { type FilteredFacts, matching, tagLetter } from '#src/archive/session-filter.ts';
import { TAGS, tagWord } from '#src/format/tags.ts';

const SESSIONS = [
  facts('2026-11-02', 'larder', 'main', '', 'dm'),
  facts('2026-10-31', 'larder', 'lar/6-sync', 'LAR-6', 'e'),
  facts('2026-10-01', 'nestbox', 'nb/60-maintenance', 'NB-60', ''),
  facts('2026-09-30', 'nestbox', 'nb/6-Main-menu', 'NB-6', 'm'),
];

function facts(date: string, project: string, branch: string, task: string, tags: string): FilteredFacts {
  const isOld = date === '2026-09-30';
  return { date, project, branch, task, tags, system: isOld ? 'mind' : '', machine: isOld ? 'laptop' : '' };
}

describe('matching', () => {
  it.each([
    [{}, [0, 1, 2, 3]],
    [{ project: 'larder' }, [0, 1]],
    [{ project: 'lard' }, []],
    [{ tag: 'miss' }, [0, 3]],
    [{ from: '2026-10-01', to: '2026-10-31' }, [1, 2]],
    [{ from: '2026-11-01' }, [0]],
    [{ to: '2026-09-30' }, [3]],
    [{ project: 'nestbox', tag: 'miss' }, [3]],
    [{ system: 'mind' }, [3]],
    [{ system: 'recorded' }, [0, 1, 2]],
    [{ system: 'claude-mem' }, []],
    [{ machine: 'laptop' }, [3]],
  ])('of %j are %j', (filter, places) => {
    expect(matching(SESSIONS, filter)).toEqual(places.map((place) => SESSIONS[place]));
  });

  it.each([
    [{ branch: 'main' }, [0]],
    [{ branch: 'MAI' }, [0, 2, 3]],
    [{ branch: ' nb/6' }, [2, 3]],
    [{ task: 'nb-6' }, [3]],
    [{ task: 'nb' }, [2, 3]],
    [{ task: 'x' }, []],
  ])('match an existing branch or task as a whole, others as a part: %j', (filter, places) => {
    expect(matching(SESSIONS, filter)).toEqual(places.map((place) => SESSIONS[place]));
  });
});

describe('tagLetter', () => {
  it('distinguishes the tags', () => {
    expect(new Set(TAGS.map((tag) => tagLetter(tagWord(tag)))).size).toBe(TAGS.length);
  });
});
