import { expect, it } from 'vitest';
import { projectList } from '#src/archive/projects.ts';
import { aSession } from './a-session.ts';

const EVENT = '## Events\n\n- 10:00 [DECISION] Ink\n';

it('lists projects by their newest session, each with its last session with a person in which anything happened', () => {
  const unattended = aSession({ id: 'c', date: '2026-09-16', body: EVENT, keys: ['attended: no'] });
  const empty = aSession({ id: 'b', date: '2026-09-15' });
  const other = aSession({ id: 'o', date: '2026-09-14', project: 'larder', body: EVENT });
  const first = aSession({ id: 'a', date: '2026-09-13', body: EVENT });
  expect(
    projectList([unattended, empty, other, first]).map(({ project, first, last, latest, sessions }) => [
      ...[project.slug, first, last, latest.id],
      sessions.length,
    ]),
  ).toEqual([
    ['inkwell', '2026-09-13', '2026-09-16', 'a', 3],
    ['larder', '2026-09-14', '2026-09-14', 'o', 1],
  ]);
});

it('falls back to an unattended session, and to an empty one', () => {
  const [unattended] = projectList([
    aSession({ id: 'e', date: '2026-09-16' }),
    aSession({ id: 'u', date: '2026-09-15', body: EVENT, keys: ['attended: no'] }),
  ]);
  const [empty] = projectList([aSession({ id: 'e' })]);
  expect([unattended?.latest.id, empty?.latest.id]).toEqual(['u', 'e']);
  expect(projectList([])).toEqual([]);
});
