import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveWith, chronicleText, codesOf, namesOf, open, put, TIDEMARK } from './archive-directory.ts';

const PATH = `${TIDEMARK}/chronicle/2026-03-24-main.md`;
const COPY = `${TIDEMARK}/chronicle/2026-03-24-main (Ann's conflicted copy 2026-03-25).md`;
const ours = chronicleText({ events: ['14:00 [DECISION] One', '15:00 [PIVOT] Two', '15:10 [INSIGHT] Four'] });
const theirs = chronicleText({ events: ['14:00 [DECISION] One', '14:30 [ERROR] Three'] });

describe('several files of one session', () => {
  it('are one session, shown from the file with more events, and the other is named with what to do', () => {
    const root = archiveWith({ [PATH]: ours, [COPY]: theirs });
    const [path, copy] = [join(root, PATH), join(root, COPY)];
    const { snapshot } = open(root);
    expect(namesOf(snapshot)).toEqual(['tidemark/2026-03-24-main']);
    const [session] = snapshot.sessions;
    expect(session).toMatchObject({ path, copies: [copy], problems: [] });
    expect(session?.chronicle.events.map(({ text }) => text)).toEqual(['One', 'Two', 'Four']);
    expect(snapshot.attention).toMatchObject([
      { path: copy, problem: { code: 'CHRONICLE_SAME_SESSION', line: 13 }, session: { name: '2026-03-24-main' } },
    ]);
    const { message, advice } = snapshot.attention[0]?.problem ?? { message: '', advice: '' };
    expect(`${message}\n${advice}`).toBe(
      `Another file of this session has more, and is shown instead: ${path}\nOne event is only in this file, and not shown. Copy what you want to keep into the other file, then delete this one.`,
    );
  });

  it('of as many events: a summary that somebody wrote counts first', () => {
    const root = archiveWith({ [PATH]: ours, [COPY]: `${ours}\nTheirs.\n` });
    const { sessions, attention } = open(root).snapshot;
    expect(sessions[0]).toMatchObject({ path: join(root, COPY), chronicle: { summary: { lead: 'Theirs.' } } });
    expect(attention[0]?.problem.advice).toBe('This file has nothing that the other one lacks. Delete it.');
  });

  it('in a backup are nothing to attend to, unless it has events that ours lacks', () => {
    const root = archiveWith({ [PATH]: ours });
    const backup = archiveWith({
      [PATH]: chronicleText({ events: ['14:00 [DECISION] One'] }),
      [PATH.replace('main', 'other')]: chronicleText({ id: 'other' }),
    });
    const sessions = [{ id: '3f6c2a10', path: join(root, PATH) }, { id: 'other' }];
    expect(open([root, backup]).snapshot).toMatchObject({ sessions });
    expect(codesOf(open([root, backup]).snapshot)).toEqual([]);
    put(backup, PATH, theirs);
    expect(codesOf(open([root, backup]).snapshot)).toEqual(['2026-03-24-main.md CHRONICLE_SAME_SESSION']);
    // Of the same content, the owner's own file is shown, whichever began first.
    put(backup, PATH, ours);
    expect(open([backup, root]).snapshot.sessions[0]?.path.startsWith(backup)).toBe(true);
  });

  it('have one notebook, the one with more records', () => {
    const notebook = (...notes: string[]) =>
      `---\nsession_id: 3f6c2a10\n---\n\n## Focus\n\n${notes.map((note) => `- 10:00 ${note}\n`).join('')}`;
    const root = archiveWith({
      [PATH]: ours,
      [PATH.replace('chronicle/', 'chronicle/notebooks/')]: notebook('The latch'),
      [COPY.replace('chronicle/', 'chronicle/notebooks/')]: notebook('The hinge', 'The door'),
    });
    const { sessions, attention } = open(root).snapshot;
    expect(sessions[0]?.notebook?.notes.map(({ text }) => text)).toEqual(['The hinge', 'The door']);
    expect(attention.map(({ problem }) => [problem.code, problem.line])).toEqual([['CHRONICLE_NOTEBOOK_TWICE', 7]]);
  });
});
