import { describe, expect, it } from 'vitest';
import { changedLines, projectPath } from '#src/transcript/changed-files.ts';
import { CWD, PROJECTS, Transcript } from '../import/transcript.ts';
import { harvestOf, harvestOfScript, reader } from './harvester.ts';

const files = (session: Transcript) => harvestOf(session.records).facts.files;

describe('changedLines', () => {
  const edit = { old_string: 'a\nb\nc', new_string: 'a\nx\ny\nc' };
  const edits = [edit, { old_string: 'a', new_string: '' }, null, { old_string: 1 }];
  const content = 'a\nb\n';
  const structuredPatch = [{ oldStart: 1, lines: [' a', '-b', '+c', '+d'] }, { lines: ['-x', '\\ No newline'] }];
  const cell = { new_source: 'a\nb', edit_mode: 'insert' };
  const replaced = { new_source: 'a\nb', old_source: 'a', edit_mode: 'replace' };

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>, [number, number]]>([
    ['the patch that the host noted', 'Edit', {}, { structuredPatch }, [2, 2]],
    ['the texts of the call if nothing was noted', 'Edit', edit, {}, [2, 1]],
    ['several edits', 'MultiEdit', { edits }, {}, [2, 2]],
    ['a call without texts', 'Edit', {}, {}, [0, 0]],
    ['a new file', 'Write', { content }, { type: 'create', structuredPatch: [], originalFile: null }, [2, 0]],
    ['one of unknown text', 'Write', { content }, { type: 'update', structuredPatch: [], originalFile: null }, [0, 0]],
    ['one of known text', 'Write', { content }, { type: 'update', originalFile: 'a\nc\n' }, [1, 1]],
    ['a notebook cell', 'NotebookEdit', {}, replaced, [1, 0]],
    ['a new cell', 'NotebookEdit', cell, {}, [2, 0]],
    ['a deleted cell', 'NotebookEdit', { edit_mode: 'delete', new_source: '' }, { old_source: 'a' }, [0, 1]],
  ])('counts the lines of %s', (_, name, input, noted, [added, removed]) => {
    expect(changedLines({ id: '1', name, input }, { noted })).toEqual({ added, removed });
  });
});

describe('projectPath', () => {
  const places = { project: '/home/r/app', start: '/home/r/app-2', cwd: '/home/r/app/web' };

  it.each([
    ['/home/r/app/src/a.ts', 'src/a.ts'],
    ['a.ts', 'web/a.ts'],
    ['../b.ts', 'b.ts'],
    ['/home/r/app/../app/./src//a.ts', 'src/a.ts'],
    ['/home/r/app-2/src/a.ts', 'src/a.ts'],
    ['/home/r/app/.claude/worktrees/feature-x/src/a.ts', 'src/a.ts'],
    ['/home/r/app/.claude/settings.json', '.claude/settings.json'],
    ['/home/r/application/a.ts', '/home/r/application/a.ts'],
    ['/etc/hosts', '/etc/hosts'],
    ['/home/r/app', '/home/r/app'],
    ['a\nb', ''],
    ['x'.repeat(2000), ''],
  ])('%j is %j', (path, found) => {
    expect(projectPath(path, places)).toBe(found);
  });

  it('reads paths of Windows', () => {
    const windows = { project: 'C:\\code\\app', start: '', cwd: 'C:\\code\\app' };
    expect(projectPath('C:\\code\\app\\src\\a.ts', windows)).toBe('src/a.ts');
  });
});

