import { describe, expect, it } from 'vitest';
import { sessionTable } from '#src/archive/session-facets.ts';
import { aSession } from './a-session.ts';

const SESSION = aSession({
  branch: 'ink/7-x-y',
  name: 'a session',
  body: '## Events\n\n- [ERROR] a\n- [MEMORY-MISS] b\n- [ERROR] c\n',
});

describe('sessionTable', () => {
  it('has a row for each session, with its tags as letters', () => {
    expect(sessionTable([SESSION])).toEqual([
      ['/sessions/inkwell/a%20session/', 'X y', '2026-09-14', 'inkwell', 'ink/7-x-y', '', 'em', '', ''],
    ]);
  });
});
