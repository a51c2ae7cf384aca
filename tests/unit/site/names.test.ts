import { NO_REPEATS } from '#src/memory/repeats.ts';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findById, isPastedId, Names } from '#site/model/find-names.ts';
import { idsFile, type Name, namesFile } from '#site/model/names.ts';
import type { Session } from '#src/format/session.ts';
import { openArchive } from '#src/archive/archive.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';

const archive = openArchive({ roots: [join(sampleDirectory(), 'projects')], origin: 'sample', watch: false });
const { sessions } = archive.snapshot;
const OTHERS: Name[] = [
  { kind: 'memory', name: 'feedback_localdate.md', more: 'LAR-30', project: 'larder', address: '/memory/1/' },
  { kind: 'draft', name: 'the-disk-that-moved', remark: 'Ready', address: '/narratives/' },
];

function namesOf(given: readonly Session[] = sessions, others: readonly Name[] = OTHERS): Names {
  const file = namesFile({ today: '2026-11-19', sessions: given, others }, archive);
  return new Names(JSON.parse(JSON.stringify(file)));
}

const names = namesOf();

/** The groups that a query finds, with the names in them. */
function found(query: string, among = names): Record<string, string[]> {
  return Object.fromEntries(
    among.find(query).groups.map(({ title, names: own }) => [title, own.map(({ of }) => of.name)]),
  );
}

/** What a renamed session of the sample looks like, with a title of our own. */
function titled(title: string): Names {
  const [first] = sessions;
  if (!first) throw new Error('The sample has no session.');
  const facts = first.facts && { ...first.facts, titles: { custom: title } };
  const { chronicle } = first;
  const summary = { ...chronicle.summary, narrative: null };
  return namesOf([{ ...first, facts, chronicle: { ...chronicle, summary } } as Session], []);
}

describe('find', () => {
  it('finds a ticket with its sessions and branch, and chooses the first session', () => {
    const { groups, chosen } = names.find('lar-30');
    expect(Object.keys(found('lar-30'))).toEqual(['Tickets', 'Sessions', 'Branches', 'Memories']);
    expect(groups[0]?.names.map(({ of }) => [of.name, of.remark, of.address])).toEqual([
      ['LAR-30', '2 sessions, 25 events', '/search/?q=kind%3Asession+project%3Alarder+task%3ALAR-30'],
    ]);
    expect(found('lar-30').Sessions).toEqual(['Pass the time into every job', 'Thirty-eight crates of carrots']);
    expect(chosen?.name).toBe('Pass the time into every job');
  });

  it.each([
    ['LAR30', 'Tickets', 'LAR-30'],
    ['lar/33-inv', 'Branches', 'lar/33-invoice-numbers'],
    ['tidemark', 'Projects', 'tidemark'],
    ['byte we reserved', 'Narratives', 'The byte we reserved and never checked'],
    ['localdate', 'Memories', 'feedback_localdate.md'],
    ['disk moved', 'Drafts', 'the-disk-that-moved'],
    ['inbox', 'Pages', 'Inbox'],
    ['ibnox', 'Pages', 'Inbox'],
    ['mistakes', 'Pages', 'Memory'],
    ['clock.py', 'Files', 'larder/clock.py'],
    ['larder/clock', 'Files', 'larder/clock.py'],
    ['no_raw_clock', 'Files', 'lint/no_raw_clock.py'],
    ['vat remainder', 'Commits', 'Compute VAT on the total and split it by largest remainder'],
    ['crates thirty', 'Sessions', 'Thirty-eight crates of carrots'],
    ['CRATES, eight', 'Sessions', 'Thirty-eight crates of carrots'],
    ['carots', 'Sessions', 'Thirty-eight crates of carrots'],
    ['invioce gaps', 'Sessions', 'Invoice numbers without gaps'],
    ['#miss', 'Tags', 'Memory miss'],
  ])('finds %s', (query, group, name) => {
    expect(found(query)[group]).toContain(name);
  });

  it.each([
    ['修复用户身份验证的超时', '身份验证'],
    ['データベースの接続を再利用する', '接続'],
    ['Größe der Café-Karte', 'grosse cafe'],
    ['Đường phố', 'duong'],
    ['ＦＵＬＬＷＩＤＴＨ', 'fullwidth'],
    ['Split parseChronicle in two', 'chronicle'],
    ['Split HTTPServer in two', 'httpserver'],
  ])('finds %s by %s', (title, query) => expect(found(query, titled(title)).Sessions).toEqual([title]));

  it('puts a file whose name was typed before those that contain it', () => {
    expect(found('clock.py').Files?.[0]).toBe('larder/clock.py');
  });

  it('leads to a commit on the page of its session', () => {
    const [commit] = names.find('vat remainder').groups.flatMap((group) => group.names.map(({ of }) => of));
    expect([commit?.remark, commit?.address]).toEqual([
      '149569c · 17 Nov',
      '/sessions/larder/2026-11-17-lar-33-invoice-numbers/#commit-149569c',
    ]);
  });

  it('chooses a project that was typed', () => {
    expect(names.find('Tidemark').chosen?.kind).toBe('project');
  });

  it('does not take one word for another that begins alike, and needs all words', () => {
    const all = Object.values(found('quote')).flat();
    expect(all.filter((name) => /quota/i.test(name))).toEqual([]);
    expect(found('crates zeppelin')).toEqual({});
  });

  it('marks the words in a name', () => {
    const [first] = names.find('crates').groups.flatMap((group) => group.names);
    expect(first?.runs.filter(({ isFound }) => isFound)).toEqual([{ text: 'crates', isFound: true }]);
  });

  it('takes any text as a query and as a title, and stays quick', () => {
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '\u202Egnp.exe',
      '(((((',
      '-carrots "crates',
      '\\',
      '\ud800',
      '\u0000',
      'a'.repeat(10_000),
      'a '.repeat(5000),
    ];
    for (const text of hostile) {
      const among = titled(text);
      for (const query of [...hostile, 'a a a a a a a b', 'aaaaaaaaaab']) {
        const began = performance.now();
        for (const { of, runs } of among.find(query).groups.flatMap((group) => group.names))
          expect(runs.map(({ text: run }) => run).join('')).toBe(of.name);
        expect(performance.now() - began).toBeLessThan(2000);
      }
    }
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (query) => void names.find(query)));
  });
});

