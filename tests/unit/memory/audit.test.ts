import { describe, expect, it } from 'vitest';
import { auditMemories } from '#src/memory/audit.ts';
import { type MemoryText, unreadText } from '#src/memory/memory-text.ts';

const RULES = ['Money is integer cents', 'Pickup days are dates without a time', 'Invoices say Du'];

describe('auditMemories', () => {
  it('finds nothing if each memory has its entry and front matter', () => {
    const files = [aFile('a.md'), aFile('b.md', { description: 'Pickup days are dates without a time' })];
    expect(auditMemories({ index: indexOf('a.md', 'b.md'), files, facts: [] })).toEqual([]);
  });

  it('finds nothing without memories and index', () => {
    expect(auditMemories({ index: null, files: [], facts: [] })).toEqual([]);
    expect(auditMemories({ index: '', files: [], facts: [] })).toEqual([]);
  });

  it('reports lines past 200 with the memories they hide', () => {
    const index = `${'- a line of prose\n'.repeat(199)}${indexOf('a.md', 'b.md', 'c.md')}`;
    const files = ['a.md', 'b.md', 'c.md'].map((file, i) => aFile(file, { description: RULES[i] ?? '' }));
    expect(auditMemories({ index, files, facts: [] })).toEqual([
      {
        kind: 'past-limits',
        file: null,
        line: 201,
        message:
          'Lines 201 to 202 of MEMORY.md are not loaded: Claude Code loads only the first 200 lines and 25,000 bytes. It does not see b.md and c.md.',
        advice:
          'Shorten the entries, or delete entries and memories you do not need; it has 202 lines and 3,657 bytes.',
      },
    ]);
  });

  it('reports lines past 25,000 bytes, counted as bytes', () => {
    const index = `${`- ${'ü'.repeat(6200)}\n`.repeat(2)}last\n`;
    expect(auditMemories({ index, files: [], facts: [] })).toMatchObject([
      { kind: 'near-limit', line: null, message: expect.stringContaining('has 3 lines and 24,811 bytes') },
    ]);
    expect(auditMemories({ index: `${index}${'x'.repeat(300)}\n`, files: [], facts: [] })).toMatchObject([
      {
        kind: 'past-limits',
        line: 4,
        message: expect.stringMatching(/^Line 4 of MEMORY\.md is not loaded: .+ bytes\.$/),
      },
    ]);
    expect(auditMemories({ index: 'x'.repeat(26_000), files: [], facts: [] })).toMatchObject([
      { message: expect.stringMatching(/^MEMORY\.md is one line of 26,000 bytes, and its end is not loaded:/) },
    ]);
  });

  it.each([
    [179, []],
    [180, ['near-limit']],
    [200, ['near-limit']],
    [201, ['past-limits']],
  ])('says of %i lines %j', (lines, kinds) => {
    expect(kindsOf({ index: 'x\n'.repeat(lines), files: [], facts: [] })).toEqual(kinds);
  });

  it('reports entries without a file, with their line and a similar file', () => {
    const index = `# Memory\n\n${indexOf('gone.md', 'Money.md')}`;
    expect(auditMemories({ index, files: [aFile('money.md')], facts: [] })).toMatchObject([
      { kind: 'no-file', file: 'gone.md', line: 3, advice: 'Delete the entry, or restore the file.' },
      {
        kind: 'no-file',
        file: 'Money.md',
        line: 4,
        advice: 'The file is called money.md: correct the entry.',
      },
    ]);
  });

  it('reports files that the index does not mention, not even in prose', () => {
    const index = `${indexOf('a.md')}See also [b](b.md) in prose.\n`;
    const files = ['a.md', 'b.md', 'c.md'].map((file, i) => aFile(file, { description: RULES[i] ?? '' }));
    expect(auditMemories({ index, files, facts: [] })).toMatchObject([{ kind: 'not-indexed', file: 'c.md' }]);
  });

  it('reports a missing index once', () => {
    const files = [aFile('a.md'), aFile('b.md', { description: 'Pickup days are dates without a time' })];
    expect(auditMemories({ index: null, files, facts: [] })).toMatchObject([
      {
        kind: 'not-indexed',
        file: null,
        message: expect.stringContaining('no MEMORY.md, so Claude Code does not know of the 2 memories'),
      },
    ]);
  });

  it('reports the second entry of a file', () => {
    expect(auditMemories({ index: indexOf('a.md', 'a.md'), files: [aFile('a.md')], facts: [] })).toMatchObject([
      { kind: 'doubled-entry', file: 'a.md', line: 2, message: 'MEMORY.md names a.md again, after line 1.' },
    ]);
  });

  it('reports unreadable files, and nothing else about them', () => {
    const files = [{ file: 'a.md', text: unreadText('the file cannot be read (EACCES)') }];
    const indexFault = 'the file is not UTF-8 text';
    expect(auditMemories({ index: '', indexFault, files, facts: [] })).toMatchObject([
      { kind: 'unreadable', file: null, message: 'MEMORY.md was not checked: the file is not UTF-8 text.' },
      { kind: 'unreadable', file: 'a.md', message: 'a.md was not checked: the file cannot be read (EACCES).' },
    ]);
  });

  it('reports missing keys of the front matter, or why it cannot be read', () => {
    const files = [
      aFile('a.md', { name: '', type: null }),
      aFile('b.md', { name: '', description: '', type: null, fault: 'its front matter is never closed' }),
    ];
    expect(auditMemories({ index: indexOf('a.md', 'b.md'), files, facts: [] }).map(({ message }) => message)).toEqual([
      'The front matter of a.md has no name and no type (user, feedback, project or reference).',
      'The front matter of b.md cannot be read: its front matter is never closed.',
    ]);
  });

  it('reports the later of two similar memories', () => {
    const same = { description: 'Money is integer cents, never a float' };
    const files = [aFile('b.md', same), aFile('a.md', same)];
    expect(auditMemories({ index: indexOf('a.md', 'b.md'), files, facts: [] })).toMatchObject([
      { kind: 'near-duplicate', file: 'b.md', message: 'b.md says nearly the same as a.md.' },
    ]);
  });

  it('puts the memory with the most misses since first', () => {
    const files = ['a.md', 'b.md', 'c.md'].map((file, i) => aFile(file, { description: RULES[i] ?? '' }));
    const facts = [
      { ...someFacts('a.md'), missesSince: 1, missesNow: 1, isBroken: true },
      { ...someFacts('b.md'), missesSince: 4, missesNow: 2, isBroken: true },
      { ...someFacts('c.md'), missesSince: 2 },
    ];
    const found = auditMemories({ index: indexOf('a.md', 'b.md', 'c.md'), files, facts });
    expect(found.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'still-broken',
        'b.md is still being broken: missed twice since it was last written or strengthened, 4 times in all since it was first written.',
      ],
      ['still-broken', 'a.md is still being broken: missed once since it was written.'],
    ]);
  });

  it.each([
    ['had enough sessions', {}, {}, ['never-hit']],
    ['had few sessions', { sessionsSince: 20 - 1 }, {}, []],
    ['was hit', { hits: 1 }, {}, []],
    ['was missed', { missesSince: 1 }, {}, []],
    ['says who the user is', {}, { type: 'user' }, []],
    ['says where to find something', {}, { type: 'reference' }, []],
  ] as const)('calls a memory that %s %j %j: %j', (_, facts, text, kinds) => {
    const all = [{ ...someFacts('a.md'), ...facts }];
    expect(kindsOf({ index: indexOf('a.md'), files: [aFile('a.md', text)], facts: all })).toEqual(kinds);
  });

  it('puts the worst first', () => {
    const same = { description: 'Money is integer cents, never a float' };
    const index = `${'x\n'.repeat(200)}${indexOf('a.md', 'a.md', 'gone.md')}`;
    const files = [
      aFile('a.md', same),
      aFile('b.md', same),
      aFile('c.md', { type: null, description: 'Pickup days are dates' }),
    ];
    const facts = [{ ...someFacts('a.md'), missesSince: 2, missesNow: 2, isBroken: true }, someFacts('b.md')];
    expect(kindsOf({ index, files, facts })).toEqual([
      'past-limits',
      'still-broken',
      'no-file',
      'not-indexed',
      'not-indexed',
      'front-matter',
      'doubled-entry',
      'near-duplicate',
      'never-hit',
    ]);
  });
});

function aFile(file: string, text: Partial<MemoryText> = {}): { file: string; text: MemoryText } {
  const whole = {
    raw: '',
    name: 'a',
    description: 'Money is integer cents',
    type: 'feedback',
    body: '',
    fault: null,
  } as const;
  return { file, text: { ...whole, ...text } };
}

function indexOf(...files: string[]): string {
  return files.map((file) => `- [Title](${file}) — hook\n`).join('');
}

/** A memory that had enough sessions and was never applied. */
function someFacts(file: string): Parameters<typeof auditMemories>[0]['facts'][number] {
  return { file, hits: 0, missesSince: 0, missesNow: 0, isBroken: false, sessionsSince: 20 };
}

function kindsOf(given: Parameters<typeof auditMemories>[0]): string[] {
  return auditMemories(given).map(({ kind }) => kind);
}
