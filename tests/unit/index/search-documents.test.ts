import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import type { MemoryFile } from '#src/memory/history.ts';
import { dividedWords, joinedWords } from '#src/index/words.ts';
import { type SearchDocument, searchDocuments } from '#src/index/search-documents.ts';
import { ArchiveFixture } from './archive-fixture.ts';

describe('searchDocuments', () => {
  it('makes one document for a session, with an anchor before each of its parts', () => {
    const [session] = documentsOf(fixture().snapshot.sessions);
    expect(session?.address).toBe('/sessions/larder/2026-10-14-heredoc/');
    const html = session?.html() ?? '';
    expect(html).toMatch(
      /<p id="part-\d" data-pagefind-title="event\|ERROR\|2026-10-14\|09:10\|e-[0-9a-f]{6}"><\/p><p>Lost/,
    );
    expect(html).toContain('data-pagefind-filter="tag[c]" c="ERROR"');
    expect(html).toContain('data-pagefind-filter="month[c]" c="2026-10"');
    const [there] = fixture().snapshot.sessions.map((each) => ({ ...each, machine: 'laptop' }));
    expect(documentsOf(there ? [there] : [])[0]?.html()).toContain('data-pagefind-filter="on[c]" c="laptop"');
  });

  it('makes nothing but text of what records say', () => {
    const hostile = ['- 09:00 [ERROR] </p><script>alert(1)</script> "quoted" & \u0000 \ud800 end'];
    const archive = new ArchiveFixture().write('2026-10-14-x', hostile).open();
    const html = documentsOf(archive.snapshot.sessions)[0]?.html() ?? '';
    expect(html).not.toMatch(/<script|\u0000/);
    expect(html.isWellFormed()).toBe(true);
  });

  it('makes a document of each narrative, memory and list of files', () => {
    const archive = fixture();
    const text = { name: 'cents', description: '', body: 'Integer cents' };
    const memory = { project: { slug: 'larder', name: 'larder' }, file: 'cents.md', text } as MemoryFile;
    const documents = documentsOf(archive.snapshot.sessions, { memories: [memory] });
    expect(documents.map(({ address }) => address)).toEqual([
      '/sessions/larder/2026-10-14-heredoc/',
      '/memory/larder/cents.md/',
      '/files/larder/',
    ]);
  });
});

describe('dividedWords', () => {
  it('divides scripts without blanks, and is undone', () => {
    const text = 'Fix 数据库连接 in データベース now';
    expect(dividedWords(text).split(' ').length).toBeGreaterThan(text.split(' ').length);
    expect(joinedWords(dividedWords(text))).toBe(text);
  });
});

function fixture() {
  return new ArchiveFixture()
    .write('2026-10-14-heredoc', ['- 09:10 [ERROR] Lost <b> quotes', '  In the shell'], { summary: 'A day of trouble' })
    .open();
}

function documentsOf(
  sessions: readonly Session[],
  { facts = null, memories = [] }: { facts?: Facts | null; memories?: readonly MemoryFile[] } = {},
): SearchDocument[] {
  const snapshot = { sessions, memory: { files: memories } } as unknown as ArchiveSnapshot;
  return [...searchDocuments({ snapshot, factsOf: () => facts })];
}
