import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { ON_DISK } from '#src/lib/checkout.ts';
import { mergeSession, rebuildBook } from '#src/notes/book-file.ts';
import { writeIndexEntry } from '#src/record/index-entry.ts';
import { bookPath, GLOBAL, notebookReader, readBook } from '#src/notes/read-book.ts';
import { projectAt } from '#src/record/where.ts';
import { factsPath, layoutOf } from '#src/lib/paths.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const PROJECT = '-home-me-larder';

/** An archive of one project, in which sessions end a minute after one another. */
function openArchive() {
  const layout = layoutOf(temporaryDirectory('book'));
  let minute = 0;
  /** Writes a session with these lines in its notebook, and returns the path of its chronicle. */
  const session = (id: string, notebook: string, frontMatter = '') => {
    const name = `2026-11-0${id}-main.md`;
    const chronicle = `${layout.projects}/${PROJECT}/chronicle/${name}`;
    const path = `${dirname(chronicle)}/notebooks/${name}`;
    mkdirSync(dirname(path), { recursive: true });
    const started = `session_id: s${id}\ndate: 2026-11-0${id}\nbranch: main\nstarted: 2026-11-0${id}T09:00:00Z\n${frontMatter}`;
    writeFileSync(chronicle, `---\n${started}---\n\n## Events\n\n## Summary\n`);
    writeFileSync(path, `---\nsession_id: s${id}\n---\n\n${notebook}\n`);
    const changed = Date.parse('2026-11-05T10:00:00Z') + 60_000 * minute++;
    utimesSync(path, changed / 1000, changed / 1000);
    writeIndexEntry(layout, `s${id}`, PROJECT, name);
    return chronicle;
  };
  return { layout, session, merge: (chronicle: string) => mergeSession(layout, chronicle, ON_DISK) };
}

const OLD = '## Observations\n\n- 10:00 [decision] [P1] Cookies are signed\n  Scope: global\n- 10:05 [P3] Old';
const HANDOFF =
  '## Open Questions\n\n- 11:00 Refresh tokens?\n\n## Handoff\n\nCurrent Task: JWT\nSuggested Next: the header';

it('is the same after each session as made from all notebooks', () => {
  const { layout, session, merge } = openArchive();
  merge(session('1', OLD));
  merge(session('2', `${HANDOFF}`));
  const id = readBook(layout, PROJECT)?.observations.find(({ title }) => title === 'Old')?.id;
  merge(session('3', `## Observations\n\n- 12:00 [P2] New\n  Supersedes: s1#${id}`));
  const merged = readBook(layout, PROJECT);
  expect(merged?.observations.map(({ title }) => title)).toEqual(['New', 'Cookies are signed']);
  expect(merged).toMatchObject({
    count: 2,
    handoffs: [{ session: 's2', branches: ['main'], task: 'JWT', next: 'the header' }],
    questions: [{ session: 's2', text: 'Refresh tokens?' }],
  });
  expect(readBook(layout, GLOBAL)?.observations.map(({ title }) => title)).toEqual(['Cookies are signed']);
  // A session that ends again brings nothing superseded back.
  merge(`${layout.projects}/${PROJECT}/chronicle/2026-11-01-main.md`);
  const again = readBook(layout, PROJECT);
  rmSync(layout.books, { recursive: true });
  expect(rebuildBook(layout, projectAt(PROJECT, PROJECT, ON_DISK))).toEqual(readBook(layout, PROJECT));
  expect(readBook(layout, PROJECT)).toEqual(again);
  expect(readBook(layout, GLOBAL)?.observations.map(({ title }) => title)).toEqual(['Cookies are signed']);
});

