import { describe, expect, it } from 'vitest';
import { findNames } from '#src/palette/find-names.ts';
import type { Name } from '#src/palette/name.ts';
import { addressOf, asideOf, remarkOn } from '#src/palette/name-words.ts';
import { sampleNames } from './sample-names.ts';

const index = sampleNames();

/** The groups that a query finds, with the names in them. */
function found(query: string): Record<string, string[]> {
  return Object.fromEntries(findNames(index, query).groups.map(({ title, names }) => [title, names.map(nameOf)]));
}

function nameOf({ name }: Name): string {
  return name;
}

describe('findNames', () => {
  it('finds a ticket with its sessions, branch, files and commits, and chooses the first session', () => {
    const { groups, chosen, ticket } = findNames(index, 'lar-30');
    expect(groups.map(({ title }) => title)).toEqual(['Tickets', 'Sessions', 'Branches, files, commits']);
    expect(groups[0]?.names.map(nameOf)).toEqual(['LAR-30']);
    expect(groups[1]?.names.map(nameOf)).toEqual(['Pass the time into every job', 'Thirty-eight crates of carrots']);
    expect(chosen).toBe(groups[1]?.names[0]);
    expect(groups[2]?.names.map(({ kind }) => kind)).toEqual(['branch', 'file', 'file', 'commit', 'commit']);
    const [branch, file] = groups[2]?.names ?? [];
    if (!branch || !file || !groups[0]?.names[0]) throw new Error('Nothing was found.');
    expect(remarkOn(groups[0].names[0], index, ticket)).toBe(
      '2 sessions, and 1 that could not be read, 25 events, 26 to 27 Oct',
    );
    expect(addressOf(groups[0].names[0], index)).toBe('/sessions/?project=larder&task=LAR-30');
    expect(remarkOn(branch, index, ticket)).toBe('2 sessions, and 1 that could not be read, 5 commits, 26 to 27 Oct');
    expect(remarkOn(file, index, ticket)).toMatch(/^\+\d+ −\d+ in LAR-30$/);
    expect(addressOf(file, index)).toMatch(/^\/files\/larder\/#f-[0-9a-f]{13}$/);
    expect(asideOf(file, index)).toBe('larder');
  });

  it('finds a ticket that another one begins with', () => {
    const [tickets] = findNames(index, 'LAR-3').groups;
    expect(tickets?.total).toBeGreaterThan(1);
    expect(findNames(index, 'LAR-30').groups[0]?.names.map(nameOf)).toEqual(['LAR-30']);
  });

  it('finds a branch, a project, a narrative by its title, a draft, a page and a tag', () => {
    expect(found('lar/33-invoice-numbers').Branches).toEqual(['lar/33-invoice-numbers']);
    expect(found('tidemark').Projects).toEqual(['tidemark']);
    expect(findNames(index, 'tidemark').chosen?.kind).toBe('project');
    expect(found('byte we reserved').Narratives).toEqual(['The byte we reserved and never checked']);
    expect(found('disk that moved').Drafts).toEqual(['the-disk-that-moved']);
    expect(found('inbox').Pages?.[0]).toBe('Inbox');
    expect(found('mistakes').Pages?.[0]).toBe('Memory');
    expect(found('#miss')['Tags and concepts']).toEqual(['Memory miss']);
    expect(found('@clock').Files?.every((path) => path.includes('clock'))).toBe(true);
  });

  it('puts a file whose name was typed before those that contain it', () => {
    expect(found('clock.py').Files?.[0]).toBe('larder/clock.py');
    expect(found('@clock.py').Files?.[0]).toBe('larder/clock.py');
  });

  it('puts the commit whose hash was typed first, and chooses it', () => {
    const { groups, chosen } = findNames(index, index.commit[0]?.name ?? '');
    expect(groups[0]?.title).toBe('Exact match');
    expect(chosen).toBe(index.commit[0]);
    expect(groups.flatMap(({ names }) => names).filter((name) => name === chosen)).toHaveLength(1);
  });

  it('does not take one word for another that begins alike', () => {
    const names = findNames(index, 'quote').groups.flatMap(({ names: own }) => own);
    expect(names.filter(({ folded, more }) => !`${folded} ${more}`.includes('quote'))).toEqual([]);
  });

  it('needs all words, in any order and spelling', () => {
    expect(found('crates thirty').Sessions).toEqual(['Thirty-eight crates of carrots']);
    expect(found('CRATES, eight').Sessions).toEqual(['Thirty-eight crates of carrots']);
    expect(findNames(index, 'crates zeppelin').groups).toEqual([]);
  });

  it('offers the latest sessions before anything is typed', () => {
    const { groups, chosen } = findNames(index, ' ');
    expect(groups.map(({ title }) => title)).toEqual(['Latest sessions', 'Projects', 'Pages']);
    expect(chosen).toBe(index.session[0]);
  });

  it('shows few names of each kind, and says how many there are', () => {
    const sessions = findNames(index, 'larder').groups.find(({ title }) => title === 'Sessions');
    expect(sessions?.names).toHaveLength(5);
    expect(sessions?.total).toBeGreaterThan(20);
  });
});
