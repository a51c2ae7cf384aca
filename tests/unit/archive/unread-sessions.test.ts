import { expect, it } from 'vitest';
import { unreadSession } from '#src/archive/unread-sessions.ts';
import { aSession } from './a-session.ts';

const known = aSession({ date: '2026-09-14', branch: 'ink/1-x', keys: [] });
const FOLDER = `/home/robin/.claude/projects/${known.project.directory}/chronicle`;
const labelsOf = (name: string, text: string) => {
  const { project, date, branch, task } = unreadSession(`${FOLDER}/${name}`, text, [known]);
  return [project?.slug, date, branch, task];
};

it('says of a session what its front matter still says, also where that does not end', () => {
  const text = '---\nsession_id: x\ndate: 2026-10-29\nbranch: "lar/30"\ntask: LAR-30\nstarted: after lunch\n';
  const expected = [known.project.slug, '2026-10-29', 'lar/30', 'LAR-30'];
  expect(labelsOf('2026-10-29-lar-30.md', `${text}---\n`)).toEqual(expected);
  expect(labelsOf('2026-10-29-lar-30.md', `${text}\n## Events\n\ntask: LAR-31\n`)).toEqual(expected);
  expect(labelsOf('2026-10-29-lar-30.md', text.replaceAll('\n', '\r\n'))).toEqual(expected);
});

it('knows the branch from the name of the file, if a readable session has it', () => {
  expect(labelsOf('2026-09-15-ink-1-x.md', '')).toEqual([known.project.slug, '2026-09-15', 'ink/1-x', 'INK-1']);
  expect(labelsOf('2026-09-15-ink-1-x-2.md', '\u0000\u0000')[2]).toBe('ink/1-x');
  expect(labelsOf('2026-09-15-ink-2-y.md', '')).toEqual([known.project.slug, '2026-09-15', '', '']);
});

it('names no project of which nothing else is known, and takes only short labels', () => {
  const read = unreadSession('/p/-elsewhere/chronicle/notes.md', `---\nbranch: ${'x'.repeat(5000)}\n`, [known]);
  expect([read.project, read.name, read.date, read.branch.length]).toEqual([null, 'notes', '', 200]);
});
