import { describe, expect, it } from 'vitest';
import { auditMemories, auditProjects } from '#src/memory/audit.ts';
import { type MemoryText, unreadText } from '#src/memory/memory-text.ts';
import { aFile as aMemoryFile, aHistory, aLedger, standingsOf } from './effect/a-result.ts';

type Audited = Parameters<typeof auditMemories>[0];

const WHOLE = { raw: '', name: 'a', description: 'Cents', type: 'feedback', body: '', fault: null } as const;
const ONES = ['Money is integer cents', 'Pickup days are dates without a time', 'Invoices say Du'];
const SAME = { description: 'Money is integer cents, never a float' };

function aFile(file: string, text: Partial<MemoryText> = {}): { file: string; text: MemoryText } {
  return { file, text: { ...WHOLE, ...text } };
}

/** Files with different texts. */
const unlike = (...files: string[]) => files.map((file, i) => aFile(file, { description: ONES[i] ?? '' }));
const indexOf = (...files: string[]) => files.map((file) => `- [Title](${file}) — hook\n`).join('');

/** A memory that had enough sessions and was never applied. */
function aResult(file: string, given: { hits?: number; since?: number; now?: number; sessions?: number } = {}) {
  const { hits = 0, since = 0, now = 0, sessions = 20 } = given;
  const many = (count: number) => Array(count).fill(null);
  const result = { hits: many(hits), since: many(since), now: { misses: many(now) }, isBroken: now > 0 };
  return { ...result, history: { file }, sessions: { before: 0, since: sessions } } as unknown as Audited['results'][0];
}

const audit = (given: Partial<Audited>) => auditMemories({ index: '', files: [], results: [], ...given });
const kindsOf = (given: Partial<Audited>) => audit(given).map(({ kind }) => kind);

