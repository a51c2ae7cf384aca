import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { archiveWith, chronicleText, codesOf, namesOf, open, TIDEMARK } from './archive-directory.ts';

describe('openArchive', () => {
  it('is empty without a directory', () => {
    const { snapshot } = open(join(temporaryDirectory(), 'absent'));
    expect(snapshot).toMatchObject({ version: 0, sessions: [], attention: [] });
  });

  it('reads each chronicle with its place, digest and events', () => {
    const text = chronicleText();
    const root = archiveWith({ [`${TIDEMARK}/chronicle/2026-03-24-main.md`]: text });
    const [session] = open(root).snapshot.sessions;
    expect(session).toMatchObject({
      id: '3f6c2a10',
      name: '2026-03-24-main',
      path: join(root, TIDEMARK, 'chronicle/2026-03-24-main.md'),
      digest: createHash('sha1').update(text).digest('hex'),
      project: { slug: 'tidemark', name: 'tidemark', directory: TIDEMARK, root: '/home/me/tidemark' },
      problems: [],
      outdated: false,
    });
    expect(session?.chronicle.events[0]?.text).toBe('Keep one file a session');
  });

  it('sorts newest first, then by name', () => {
    const at = (started: string, id: string) => chronicleText({ started, id });
    const root = archiveWith({
      [`${TIDEMARK}/chronicle/old.md`]: at('2026-01-01T10:00:00Z', 'a'),
      [`${TIDEMARK}/chronicle/same-b.md`]: at('2026-02-01T10:00:00Z', 'b'),
      [`${TIDEMARK}/chronicle/same-a.md`]: at('2026-02-01T10:00:00Z', 'c'),
      [`${TIDEMARK}/chronicle/new.md`]: at('2026-02-01T10:00:00.5Z', 'd'),
    });
    const { sessions } = open(root).snapshot;
    expect(sessions.map(({ name }) => name)).toEqual(['new', 'same-a', 'same-b', 'old']);
  });

  it('ignores dot files, dot directories, other names and other folders', () => {
    const paths = [
      `${TIDEMARK}/chronicle/.2026-03-24-main.md`,
      `${TIDEMARK}/chronicle/notes.jsonl`,
      `${TIDEMARK}/chronicle/notes.md~`,
      `${TIDEMARK}/memory/MEMORY.md`,
      `${TIDEMARK}/stray.md`,
      `.hidden/chronicle/2026-03-24-main.md`,
      'chronicle/2026-03-24-main.md',
    ];
    const root = archiveWith(Object.fromEntries(paths.map((path) => [path, chronicleText()])));
    expect(open(root).snapshot).toMatchObject({ sessions: [], attention: [] });
  });

  it('reads several roots, and one that is a link', () => {
    const first = archiveWith({ [`${TIDEMARK}/chronicle/a.md`]: chronicleText({ id: 'a' }) });
    const larder = chronicleText({ id: 'b', cwd: '/home/me/larder' });
    const second = archiveWith({ 'elsewhere/-home-me-larder/chronicle/b.md': larder });
    symlinkSync(join(second, 'elsewhere'), join(second, 'link'));
    const { snapshot } = open([first, join(second, 'link')]);
    expect(namesOf(snapshot).sort()).toEqual(['larder/b', 'tidemark/a']);
    expect(snapshot.roots).toEqual([first, join(second, 'link')]);
  });

  it('reads a root once if it is given twice, with and without a slash', () => {
    const root = archiveWith({ [`${TIDEMARK}/chronicle/a.md`]: chronicleText() });
    const { snapshot } = open([root, `${root}/`, root]);
    expect(snapshot).toMatchObject({ roots: [root], sessions: [{ path: `${root}/${TIDEMARK}/chronicle/a.md` }] });
    expect(snapshot.attention).toEqual([]);
  });

  it('tells two roots with the same project and file name apart by the session', () => {
    const roots = [{ id: 'one' }, { id: 'two', started: '2026-03-24T15:00:00Z' }].map((given) =>
      archiveWith({ [`${TIDEMARK}/chronicle/2026-03-24-main.md`]: chronicleText(given) }),
    );
    const suffix = createHash('sha1').update('two').digest('hex').slice(0, 4);
    expect(namesOf(open(roots).snapshot)).toEqual([`tidemark/2026-03-24-main-${suffix}`, 'tidemark/2026-03-24-main']);
  });

  it('gives a file name that cannot be in a URL a name that can', () => {
    const root = archiveWith({
      [`${TIDEMARK}/chronicle/a#b?c%20 \u202e.md`]: chronicleText({ id: 'a' }),
      [`${TIDEMARK}/chronicle/-rf ..md`]: chronicleText({ id: 'b', started: '2026-01-01T10:00:00Z' }),
    });
    expect(namesOf(open(root).snapshot)).toEqual(['tidemark/a-b-c-20', 'tidemark/rf']);
  });

  it('shows two lines on each side of a problem, and cuts long ones', () => {
    const long = `[ERROR] ${'x'.repeat(400)}`;
    const events = ['[DECISION] One', '[DECISION] Two', '[DECISON] Three', long, '[ERROR] Five', '[ERROR] Six'];
    const root = archiveWith({ [`${TIDEMARK}/chronicle/a.md`]: chronicleText({ events }) });
    const { attention } = open(root).snapshot;
    expect(codesOf(open(root).snapshot)).toEqual(['a.md CHRONICLE_BAD_TAG']);
    const cut = `${`- ${long}`.slice(0, 199)}…`;
    const shown = [...events.slice(0, 3).map((event) => `- ${event}`), cut, '- [ERROR] Five'];
    expect(attention[0]?.excerpt.map(({ text }) => text)).toEqual(shown);
    expect(attention[0]?.excerpt[2]?.line).toBe(attention[0]?.problem.line);
  });
});