describe('the files of a session', () => {
  it('have their lines, prompts and number of edits, most lines first', () => {
    const session = new Transcript()
      .prompt('one')
      .makes('src/new.ts', 'a\nb\nc\n')
      .edits('src/old.ts', 'a', 'b')
      .prompt('two')
      .edits('src/new.ts', 'a', 'x\ny');
    expect(files(session)).toEqual([
      { path: 'src/new.ts', edits: 2, added: 5, removed: 1, prompts: [0, 1], isNew: true },
      { path: 'src/old.ts', edits: 1, added: 1, removed: 1, prompts: [0] },
    ]);
  });

  it('are also those that were only read, most often read first', () => {
    const read = (session: Transcript, file_path: string, isError = false) =>
      session.call('Read', { file_path }, isError ? 'Error: x' : 'text', {}, isError);
    const session = new Transcript().prompt('one').edits('src/old.ts', 'a', 'b');
    for (const path of [`${CWD}/src/old.ts`, `${CWD}/once.ts`, `${CWD}/docs/a.md`, `${CWD}/docs/a.md`, '/etc/hosts'])
      read(session, path);
    for (const path of [`${PROJECTS}/-home/memory/a.md`, '', `${CWD}/a\nb`]) read(session, path);
    read(session, `${CWD}/failed.ts`, true);
    expect(harvestOf(session.records).facts.readFiles).toEqual(['docs/a.md', 'once.ts', '/etc/hosts']);
    expect('readFiles' in harvestOf(new Transcript().prompt('one').records).facts).toBe(false);
  });

  it("are not Claude Code's own plans and memories", () => {
    const session = new Transcript().prompt('one');
    for (const file_path of [
      `${PROJECTS}/-home/memory/a.md`,
      PROJECTS.replace('projects', 'plans/a.md'),
      '/Users/other/.claude/plans/quiet-otter.md',
    ])
      session.call('Write', { file_path, content: 'x' }, 'ok', { type: 'create', content: 'x', originalFile: null });
    expect(files(session)).toEqual([]);
  });

  // Client 2.1.329 notes what a command changed where it edits files with the shell.
  it('are also those that a command changed, if the host noted them', () => {
    const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [' one', '+x'] }];
    const [first, second] = [`${CWD}/a.txt`, `${CWD}/b.txt`].map((filePath) => ({ filePath, hunks }));
    const bashEditDiff = { files: [first, { ...second, created: true }, { hunks: 3 }, null], moreFiles: 0 };
    const session = new Transcript()
      .prompt('one')
      .call('Bash', { command: 'make x' }, '', { stdout: '', bashEditDiff });
    expect(files(session)).toEqual([
      { path: 'a.txt', edits: 1, added: 1, removed: 0, prompts: [0] },
      { path: 'b.txt', edits: 1, added: 1, removed: 0, prompts: [0], isNew: true },
    ]);
  });

  it('are not those whose edit failed, was refused or is held back', () => {
    const session = new Transcript()
      .prompt('one')
      .call('Edit', { file_path: `${CWD}/a` }, 'x', 'Error: x', true)
      .call('Edit', { file_path: `${CWD}/b`, old_string: 'a', new_string: 'b' }, 'ok', { staged: true });
    expect(files(session)).toEqual([]);
  });

  it('are also those of subagents, under the prompt of their time', () => {
    const agent = (fields: Record<string, unknown>) => ({
      ...{ isSidechain: true, agentId: 'a1', sessionId: 'session-1', cwd: CWD },
      ...fields,
    });
    const input = { file_path: `${CWD}/a.ts`, old_string: 'a', new_string: 'b\nc' };
    const edit = { type: 'tool_use', id: 't1', name: 'Edit', input };
    const commit = { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'git commit -m "Say b"' } };
    const session = new Transcript().prompt('one').answers('ok').prompt('two');
    const harvester = reader();
    for (const [index, record] of session.records.entries()) harvester.add(record, { file: 'a.jsonl', line: index });
    const place = { file: 'agent-a1.jsonl', line: 1 };
    for (const time of ['2026-03-24T13:00:01.500Z', '2026-03-24T13:00:01.500Z']) {
      const first = { type: 'assistant', uuid: 'r1', timestamp: time, message: { content: [edit, commit] } };
      harvester.addSubagent(agent(first), place);
      const done = [
        { type: 'tool_result', tool_use_id: 't1', content: 'ok' },
        { type: 'tool_result', tool_use_id: 't2', content: '[main a1b2c3d] Say b' },
      ];
      harvester.addSubagent(agent({ type: 'user', uuid: 'r2', timestamp: time, message: { content: done } }), place);
    }
    const { facts } = harvester.end();
    expect(facts.files).toEqual([{ path: 'a.ts', edits: 1, added: 2, removed: 1, prompts: [0] }]);
    expect(facts.commits).toMatchObject([{ hash: 'a1b2c3d', prompt: 0, record: 'r2' }]);
    expect(facts.prompts.map(({ did }) => did.edits)).toEqual([0, 0]);
  });

  it('are read from a scripted session with a subagent', () => {
    const { facts } = harvestOfScript(`
about: A subagent edits a file
language: en
project: /home/robin/code/relay
start: 2026-09-14T08:02:00Z
steps:
  - user: rename it everywhere
  - agent: { type: general-purpose, description: Rename it, prompt: Rename it, answer: Done, steps: [{ edit: src/a.ts, old: a, new: b }] }
  - assistant: Done.
`);
    expect(facts.files).toEqual([{ path: 'src/a.ts', edits: 1, added: 1, removed: 1, prompts: [0] }]);
    expect(facts.subagents).toMatchObject([{ type: 'general-purpose', description: 'Rename it', prompt: 0 }]);
  });
});

describe('the commits of a session', () => {
  const commits = (session: Transcript) => harvestOf(session.records).facts.commits;
  const bash = (session: Transcript, command: string, text: string, isError = false) =>
    session.call('Bash', { command }, text, isError ? `Error: ${text}` : {}, isError);

  it('are replaced when amended, and keep their body if the message is kept', () => {
    const session = new Transcript().prompt('one');
    bash(session, 'git commit -m "Say b" -m "It was a."', '[main a1b2c3d] Say b');
    bash(session, 'git commit -a --amend --no-edit', '[main b1b2c3d] Say b\n Date: …');
    expect(commits(session)).toMatchObject([{ hash: 'b1b2c3d', subject: 'Say b', body: 'It was a.', branch: 'main' }]);
    bash(session, 'git commit --amend -m "Say c"', '[main c1b2c3d] Say c');
    expect(commits(session)).toMatchObject([{ hash: 'c1b2c3d', subject: 'Say c', body: '' }]);
  });

  it('are kept when a commit of another branch is amended, or one from before the session', () => {
    const session = new Transcript().prompt('one');
    bash(session, 'git commit --amend -m "Say a"', '[x a1b2c3d] Say a');
    bash(session, 'git commit --amend -m "Say b"', '[main b1b2c3d] Say b');
    expect(commits(session).map(({ hash }) => hash)).toEqual(['a1b2c3d', 'b1b2c3d']);
  });

  it('count also if a later command of the call failed, and once if shown twice', () => {
    const session = new Transcript().prompt('one');
    bash(session, 'git commit -m "Say b" && npm test', 'Exit code 1\n[main a1b2c3d] Say b\nFAIL', true);
    bash(session, 'git commit --dry-run; cat log', '[main a1b2c3d] Say b');
    expect(commits(session)).toHaveLength(1);
  });
});