describe('auditMemories', () => {
  it.each<[string, Partial<Audited>]>([
    ['if each memory has its entry', { index: indexOf('a.md', 'b.md'), files: unlike('a.md', 'b.md') }],
    ['without memories and index', { index: null }],
    ['of an empty index', {}],
  ])('finds nothing %s', (_, given) => {
    expect(audit(given)).toEqual([]);
  });

  it.each<[string, Partial<Audited>, object[]]>([
    [
      'lines past 200, with the memories they hide',
      {
        index: `${'- a line of prose\n'.repeat(199)}${indexOf('a.md', 'b.md', 'c.md')}`,
        files: unlike('a.md', 'b.md', 'c.md'),
      },
      [
        {
          ...{ kind: 'past-limits', file: null, line: 201 },
          message:
            'Lines 201 to 202 of MEMORY.md are not loaded: it has 202 lines and 3,657 bytes, and Claude Code loads only the first 200 lines and 25,000 bytes. It does not see b.md and c.md.',
        },
      ],
    ],
    [
      'an index of one long line',
      { index: 'x'.repeat(26_000) },
      [{ kind: 'past-limits', message: expect.stringMatching(/^The end of line 1 of MEMORY\.md is not loaded:/) }],
    ],
    [
      'entries without a file, with their line and a similar file',
      { index: `# Memory\n\n${indexOf('gone.md', 'Money.md')}`, files: [aFile('money.md')] },
      [
        { kind: 'no-file', file: 'gone.md', line: 3, advice: 'Delete the entry, or restore the file.' },
        { kind: 'no-file', file: 'Money.md', line: 4, advice: 'The file is called money.md: correct the entry.' },
      ],
    ],
    [
      'files that the index does not mention, not even in prose',
      { index: `${indexOf('a.md')}See also [b](b.md) in prose.\n`, files: unlike('a.md', 'b.md', 'c.md') },
      [{ kind: 'not-indexed', file: 'c.md' }],
    ],
    [
      'a missing index once',
      { index: null, files: unlike('a.md', 'b.md') },
      [{ kind: 'not-indexed', file: null, message: expect.stringContaining('does not know of the 2 memories') }],
    ],
    [
      'unreadable files, and nothing else about them',
      { indexFault: 'it is not UTF-8 text', files: [{ file: 'a.md', text: unreadText('it cannot be read (EACCES)') }] },
      [
        { kind: 'unreadable', file: null, message: 'MEMORY.md was not checked: it is not UTF-8 text.' },
        { kind: 'unreadable', file: 'a.md', message: 'a.md was not checked: it cannot be read (EACCES).' },
      ],
    ],
    [
      'what the front matter lacks, or why it cannot be read',
      {
        index: indexOf('a.md', 'b.md'),
        files: [
          aFile('a.md', { name: '', type: null }),
          aFile('b.md', { name: '', description: '', type: null, fault: 'its front matter is never closed' }),
        ],
      },
      [
        { message: 'The front matter of a.md has no name and no type (user, feedback, project or reference).' },
        { message: 'The front matter of b.md cannot be read: its front matter is never closed.' },
      ],
    ],
    [
      'the later of two similar memories',
      { index: indexOf('a.md', 'b.md'), files: [aFile('b.md', SAME), aFile('a.md', SAME)] },
      [{ kind: 'near-duplicate', file: 'b.md', message: 'b.md says nearly the same as a.md.' }],
    ],
    [
      'memories that are still broken, the one with the most misses first',
      {
        index: indexOf('a.md', 'b.md', 'c.md'),
        files: unlike('a.md', 'b.md', 'c.md'),
        results: [
          aResult('a.md', { since: 1, now: 1 }),
          aResult('b.md', { since: 4, now: 2 }),
          aResult('c.md', { since: 2 }),
        ],
      },
      [
        {
          message:
            'b.md is still being broken: missed twice since it was last written or strengthened, 4 times in all since it was first written.',
        },
        { message: 'a.md is still being broken: missed once since it was written.' },
      ],
    ],
  ])('reports %s', (_, given, findings) => {
    expect(audit(given)).toMatchObject(findings);
  });

  it.each([
    [200, []],
    [201, ['past-limits']],
  ])('says of %i lines %j', (lines, kinds) => {
    expect(kindsOf({ index: 'x\n'.repeat(lines) })).toEqual(kinds);
  });

  it.each([
    ['had enough sessions', {}, {}, ['never-hit']],
    ['had few sessions', { sessions: 20 - 1 }, {}, []],
    ['was hit', { hits: 1 }, {}, []],
    ['was missed', { since: 1 }, {}, []],
    ['says who the user is', {}, { type: 'user' }, []],
    ['says where to find something', {}, { type: 'reference' }, []],
  ] as const)('calls a memory that %s %j %j: %j', (_, result, text, kinds) => {
    const given = { index: indexOf('a.md'), files: [aFile('a.md', text)], results: [aResult('a.md', result)] };
    expect(kindsOf(given)).toEqual(kinds);
  });

  it('puts the worst first', () => {
    const index = `${'x\n'.repeat(200)}${indexOf('a.md', 'gone.md')}`;
    const files = [aFile('a.md', SAME), aFile('b.md', SAME), aFile('c.md', { type: null, description: 'Dates' })];
    const results = [aResult('a.md', { since: 2, now: 2 }), aResult('b.md')];
    expect(kindsOf({ index, files, results }).join(' ')).toBe(
      'past-limits still-broken no-file not-indexed not-indexed front-matter near-duplicate never-hit',
    );
  });
});

it('audits each project by its own files, index and results', () => {
  const other = { slug: 'another', name: 'another', directory: '-another', root: null };
  const own = aMemoryFile('feedback_port.md');
  const files = [own, { ...own, project: other }].map((file) => ({ ...file, text: { ...file.text, ...WHOLE } }));
  const sessions = aHistory(['2026-09-14 MISS', '2026-09-16 MISS', '2026-09-18 MISS']);
  const results = standingsOf(sessions, aLedger(['2026-09-15T17:00:00Z new feedback_port.md']), files);
  const indexes = [{ project: own.project, text: '- [Port](feedback_port.md)\n' }];
  const found = auditProjects({ files, indexes }, results);
  expect(found.map(({ project, findings }) => [project.slug, findings.map(({ kind }) => kind)])).toEqual([
    ['another', ['not-indexed']],
    [own.project.slug, ['still-broken']],
  ]);
});
