import { describe, expect, it } from 'vitest';
import { archiveIndex, archiveMonth } from '#src/archive/archive-files.ts';
import { aSession } from './a-session.ts';

const BODY = '## Events\n\n- 09:00 [ERROR] a\n- 09:10 [PIVOT] b\n\n## Summary\n\nIt worked.\n';
const NEW = aSession({ date: '2026-11-20', body: BODY });
const OTHER = aSession({ date: '2026-11-02', project: 'tidemark', body: BODY });
const OLD = aSession({ date: '2025-12-31' });
const SESSIONS = [NEW, OTHER, OLD];

describe('archiveIndex', () => {
  it('lists the months, newest first, and the projects', () => {
    expect(JSON.parse(archiveIndex(SESSIONS, '2026-11-20T10:00:00Z'))).toEqual({
      version: 1,
      generated: '2026-11-20T10:00:00Z',
      months: [
        { month: '2026-11', sessions: 2, events: 4, found: 0, url: '/archive/2026-11.json' },
        { month: '2025-12', sessions: 1, events: 0, found: 0, url: '/archive/2025-12.json' },
      ],
      projects: [
        { slug: 'inkwell', name: 'inkwell', sessions: 2, events: 2, found: 0 },
        { slug: 'tidemark', name: 'tidemark', sessions: 1, events: 2, found: 0 },
      ],
    });
  });
});

describe('archiveMonth', () => {
  it('has all sessions of a month, without their paths', () => {
    const text = archiveMonth(SESSIONS, '2026-11') ?? '';
    const { version, month, sessions } = JSON.parse(text);
    expect({ version, month, count: sessions.length }).toEqual({ version: 1, month: '2026-11', count: 2 });
    expect(sessions[1]).toMatchObject({
      project: 'tidemark',
      name: OTHER.name,
      frontMatter: OTHER.chronicle.frontMatter,
      summary: { kind: 'agent', lead: 'It worked.' },
    });
    expect(sessions[1].events.map(({ text }: { text: string }) => text)).toEqual(['a', 'b']);
    expect(text).not.toContain(OTHER.path);
  });

  it('has found events apart from logged ones, and counts both', () => {
    const session = aSession({ date: '2026-10-01', body: BODY.replace(' a\n', ' a\n  candidate: 7f4b\n') });
    const { sessions } = JSON.parse(archiveMonth([session], '2026-10') ?? '');
    expect(sessions[0].events.map(({ text }: { text: string }) => text)).toEqual(['b']);
    expect(sessions[0].found.map(({ text }: { text: string }) => text)).toEqual(['a']);
    const { months } = JSON.parse(archiveIndex([session], '2026-11-20T10:00:00Z'));
    expect(months[0]).toMatchObject({ events: 1, found: 1 });
  });

  it('is null for a month without sessions', () => {
    expect(archiveMonth(SESSIONS, '2026-10')).toBeNull();
    expect(archiveMonth(SESSIONS, '__proto__')).toBeNull();
  });
});
