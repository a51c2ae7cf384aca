/* What `chronicle import mind` makes of a project's .mind folder, and of what could become a memory. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandBox } from './command-box.ts';

let box: CommandBox;

beforeEach(() => {
  box = new CommandBox('mind', 'larder');
});

const run = (...args: string[]) => box.run('import', ...args);

function file(place: string, text: string): string {
  const path = join(box.config, 'larder/.mind', place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function below(end: string): string {
  const projects = join(box.config, 'projects');
  return readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(end))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .sort()
    .join('\n');
}

const SESSIONS = {
  six: "# Session: 2026-02-11\n\n## Focus\n- JWT\n\n## Constraints\n- Safari\n\n## Tried (didn't work)\n- cookies → blocked\n  in an iframe\n\n## Discovered\n- a limiter exists\n\n## Open Questions\n- refresh?\n\n## Out of Scope\n- reset\n",
  goal: '# Session: 2026-02-11\n\n## The Goal\nJWT\n\n## Current Approach\n- header\n\n## Blockers\n- no key\n\n## Rejected Approaches\n- cookies\n\n## Working Assumptions\n- one user\n\n## Discoveries\n- a limiter exists\n',
  experience:
    '# Session: 2026-02-11\n\n## Experience\n- a limiter exists\n\n## Blockers\n- None\n\n## Rejected\n- cookies\n\n## Assumptions\n- one user\n',
};

describe('SESSION.md', () => {
  it('in six sections', async () => {
    file('SESSION.md', SESSIONS.six);
    expect((await run('mind')).stdout).toContain('Imported 6 notes of 1 session.');
    const notebook = below('notebooks');
    expect(notebook).toMatch(
      /## Tried \(didn't work\)\n\n- --:-- cookies → blocked\n {2}in an iframe\n {2}Origin: mind [0-9a-f]{12}\n/,
    );
    expect(notebook).toMatch(/## Out of Scope\n\n- --:-- reset\n/);
  });

  it('without a day, at the time when it was last written', async () => {
    const written = new Date(2026, 1, 11, 7, 24, 5);
    utimesSync(file('SESSION.md', SESSIONS.six.replace(/ 2026-02-11/, '')), written, written);
    await run('mind');
    expect(below('chronicle')).toContain(`started: ${written.toISOString().slice(0, 19)}Z`);
  });

  it('in its second version', async () => {
    file('SESSION.md', SESSIONS.goal);
    await run('mind');
    const notebook = below('notebooks');
    for (const line of [
      'JWT',
      'Approach: header',
      'Blocked: no key',
      'cookies',
      'Assumed: one user',
      'a limiter exists',
    ])
      expect(notebook).toContain(`- --:-- ${line}\n`);
  });

  it('in its third version', async () => {
    file('SESSION.md', SESSIONS.experience);
    expect((await run('mind')).stdout).toContain('Imported 3 notes');
  });

  it('without any of these forms, beside the state of Mind', async () => {
    file('SESSION.md', 'We talked.\n\n## Not a heading of ours\nMore.\n');
    file('state.json', '{"last_activity": 1, "schema_version": 2}');
    const { stdout } = await run('mind');
    expect(stdout).toContain('has a form of its own');
    expect(below('notebooks')).toMatch(
      /- --:-- SESSION\.md, as it was written\n {2}We talked\.\n\n {2}## Not a heading of ours\n {2}More\.\n/,
    );
    expect((await run('mind')).stdout).toContain('Nothing to import.');
  });
});

it('of somebody else is named and left alone', async () => {
  const path = file('SESSION.md', '# Session\n\nStores a cookie.\n');
  expect((await run('mind')).stdout).toContain(`${path} is something else`);
});

const MEMORY = `## Project State
- Goal: ship
- Blocked: no key

## Gotchas
- Safari iframe cookies → use a header

## 2026-02-10 | JWT | mood: good
Decided on JWT over sessions because of the iframe.
MEMORY: learned that the limiter counts per process
Lunch was late.

<!-- Promoted from SESSION.md on 2026-02-11 -->
- gotcha: bcrypt with 14 rounds → tests time out
`;

describe('MEMORY.md', () => {
  it('becomes notes of its days, and proposals by kind that wait for a person', async () => {
    file('MEMORY.md', MEMORY);
    const { stdout, stderr, code } = await run('mind');
    expect(code).toBe(0);
    expect(stdout).toContain('Can become memories, if you agree: 1 decision, 2 gotchas and 1 learning.');
    expect(stderr).toContain('3 proposals for Claude’s memory filed.'.replace('’', "'"));
    expect(below('notebooks')).toContain('- --:-- Lunch was late.\n');
    const proposals = below('proposals.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(proposals.map(({ file: name, state, events }) => [name, state, events.length])).toEqual([
      ['project_mind_decisions.md', 'open', 1],
      ['project_mind_gotchas.md', 'open', 2],
      ['project_mind_learnings.md', 'open', 1],
    ]);
    expect(proposals[1].text).toContain('- gotcha: bcrypt with 14 rounds → tests time out (11 Feb 2026)\n');
    expect(below('/memory/MEMORY.md')).toBe('');
    const list = await box.run('memory', 'list');
    expect(list.code).toBe(0);
  });

  it('is taken out again with the proposals that nobody decided, and can come in again', async () => {
    file('MEMORY.md', MEMORY);
    await run('mind');
    expect((await run('undo', 'last', '--yes')).stderr).toContain('3 open proposals');
    expect(below('notebooks')).toBe('');
    await run('mind');
    expect(below('proposals.jsonl').match(/"state":"open"/g)).toHaveLength(3);
  });
});

it('REMINDERS.md becomes open questions with their dates', async () => {
  file(
    'REMINDERS.md',
    '- [ ] rotate the key | due: 2026-03-01 | type: date\n- [x] old one | due: tomorrow | type: date\n',
  );
  await run('mind');
  expect(below('notebooks')).toContain('- --:-- rotate the key (due 2026-03-01)\n');
  expect(below('notebooks')).toContain('- --:-- ~~old one (due tomorrow)~~ → done\n');
});

it('REMINDERS.md as the program writes it, and its untouched templates', async () => {
  file(
    'REMINDERS.md',
    '## Reminders\n\n- [ ] auth,login | context | ask about scopes\n- [ ] 2026-03-01 | absolute | rotate the key\n- [ ] 2026-02-11 | next session | look at the log\n- [x] 2026-02-10 | done | old one\n',
  );
  file(
    'MEMORY.md',
    '<!-- MIND MEMORY - Append as you work.\nKeywords: decided -->\n\n# larder\n\n## Project State\n- Goal:\n- Stack: (add your stack)\n- Blocked: None\n\n## Gotchas\n<!-- Project-specific gotchas -->\n\n---\n\n## Session Log\n\n## 2026-02-11\n\n(Start writing here)\n\n---\n',
  );
  expect((await run('mind')).stdout).toContain('Imported 4 notes of 1 session.');
  for (const line of [
    'ask about scopes (when auth,login comes up)',
    'rotate the key (due 2026-03-01)',
    'look at the log (due next session)',
    '~~old one (due 2026-02-10)~~ → done',
  ])
    expect(below('notebooks')).toContain(`- --:-- ${line}\n`);
});
