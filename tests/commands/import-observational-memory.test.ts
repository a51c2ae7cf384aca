/* What `chronicle import observational-memory` makes of the files of projects, and which files it leaves alone. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandBox } from './command-box.ts';

let box: CommandBox;

beforeEach(() => {
  box = new CommandBox('observational', 'larder');
});

const run = (...args: string[]) => box.run('import', ...args);

function file(place: string, text: string): string {
  const path = join(box.config, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function notebooks(): string[] {
  const projects = join(box.config, 'projects');
  return readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith('notebooks'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .sort();
}

const COMMITTED = `Date: 2026-02-11
- [P1] (14:30) User prefers TypeScript with strict mode
  - [P2] (14:30) Project uses Vite + React
  - plain
    - deeper
- [P1] (15:30) API launch deadline is March 15th. {ref: 2026-03-15}
- [P2] (15:45) Sprint review moved to next Tuesday. {rel: 2026-02-18 from "next Tuesday"}

Date: 2026-02-12
- [P3] (--:--) Nothing happened
- no priority
- [P7] odd priority
Prose that belongs nowhere

Current Task: the database migration
Suggested Next: the migration's command line
`;

describe('the files of a project', () => {
  beforeEach(() => {
    file('larder/.claude/observations.md', COMMITTED);
    file('larder/.claude/observations.local.md', 'Date: 2026-02-12\n- [P2] (09:00) Only on this machine\n');
    file('larder/.claude/plans/feature/x.md', '# X\n\n- [x] a\n- [ ] b\n');
    file(
      'observational-memory/observations-global.md',
      'Date: 2026-02-10\n- [P1] (10:00) Strict TypeScript everywhere\n',
    );
  });

  it('become a session for each day, with scopes, nesting, dates, handoff and plans', async () => {
    const { code, stdout } = await run('observational-memory');
    expect(code).toBe(0);
    expect(stdout).toContain('Imported 10 observations and 1 handoff of 3 sessions.');
    const all = notebooks().join('\n');
    expect(all).toMatch(
      /- 14:30 \[P1\] User prefers .*\n {2}- \[P2\] 14:30 Project uses Vite \+ React\n {2}- plain\n {4}- deeper\n {2}Scope: committed\n {2}Origin: observational-memory [0-9a-f]{12}\n/,
    );
    expect(all).toContain('  Ref: 2026-03-15\n');
    expect(all).toContain('  Rel: 2026-02-18 from "next Tuesday"\n');
    expect(all).toMatch(/- \[P3\] Nothing happened\n/);
    expect(all).toMatch(/- \[P2\] no priority\n/);
    expect(all).toMatch(/- \[P2\] \[P7\] odd priority\n/);
    expect(all).toMatch(/- \[P2\] Prose that belongs nowhere\n/);
    expect(all).toMatch(/- 09:00 \[P2\] Only on this machine\n {2}Origin/);
    expect(all).toMatch(/Strict TypeScript everywhere\n {2}Scope: global\n/);
    expect(all).toMatch(/Plan of feature\/x: 1 of 2 steps done\n {2}Files: \.claude\/plans\/feature\/x\.md\n/);
    expect(all).toContain('Current Task: the database migration\nSuggested Next: the migration');
    expect((await run('observational-memory')).stdout).toContain('Nothing to import.');
  });

  it('add only what is new after they have grown', async () => {
    await run('observational-memory');
    file('larder/.claude/observations.md', `${COMMITTED}\nDate: 2026-02-12\n- [P1] (18:00) One more\n`);
    expect((await run('observational-memory')).stdout).toContain('Imported 1 observation of 1 session.');
    const { stdout } = await run('list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ sessions: 3 }, { sessions: 1, records: 1, state: 'done' }]);
    await run('undo', 'last', '--yes');
    expect(notebooks().join('\n')).not.toContain('One more');
    expect(notebooks().join('\n')).toContain('Nothing happened');
  });
});

it('names files of another kind and leaves them alone', async () => {
  const path = file('larder/.claude/observations.md', '# Birds\n\nDate: 2026-02-12\n\nA heron on the lake.\n');
  const { code, stdout } = await run('observational-memory');
  expect(code).toBe(0);
  expect(stdout).toContain(`${path} is something else`);
  expect((await run()).stdout).toContain(`${path} is something else`);
  const given = await run('observational-memory', join(box.config, 'nowhere'));
  expect(given.code).toBe(2);
  expect(given.stderr).toContain('There is no file or directory');
});

it('does not import what session-chronicle wrote itself', async () => {
  const own = '<!-- Written by `chronicle observations --write`, which replaces the whole file. -->\n\n';
  file('larder/.claude/observations.md', `${own}${COMMITTED}`);
  expect((await run('observational-memory')).stdout).toContain('was written by session-chronicle');
});
