import { expect, it } from 'vitest';
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

it.each([
  ['project', 'lar', 'project:larder'],
  ['project', 'TIDE', 'project:tidemark'],
  ['project', 'lardr', 'project:larder'],
  ['project', 'Müll', 'project:M-llabfuhr'],
  ['project', 'mu\u0308llabfuhr', 'project:M-llabfuhr'],
  ['project', 'arder', 'project:larder'],
  ['project', 'zeppelin', null],
  ['branch', 'lar/', 'branch:lar/30-window-dst'],
  ['task', 'lar', 'task:LAR-30'],
  ['session', '2026-10', 'session:2026-10-26-lar-30-window-dst'],
  ['on', 'my', 'on:"my laptop"'],
  ['from', 'claude', 'from:claude-mem'],
])('of %s:%s says what may be meant: %s', (key, name, suggestion) => {
  const word = `${key}:${name}`;
  const thing = { on: 'archive', from: 'imported system' }[key] ?? key;
  const question = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
  const message = `No ${thing} is called ${name}.${question}`;
  expect(unknownNames(parseQuery(word).query, known)).toEqual([{ word, message, suggestion }]);
});

it('says nothing about names that exist, in any case', () => {
  const { query } = parseQuery('project:Larder branch:MAIN task:lar-30 on:"My laptop" from:claude-mem words');
  expect(unknownNames(query, known)).toEqual([]);
});
