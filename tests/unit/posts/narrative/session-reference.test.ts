import { describe, expect, it } from 'vitest';
import { findSession } from '#src/index/find-session.ts';
import { sessionReference } from '#src/posts/narrative/session-reference.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

describe('sessionReference', () => {
  it('is the name, with the project if two sessions share it', () => {
    const [one, two] = [aSession({ id: 'aaaaaa1' }), aSession({ id: 'bbbbbb1', project: 'lantern' })];
    const other = aSession({ name: 'other' });
    const sessions = [one, two, other];
    expect(sessions.map((session) => sessionReference(session, sessions))).toEqual([
      'inkwell/2026-09-14-ink-1-x',
      'lantern/2026-09-14-ink-1-x',
      'other',
    ]);
    for (const session of sessions)
      expect(findSession(sessions, sessionReference(session, sessions), () => true)).toEqual({ session });
  });

  it('is the id if a shell would interpret the name', () => {
    const session = aSession({ name: "it's $(here)", id: '3dc1a619' });
    expect(sessionReference(session, [session])).toBe('3dc1a619');
  });
});