describe('namesFile', () => {
  it('is bounded for a session with thousands of files and commits, and long names', () => {
    const files = Array.from({ length: 5000 }, (_, i) => ({ path: `src/${i}.ts`, added: i, removed: 0 }));
    const at = '2026-11-19T10:00:00Z';
    const commits = Array.from({ length: 5000 }, (_, i) => ({ hash: `${i}abcdef`, subject: 'x'.repeat(10_000), at }));
    const given = {
      today: '2026-11-19',
      sessions: sessions.slice(0, 1),
      others: [],
    };
    const file = namesFile(given, { listsOf: () => ({ files, commits, repeats: NO_REPEATS }) });
    expect(JSON.stringify(file).length).toBeLessThan(40_000);
  });
});

describe('isPastedId', () => {
  it.each([
    ['3f6c2a10', true],
    ['1DF0F5A8-956f-43ed-9b31-6333a9c77b99#e-9295be', true],
    ['f-12ab34', true],
    ['e-12ab34-2', true],
    ['5a1d725', true],
    ['5a1d725-9', false],
    ['e-mail', false],
    ['3f6c', false],
    ['', false],
  ])('%s: %s', (text, is) => expect(isPastedId(text)).toBe(is));
});

describe('findById', () => {
  const ids = idsFile(sessions, archive);
  const addressOf = (text: string) => findById(text, ids)?.address;

  it('finds each session by its id, and what is in it by its own or by both', () => {
    for (const [place, { id }] of sessions.entries()) expect(addressOf(id)).toBe(ids[place]?.[1]);
    const place = sessions.findIndex(({ chronicle }) => chronicle.events.length > 3);
    const session = sessions[place];
    const event = session?.chronicle.events[2]?.id ?? '';
    const address = `${ids[place]?.[1]}#${event}`;
    expect(addressOf(event)).toBe(address);
    expect(addressOf(`${session?.id.slice(0, 8)}#${event}`)).toBe(address);
    expect(findById(`ffffffff#${event}`, ids)).toBeNull();
  });

  it('finds a commit by its hash, in short and in full', () => {
    const address = addressOf('5a1d725');
    expect(address).toMatch(/#commit-5a1d725/);
    expect(addressOf('5a1d725'.padEnd(40, '0'))).toBe(address);
    expect(findById('0123456789', ids)).toBeNull();
  });
});
