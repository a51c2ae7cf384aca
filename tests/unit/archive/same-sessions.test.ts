import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, codesOf, namesOf, open, put, TIDEMARK, until } from './archive-directory.ts';

const PATH = `${TIDEMARK}/chronicle/2026-03-24-main.md`;
const COPY = `${TIDEMARK}/chronicle/2026-03-24-main (Ann's conflicted copy 2026-03-25).md`;
const ours = chronicleText({ events: ['14:00 [DECISION] One', '15:00 [PIVOT] Two'] });
const theirs = chronicleText({ events: ['14:00 [DECISION] One', '14:30 [ERROR] Three'] });

describe('several files of one session', () => {
  it('are one session with the lines of all, and the copy is named with what to do', () => {
    const root = temporaryDirectory();
    const path = put(root, PATH, ours);
    const copy = put(root, COPY, theirs);
    const { snapshot } = open(root);
    expect(namesOf(snapshot)).toEqual(['tidemark/2026-03-24-main']);
    const [session] = snapshot.sessions;
    expect(session).toMatchObject({ path, copies: [copy], problems: [] });
    expect(session?.chronicle.events.map(({ text }) => text)).toEqual(['One', 'Three', 'Two']);
    expect(snapshot.attention).toMatchObject([
      {
        path: copy,
        problem: { code: 'CHRONICLE_SAME_SESSION', line: 2 },
        session: { project: 'tidemark', name: '2026-03-24-main' },
        command: 'chronicle join 3f6c2a10',
      },
    ]);
    const { message, advice } = snapshot.attention[0]?.problem ?? { message: '', advice: '' };
    expect(`${message}\n${advice}`).toBe(
      `Another file is about the same session: ${path}\nThe session is shown once. One entry is only in this file. It is shown all the same. \`chronicle join 3f6c2a10\` writes it into the other file. Then delete this file.`,
    );
  });

  it('say what differs', () => {
    const root = temporaryDirectory();
    put(root, PATH, `${ours}\nOurs.\n`);
    put(root, COPY, `${ours}\nTheirs.\n`);
    const { sessions, attention } = open(root).snapshot;
    expect(sessions.map(({ chronicle }) => chronicle.summary.lead)).toEqual(['Ours.']);
    expect(attention[0]?.problem).toMatchObject({
      line: 17,
      advice: expect.stringContaining('Not shown, as the other file says something else: the summary in line 17.'),
    });
    expect(attention[0]?.excerpt.map(({ text }) => text)).toContain('Theirs.');
  });

  it('in a backup are nothing to attend to, unless it has more', () => {
    const [root, backup] = [temporaryDirectory(), temporaryDirectory()];
    const path = put(root, PATH, ours);
    put(backup, PATH, chronicleText({ events: ['14:00 [DECISION] One'] }));
    put(backup, PATH.replace('main', 'other'), chronicleText({ id: 'other' }));
    expect(open([root, backup]).snapshot).toMatchObject({ sessions: [{ id: '3f6c2a10', path }, { id: 'other' }] });
    expect(codesOf(open([root, backup]).snapshot)).toEqual([]);
    put(backup, PATH, theirs);
    expect(codesOf(open([root, backup]).snapshot)).toEqual(['2026-03-24-main.md CHRONICLE_SAME_SESSION']);
    // The owner's own file is the main one, whichever began first.
    expect(open([backup, root]).snapshot.sessions[0]?.path.startsWith(backup)).toBe(true);
  });

  it('are two parts of one session if it went on on another branch', () => {
    const root = temporaryDirectory();
    put(root, PATH, ours);
    put(
      root,
      `${TIDEMARK}/chronicle/2026-03-25-next.md`,
      chronicleText({ started: '2026-03-25T00:10:00Z', branch: 'next', events: ['00:20 [INSIGHT] Four'] }),
    );
    const [session, ...more] = open(root).snapshot.sessions;
    expect(more).toEqual([]);
    expect(session).toMatchObject({ name: '2026-03-24-main', chronicle: { frontMatter: { branch: 'main' } } });
    expect(session?.chronicle.events.map(({ text, date }) => [text, date])).toEqual([
      ['One', '2026-03-24'],
      ['Two', '2026-03-24'],
      ['Four', '2026-03-25'],
    ]);
  });

  it('are followed while they change', async () => {
    const root = temporaryDirectory();
    put(root, PATH, ours);
    const archive = open(root, { watch: true });
    const copy = put(root, COPY, theirs);
    const texts = () => archive.snapshot.sessions.flatMap(({ chronicle }) => chronicle.events.map(({ text }) => text));
    await until(archive, () => texts().join() === 'One,Three,Two');
    const [before] = archive.snapshot.sessions;
    put(root, `${TIDEMARK}/chronicle/another.md`, chronicleText({ id: 'another' }));
    await until(archive, ({ sessions }) => sessions.length === 2);
    expect(archive.snapshot.sessions).toContain(before);
    writeFileSync(copy, theirs.replace('Three', 'Five'));
    await until(archive, () => texts().includes('Five'));
    rmSync(copy);
    await until(archive, () => !texts().includes('Five'));
    expect(archive.snapshot.attention).toEqual([]);
  });

  it('have one notebook with the notes of all', () => {
    const root = temporaryDirectory();
    const notebook = (words: string) => `---\nsession_id: 3f6c2a10\n---\n\n## Focus\n\n- 10:00 ${words}\n`;
    put(root, PATH, ours);
    put(root, PATH.replace('chronicle/', 'chronicle/notebooks/'), notebook('The latch'));
    put(root, COPY.replace('chronicle/', 'chronicle/notebooks/'), notebook('The hinge'));
    const { sessions, attention } = open(root).snapshot;
    expect(sessions[0]?.notebook?.notes.map(({ text }) => text)).toEqual(['The latch', 'The hinge']);
    expect(attention.map(({ problem }) => problem.code)).toEqual(['CHRONICLE_NOTEBOOK_TWICE']);
  });
});