it('names the branches of a handoff: the first, those of the facts, and the one at the end', () => {
  const { layout, session } = openArchive();
  const chronicle = session('1', HANDOFF);
  mergeSession(layout, chronicle, ON_DISK, 'renamed');
  expect(readBook(layout, PROJECT)?.handoffs).toMatchObject([{ branches: ['main', 'renamed'] }]);
  rmSync(layout.books, { recursive: true });
  expect(rebuildBook(layout, projectAt(PROJECT, PROJECT, ON_DISK)).handoffs).toMatchObject([{ branches: ['main'] }]);
  const facts = serializeFacts(someFacts({ head: { session_id: 's1' }, branches: ['main', 'renamed'] }));
  mkdirSync(dirname(factsPath(chronicle)));
  writeFileSync(factsPath(chronicle), facts);
  expect(rebuildBook(layout, projectAt(PROJECT, PROJECT, ON_DISK)).handoffs).toMatchObject([
    { branches: ['main', 'renamed'] },
  ]);
});

it('brings back what a session supersedes no longer', () => {
  const { layout, session, merge } = openArchive();
  merge(session('1', OLD));
  const id = readBook(layout, PROJECT)?.observations.find(({ title }) => title === 'Old')?.id;
  const titles = () => readBook(layout, PROJECT)?.observations.map(({ title }) => title);
  merge(session('3', `## Observations\n\n- 12:00 [P2] New\n  Supersedes: s1#${id}`));
  expect(titles()).toEqual(['New', 'Cookies are signed']);
  merge(session('3', '## Observations\n\n- 12:00 [P2] New'));
  expect(titles()).toEqual(['New', 'Old', 'Cookies are signed']);
  const merged = readBook(layout, PROJECT);
  rmSync(layout.books, { recursive: true });
  expect(rebuildBook(layout, projectAt(PROJECT, PROJECT, ON_DISK))).toEqual(merged);
});

it('takes nothing from a session that nobody attended', () => {
  const { layout, session, merge } = openArchive();
  merge(session('1', OLD, 'attended: no\n'));
  expect(rebuildBook(layout, projectAt(PROJECT, PROJECT, ON_DISK))).toMatchObject({ count: 0, observations: [] });
  expect(readBook(layout, GLOBAL)?.observations ?? []).toEqual([]);
});

it.each([
  '',
  '{',
  '[]',
  '{"version":1}',
  '{"version":3,"count":1,"tokens":1,"usage":{},"counted":[],"files":{},"links":[],"observations":[7]}',
])('is made anew if its file contains %j', (text) => {
  const { layout, session, merge } = openArchive();
  const chronicle = session('1', OLD);
  merge(chronicle);
  const path = bookPath(layout, PROJECT);
  const good = readFileSync(path, 'utf8');
  writeFileSync(path, text);
  expect(readBook(layout, PROJECT)).toBeNull();
  merge(chronicle);
  expect(readFileSync(path, 'utf8')).toBe(good);
});

it('tells what a notebook no longer has', () => {
  const { layout, session } = openArchive();
  session('1', OLD);
  const isThere = notebookReader(layout);
  expect([isThere('s1', 'Cookies are signed'), isThere('s1', 'Forgotten'), isThere('s9', 'Old')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('reads only the notebooks that have changed since the index read them', () => {
  const { layout, session, merge } = openArchive();
  merge(session('1', OLD));
  merge(session('2', HANDOFF));
  const files = readBook(layout, PROJECT)?.files ?? {};
  expect(Object.keys(files)).toEqual(['s1', 's2']);
  const same = notebookReader(layout, files);
  expect([same('s1', 'Cookies are signed'), same('s2', 'Refresh tokens?'), same('s1', '')]).toEqual([
    true,
    true,
    false,
  ]);

  session('1', OLD.replace('Cookies are signed', 'Cookies are gone'));
  rmSync(`${layout.projects}/${PROJECT}/chronicle/notebooks/2026-11-02-main.md`);
  const changed = notebookReader(layout, files);
  expect([changed('s1', 'Cookies are signed'), changed('s1', 'Old'), changed('s2', 'Refresh tokens?')]).toEqual([
    false,
    true,
    false,
  ]);
});

it('does not believe an index that leads elsewhere', () => {
  const { layout, session, merge } = openArchive();
  merge(session('1', OLD));
  const [file] = Object.values(readBook(layout, PROJECT)?.files ?? {});
  const elsewhere = { s1: { place: '../elsewhere', changed: 0, size: 0, ...(file && { size: file.size }) } };
  expect(notebookReader(layout, elsewhere)('s1', 'Forgotten')).toBe(false);
});
