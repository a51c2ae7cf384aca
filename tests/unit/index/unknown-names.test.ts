import { describe, expect, it } from 'vitest';
import { parseQuery, unknownNames } from '#src/index/query.ts';

const PROJECTS = ['larder', 'tidemark', 'tidemark-site'].map((slug) => ({ slug, name: slug }));
const NAMES = {
  branch: ['main', 'lar/30-window-dst', 'lar/31-holds'],
  task: ['LAR-30', ''],
  session: ['2026-10-26-lar-30-window-dst'],
  machine: ['my laptop', ''],
  from: ['claude-mem', ''],
};
const known = {
  projects: () => [...PROJECTS, { slug: 'M-llabfuhr', name: 'Müllabfuhr' }],
  names: (of: keyof typeof NAMES) => NAMES[of],
};

describe('unknownNames', () => {
  it.each([
    ['project:lar', 'No project is called lar. Did you mean project:larder?', 'project:larder'],
    ['project:TIDE', 'No project is called TIDE. Did you mean project:tidemark?', 'project:tidemark'],
    ['project:lardr', 'No project is called lardr. Did you mean project:larder?', 'project:larder'],
    ['project:Müll', 'No project is called Müll. Did you mean project:M-llabfuhr?', 'project:M-llabfuhr'],
    [
      'project:mu\u0308llabfuhr',
      'No project is called mu\u0308llabfuhr. Did you mean project:M-llabfuhr?',
      'project:M-llabfuhr',
    ],
    ['project:arder', 'No project is called arder. Did you mean project:larder?', 'project:larder'],
    ['project:zeppelin', 'No project is called zeppelin.', null],
    ['branch:lar/', 'No branch is called lar/. Did you mean branch:lar/30-window-dst?', 'branch:lar/30-window-dst'],
    ['task:lar', 'No task is called lar. Did you mean task:LAR-30?', 'task:LAR-30'],
    [
      'session:2026-10',
      'No session is called 2026-10. Did you mean session:2026-10-26-lar-30-window-dst?',
      'session:2026-10-26-lar-30-window-dst',
    ],
    ['on:my', 'No archive is called my. Did you mean on:"my laptop"?', 'on:"my laptop"'],
    ['from:claude', 'No imported system is called claude. Did you mean from:claude-mem?', 'from:claude-mem'],
  ])('of %s says what may be meant', (word, message, suggestion) => {
    expect(unknownNames(parseQuery(word).query, known)).toEqual([{ word, message, suggestion }]);
  });

  it('says nothing about names that exist, in any case', () => {
    const { query } = parseQuery('project:Larder branch:MAIN task:lar-30 on:"My laptop" from:claude-mem words');
    expect(unknownNames(query, known)).toEqual([]);
  });
});
