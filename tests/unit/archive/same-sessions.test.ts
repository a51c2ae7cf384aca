import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, codesOf, namesOf, open, put, TIDEMARK } from './archive-directory.ts';

const PATH = `${TIDEMARK}/chronicle/2026-03-24-main.md`;
const COPY = `${TIDEMARK}/chronicle/2026-03-24-main (Ann's conflicted copy 2026-03-25).md`;
const ours = chronicleText({ events: ['14:00 [DECISION] One', '15:00 [PIVOT] Two', '15:10 [INSIGHT] Four'] });
const theirs = chronicleText({ events: ['14:00 [DECISION] One', '14:30 [ERROR] Three'] });

describe('several files of one session', () => {
  it('are one session, shown from the file with more events, and the other is named with what to do', () => {
    const root = temporaryDirectory();
    const path = put(root, PATH, ours);
    const copy = put(root, COPY, theirs);
    const { snapshot } = open(root);
    expect(namesOf(snapshot)).toEqual(['tidemark/2026-03-24-main']);
    const [session] = snapshot.sessions;
    expect(session).toMatchObject({ path, copies: [copy], problems: [] });
    expect(session?.chronicle.events.map(({ text }) => text)).toEqual(['One', 'Two', 'Four']);
    expect(snapshot.attention).toMatchObject([
      {
        path: copy,
        problem: { code: 'CHRONICLE_SAME_SESSION', line: 13 },
        session: { project: 'tidemark', name: '2026-03-24-main' },
      },
    ]);
    const { message, advice } = snapshot.attention[0]?.problem ?? { message: '', advice: '' };
    expect(`${message}\n${advice}`).toBe(
      `Another file of this session has more, and is shown instead: ${path}\nOne event is only in this file, and not shown. Copy what you want to keep into the other file, then delete this one.`,
    );
  });

  it('of as many events: a summary that somebody wrote counts first', () => {
    const root = temporaryDirectory();
    put(root, PATH, ours);
    const copy = put(root, COPY, `${ours}\nTheirs.\n`);
    const { sessions, attention } = open(root).snapshot;
    expect(sessions[0]).toMatchObject({ path: copy, chronicle: { summary: { lead: 'Theirs.' } } });
    expect(attention[0]?.problem.advice).toBe('This file has nothing that the other one lacks. Delete it.');
  });

  it('in a backup are nothing to attend to, unless it has events that ours lacks', () => {
    const [root, backup] = [temporaryDirectory(), temporaryDirectory()];
    const path = put(root, PATH, ours);
    put(backup, PATH, chronicleText({ events: ['14:00 [DECISION] One'] }));
    put(backup, PATH.replace('main', 'other'), chronicleText({ id: 'other' }));
    expect(open([root, backup]).snapshot).toMatchObject({ sessions: [{ id: '3f6c2a10', path }, { id: 'other' }] });
    expect(codesOf(open([root, backup]).snapshot)).toEqual([]);
    put(backup, PATH, theirs);
    expect(codesOf(open([root, backup]).snapshot)).toEqual(['2026-03-24-main.md CHRONICLE_SAME_SESSION']);
    // Of the same content, the owner's own file is shown, whichever began first.
    put(backup, PATH, ours);
    expect(open([backup, root]).snapshot.sessions[0]?.path.startsWith(backup)).toBe(true);
  });

  it('have one notebook, the one with more records', () => {
    const root = temporaryDirectory();
    const notebook = (...notes: string[]) =>
      `---\nsession_id: 3f6c2a10\n---\n\n## Focus\n\n${notes.map((note) => `- 10:00 ${note}\n`).join('')}`;
    put(root, PATH, ours);
    put(root, PATH.replace('chronicle/', 'chronicle/notebooks/'), notebook('The latch'));
    put(root, COPY.replace('chronicle/', 'chronicle/notebooks/'), notebook('The hinge', 'The door'));
    const { sessions, attention } = open(root).snapshot;
    expect(sessions[0]?.notebook?.notes.map(({ text }) => text)).toEqual(['The hinge', 'The door']);
    expect(attention.map(({ problem }) => [problem.code, problem.line])).toEqual([['CHRONICLE_NOTEBOOK_TWICE', 7]]);
  });
});
