import { describe, expect, it } from 'vitest';
import { sessionFacets } from '#src/archive/session-facets.ts';
import { TAGS } from '#src/format/tags.ts';
import { aSession } from './a-session.ts';

describe('sessionFacets', () => {
  const newest = aSession({ date: '2026-10-02', body: '## Events\n\n- [ERROR] a\n- [ERROR] b\n- [PIVOT] c\n' });
  const elsewhere = aSession({ date: '2026-10-01', project: 'Alder', body: '## Events\n\n- [ERROR] d\n' });
  const quiet = aSession({ date: '2026-09-30' });
  const sessions = [newest, elsewhere, quiet];
  const { projects, tags } = sessionFacets(sessions);

  it('lists projects by name, each with its sessions, including empty ones', () => {
    expect(projects.map(({ project, sessions }) => [project.slug, sessions])).toEqual([
      ['Alder', [elsewhere]],
      ['inkwell', [newest, quiet]],
    ]);
  });

  it('lists all tags, each with its sessions', () => {
    expect(tags).toHaveLength(TAGS.length);
    expect(tags.filter(({ sessions }) => sessions.length > 0)).toEqual([
      { tag: 'PIVOT', sessions: [newest] },
      { tag: 'ERROR', sessions: [newest, elsewhere] },
    ]);
  });
});
