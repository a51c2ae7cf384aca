import { describe, expect, it } from 'vitest';
import { factAttributes, sessionTable } from '#src/archive/session-table.ts';
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

describe('factAttributes', () => {
  it('has the same facts as attributes, escaped', () => {
    expect(factAttributes(SESSION)).toEqual({
      'data-date': '2026-09-14',
      'data-project': 'inkwell',
      'data-branch': 'ink%2F7-x-y',
      'data-task': '',
      'data-tags': 'em',
    });
    expect(factAttributes(aSession({ branch: '"<b>\\ud800"' }))).toMatchObject({ 'data-branch': '%3Cb%3E%EF%BF%BD' });
  });
});
