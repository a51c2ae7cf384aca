import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWholeNotebook } from '#src/format/notebook/notebook.ts';
import { ON_DISK } from '#src/lib/checkout.ts';
import { factsPath, pathsOf } from '#src/lib/paths.ts';
import { type NotedSession, notedSession, recordsOf, withSessions } from '#src/notes/notebook-index.ts';
import { globalSessions, indexNotebook, notedSessions, rebuildIndex } from '#src/notes/notebook-index-file.ts';
import { projectAt } from '#src/record/where.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const DAY = '2026-11-02';
const notebookOf = (id: string, lines: string) => {
  const notebook = readWholeNotebook(`---\nsession_id: ${id}\n---\n\n${lines}\n`);
  if (!notebook) throw new Error('The notebook cannot be read.');
  return notebook;
};
/** A session that ended at this minute of an hour, with these lines in its notebook. */
const session = (id: string, lines: string, minute = 0, branches = ['main']): NotedSession =>
  notedSession(notebookOf(id, lines), {
    ...{ day: DAY, branches, started: `${DAY} 10:${String(minute).padStart(2, '0')}` },
  });
const titles = (sessions: readonly NotedSession[]) => recordsOf(sessions).observations.map(({ title }) => title);
const idOf = (title: string) => session('x', `## Observations\n\n- ${title}`).observations[0]?.id;

it('stays small, however much comes in, and keeps what is critical longest', () => {
  const many = Array.from({ length: 600 }, (_, n) =>
    session(`s${n}`, `## Observations\n\n- 10:00 [P${n === 450 ? 1 : 2}] T${n} ${'x'.repeat(2000)}`, n % 60),
  ).map((each, n) => ({ ...each, at: `2026-${String(12 - Math.floor(n / 60)).padStart(2, '0')}-01 10:00` }));
  const index = withSessions([], many);
  expect(index).toHaveLength(81);
  expect(titles(index)).toContain(`T450 ${'x'.repeat(395)}`);
  expect(JSON.stringify(index).length).toBeLessThan(100_000);
});

const PROJECT = '-home-me-larder';
const OLD = '## Observations\n\n- 10:00 [decision] [P1] Cookies are signed\n  Scope: global\n- 10:05 [P3] Old';
const HANDOFF = '## Open Questions\n\n- 11:00 Refresh tokens?\n\n## Handoff\n\nCurrent Task: JWT';

/** An archive of one project; `write` returns the path of a session's chronicle. */
function openArchive() {
  const paths = pathsOf(temporaryDirectory('index'));
  const project = projectAt(PROJECT, PROJECT, ON_DISK);
  const write = (id: string, notebook: string, frontMatter = '') => {
    const name = `2026-11-0${id}-main.md`;
    const chronicle = `${paths.projects}/${PROJECT}/chronicle/${name}`;
    mkdirSync(join(dirname(chronicle), 'notebooks'), { recursive: true });
    const started = `session_id: s${id}\ndate: 2026-11-0${id}\nbranch: main\nstarted: 2026-11-0${id}T09:00:00Z\n${frontMatter}`;
    writeFileSync(chronicle, `---\n${started}---\n\n## Events\n\n## Summary\n`);
    writeFileSync(join(dirname(chronicle), 'notebooks', name), `---\nsession_id: s${id}\n---\n\n${notebook}\n`);
    return chronicle;
  };
  const end = (chronicle: string, branch: string | null = null) => indexNotebook(paths, chronicle, ON_DISK, branch);
  return { paths, project, write, end, sessions: () => notedSessions(paths, project) };
}

describe('the index file', () => {
  it('is the same after each session as made from all notebooks', () => {
    const { paths, project, write, end, sessions } = openArchive();
    end(write('1', OLD));
    end(write('2', HANDOFF));
    end(write('3', `## Observations\n\n- 12:00 [P2] New\n  Supersedes: s1#${idOf('Old')}`));
    const merged = sessions();
    expect(titles(merged)).toEqual(['New', 'Cookies are signed']);
    expect(recordsOf(merged)).toMatchObject({
      handoffs: [{ session: 's2', branches: ['main'], task: 'JWT' }],
      questions: [{ session: 's2', text: 'Refresh tokens?' }],
    });
    expect(titles(globalSessions(paths))).toContain('Cookies are signed');
    rmSync(paths.noted, { recursive: true });
    expect(rebuildIndex(paths, project)).toEqual(merged);
    write('3', '## Observations\n\n- 12:00 [P2] New');
    expect(titles(sessions())).toEqual(['New', 'Old', 'Cookies are signed']);
  });

  it('tells what notebooks say now: not what was deleted, nor of a session that nobody attended', () => {
    const { write, end, sessions, paths } = openArchive();
    const chronicle = write('1', OLD);
    end(chronicle);
    end(write('2', '## Observations\n\n- 10:00 [P1] Alone', 'attended: no\n'));
    expect(titles(sessions())).toEqual(['Old', 'Cookies are signed']);
    write('1', OLD.replace('Cookies are signed', 'Cookies are gone'));
    expect(titles(sessions())).toEqual(['Old', 'Cookies are gone']);
    rmSync(join(dirname(chronicle), 'notebooks/2026-11-01-main.md'));
    expect([sessions(), globalSessions(paths)]).toEqual([[], []]);
  });

  it('names the branches of a session: the first, those of the facts, and the one at the end', () => {
    const { paths, project, write, end, sessions } = openArchive();
    const chronicle = write('1', HANDOFF);
    end(chronicle, 'renamed');
    expect(sessions()[0]?.branches).toEqual(['main', 'renamed']);
    const facts = serializeFacts(someFacts({ head: { session_id: 's1' }, branches: ['main', 'side'] }));
    mkdirSync(dirname(factsPath(chronicle)));
    writeFileSync(factsPath(chronicle), facts);
    expect(rebuildIndex(paths, project)[0]?.branches).toEqual(['main', 'side']);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"version":1}',
    '{"version":8,"sessions":[7]}',
    '{"version":8,"sessions":[{"session":"s1"}]}',
  ])('is made anew if it contains %j', (text) => {
    const { paths, write, end, sessions } = openArchive();
    end(write('1', OLD));
    const path = join(paths.noted, readdirSync(paths.noted).find((name) => /^[0-9a-f]{8,13}\.json$/.test(name)) ?? '');
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, text);
    expect(titles(sessions())).toEqual(['Old', 'Cookies are signed']);
    expect(readFileSync(path, 'utf8')).toBe(good);
  });

  it('does not believe a file that leads elsewhere', () => {
    const { paths, write, end, sessions } = openArchive();
    end(write('1', OLD));
    const path = join(paths.noted, readdirSync(paths.noted).find((name) => /^[0-9a-f]{8,13}\.json$/.test(name)) ?? '');
    writeFileSync(join(paths.config, 'elsewhere.md'), 'x');
    const known = JSON.parse(readFileSync(path, 'utf8'));
    known.sessions[0].file.place = '../elsewhere.md';
    writeFileSync(path, JSON.stringify(known));
    expect(sessions()).toEqual([]);
  });
});
