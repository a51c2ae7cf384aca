/* What `chronicle import claude-mem` brings in, and what undoing it takes out again. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ClaudeMemFile, claudeMemDatabase } from '#tests/support/claude-mem-database.ts';
import { notebookPath } from '#src/lib/paths.ts';
import { CommandBox } from './command-box.ts';

const SESSION = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const AT = Date.parse('2026-10-05T09:00:00Z');
const TOKEN = `ghp_${'0123456789'.repeat(3)}abcdeF`;

let box: CommandBox;
let data = '';
let path = '';

beforeEach(() => {
  box = new CommandBox('claude-mem', 'larder');
  data = join(box.config, 'data');
  mkdirSync(data);
  path = join(data, 'claude-mem.db');
});

const run = (...args: string[]) => box.runWith({ CLAUDE_MEM_DATA_DIR: data }, 'import', ...args);

/** All files below the projects, by their place. */
function written(): Map<string, string> {
  const projects = join(box.config, 'projects');
  const entries = existsSync(projects) ? readdirSync(projects, { recursive: true, withFileTypes: true }) : [];
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(projects.length + 1).replace(/^[^/]+\//, ''), readFileSync(file, 'utf8')]),
  );
}

function fill(database: ClaudeMemFile): void {
  const own = { memory_session_id: 'm1', project: 'larder' };
  database.add('sdk_sessions', { ...own, content_session_id: SESSION, started_at_epoch: AT });
  database.add('observations', {
    ...own,
    type: 'decision',
    title: 'Refresh tokens rotate',
    facts: '["expiry is 7 days"]',
    narrative: 'Rotation was added.\n\n## Not a heading <script>',
    concepts: '["how-it-works"]',
    files_modified: '["src\\\\auth.ts"]',
    prompt_number: 1,
    created_at_epoch: AT + 60_000,
  });
  database.add('observations', { ...own, text: `An old row\nwith ${TOKEN}`, created_at_epoch: AT / 1000 + 120 });
  database.add('session_summaries', { ...own, request: 'Add JWT', learned: 'Safari', created_at_epoch: AT + 180_000 });
  database.add('session_summaries', { ...own, request: 'Add JWT', next_steps: 'Ship', created_at_epoch: AT + 240_000 });
  database.add('user_prompts', { content_session_id: SESSION, prompt_text: 'add jwt', created_at_epoch: AT });
}

/** The chronicle of the session, as hooks recorded it, and where its notebook would be. */
function recorded() {
  const chronicle = join(box.config, 'projects/-larder/chronicle/2026-10-05-main.md');
  const notebook = notebookPath(chronicle);
  mkdirSync(dirname(notebook), { recursive: true });
  const own = `---\nsession_id: ${SESSION}\ndate: 2026-10-05\nbranch: main\ntask: \nstarted: 2026-10-05T09:00:00Z\n---\n\n## Events\n\n- 09:10 [DECISION] JWT\n\n## Summary\n\nDone.\n`;
  writeFileSync(chronicle, own);
  return { chronicle, notebook, own };
}

describe('a database of a running worker', () => {
  let database: ClaudeMemFile;
  beforeEach(() => {
    database = claudeMemDatabase(path);
    fill(database);
    return () => database.close();
  });

  it('becomes a chronicle, facts and a notebook that name their origin', async () => {
    const { code, stdout } = await run('claude-mem');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Imported 3 observations, 1 prompt and 1 handoff of 1 session.');
    const files = written();
    expect(files.get('chronicle/2026-10-05-detached.md')).toContain('source: import\nimported_from: claude-mem\n');
    const notebook = files.get('chronicle/notebooks/2026-10-05-detached.md') ?? '';
    expect(notebook).toMatch(/- 09:01 \[decision\] \[P2\] Refresh tokens rotate\n {2}- expiry is 7 days\n/);
    expect(notebook).toMatch(/Files: src\/auth\.ts\n {2}Prompt: 1\n {2}Origin: claude-mem [0-9a-f]{12}\n/);
    expect(notebook).toContain('    ## Not a heading <script>');
    expect(notebook).toMatch(/- 09:02 \[P2\] An old row/);
    expect(notebook).not.toContain(TOKEN);
    expect(notebook).toContain('Suggested Next: Ship');
    expect(notebook).toContain('Summary: Add JWT');
    expect(files.get('chronicle/facts/2026-10-05-detached.json')).toContain('"text":"add jwt"');
    // claude-mem keeps no branch.
    expect((await box.run('show', 'last')).stdout).not.toMatch(/· detached/);
  });

  it('is only read: neither its files nor its writer notice', async () => {
    const state = () =>
      readdirSync(data)
        .sort()
        .map((name) => {
          const { mtimeNs, size } = statSync(join(data, name), { bigint: true });
          return [name, mtimeNs, size, readFileSync(join(data, name), 'latin1')];
        });
    const before = state();
    expect(before.map(([name]) => name)).toEqual(['claude-mem.db', 'claude-mem.db-shm', 'claude-mem.db-wal']);
    await run();
    await run('claude-mem');
    expect(state()).toEqual(before);
    database.add('observations', { memory_session_id: 'm1', title: 'Later', created_at_epoch: AT + 300_000 });
    expect((await run('claude-mem')).stdout).toContain('Imported 1 observation of 1 session.');
    expect(readdirSync(join(box.config, 'session-chronicle', 'cache'))).toEqual(['.tmp']);
  });

  it('is imported once, and a deleted observation stays deleted', async () => {
    await run('claude-mem');
    const [notebook = ''] = [...written().keys()].filter((name) => name.includes('notebooks'));
    const [project = ''] = readdirSync(join(box.config, 'projects'));
    const file = join(box.config, 'projects', project, notebook);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/- 09:02[\s\S]*?Origin: .*\n/, ''));
    const before = written();
    const { stdout } = await run('claude-mem');
    expect(stdout).toContain('Nothing to import.');
    expect(written()).toEqual(before);
  });

  it('is taken out again whole, and can be imported again', async () => {
    await run('claude-mem');
    const first = written();
    expect((await run('undo', 'last', '--dry-run')).stdout).toContain('Would delete: 1 session and 2 more files.');
    expect(written()).toEqual(first);
    const { code, stderr } = await run('undo', 'last', '--yes');
    expect(stderr).toContain('Undone: 1 session and 2 more files.');
    expect(code).toBe(0);
    expect([...written().keys()]).toEqual([]);
    await run('claude-mem');
    expect([...written().keys()]).toEqual([...first.keys()]);
  });

  it('keeps what it added to a notebook that was there, and says so', async () => {
    const { notebook } = recorded();
    writeFileSync(notebook, `---\nsession_id: ${SESSION}\n---\n\n## Focus\n\n- 09:00 JWT\n`);
    await run('claude-mem');
    const after = readFileSync(notebook, 'utf8');
    expect(after).toContain('Origin: claude-mem');
    const { stdout } = await run('undo', 'last', '--yes');
    expect(stdout).toContain('What was added to 1 session that was here stays.');
    expect(readFileSync(notebook, 'utf8')).toBe(after);
    await run('claude-mem');
    expect(readFileSync(notebook, 'utf8')).toBe(after);
  });
});

describe('projects and prompts', () => {
  const fresh = (fillIn: (database: ClaudeMemFile) => void) => {
    const database = claudeMemDatabase(path);
    fillIn(database);
    database.close();
  };
  const session =
    (n: number, project: string, ...prompts: string[]) =>
    (database: ClaudeMemFile) => {
      const content = `${SESSION.slice(0, -2)}0${n}`;
      const own = { memory_session_id: `m${n}`, project };
      database.add('sdk_sessions', { ...own, content_session_id: content, started_at_epoch: AT });
      database.add('observations', { ...own, title: `Finding ${n}`, created_at_epoch: AT });
      for (const [i, text] of prompts.entries())
        database.add('user_prompts', { content_session_id: content, prompt_text: text, created_at_epoch: AT + i });
    };

  it('keep names as they are written, apart from each other', async () => {
    const names = ['商店', '支付系统', 'Café', '../..', '-'];
    fresh((database) => {
      for (const [n, name] of names.entries()) session(n, name)(database);
    });
    await run('claude-mem');
    const listed = JSON.parse((await box.run('list', '--json')).stdout);
    const projects = new Set(listed.map(({ project }: { project: string }) => project));
    expect(projects.size).toBe(5);
    expect([...projects]).toEqual(expect.arrayContaining(['商店', '支付系统', 'Café']));
    expect(readdirSync(join(box.config, 'projects')).sort()).toEqual(
      expect.arrayContaining(['商店', '支付系统', 'Café', expect.stringMatching(/^project-\w+$/)]),
    );
  });

  it('are not texts of the client, nor of programs that watch sessions', async () => {
    fresh((database) => {
      const notification = '<task-notification><task-id>b</task-id></task-notification>';
      session(1, 'larder', '/clear', notification, 'Draw it')(database);
      session(2, 'larder', 'Hello memory agent, you are continuing to observe')(database);
    });
    const { stdout } = await run('claude-mem');
    expect(stdout).toContain('2 written by the client');
    expect(stdout).toContain('1 of a program that watches sessions');
    const shown = JSON.parse((await box.run('show', 'last', '--json')).stdout);
    expect(shown.transcript.prompts.map(({ text }: { text: string }) => text)).toEqual(['Draw it']);
    expect(JSON.parse((await box.run('list', '--json')).stdout)).toHaveLength(1);
  });

  it('come in before the first start of Claude Code, but not into a directory that is misspelled', async () => {
    fresh(session(1, 'larder', 'Draw it'));
    const home = join(box.config, 'home');
    mkdirSync(home);
    const env = { HOME: home, CLAUDE_CONFIG_DIR: '', CLAUDE_MEM_DATA_DIR: data };
    const imported = await box.runWith(env, 'import', 'claude-mem');
    expect([imported.code, existsSync(join(home, '.claude/projects'))]).toEqual([0, true]);
    const wrong = join(home, 'clod');
    const { code, stderr } = await box.runWith({ ...env, CLAUDE_CONFIG_DIR: wrong }, 'import', 'claude-mem');
    const advice = 'Correct CLAUDE_CONFIG_DIR, or create the directory. Nothing was changed.';
    expect([code, stderr]).toEqual([2, `${wrong} does not exist. ${advice}\n`]);
  });
});

it('is mentioned by doctor until something was imported', async () => {
  const database = claudeMemDatabase(path);
  fill(database);
  database.close();
  const doctor = () => box.runWith({ CLAUDE_MEM_DATA_DIR: data }, 'doctor');
  const words = 'Found claude-mem on this machine. Run chronicle import to see what can be imported.';
  expect((await doctor()).stderr).toContain(words);
  await run('claude-mem');
  expect((await doctor()).stderr).not.toContain(words);
});

describe('what was imported', () => {
  it('is joined to the chronicle that Claude Code recorded, which stays as it is', async () => {
    const { chronicle, own } = recorded();
    const database = claudeMemDatabase(path);
    fill(database);
    database.add('observations', { memory_session_id: 'm1', title: 'Köln', created_at_epoch: AT + 300_000 });
    database.close();
    await run('claude-mem');
    expect(readFileSync(chronicle, 'utf8')).toBe(own);
    expect(written().get('chronicle/notebooks/2026-10-05-main.md')).toMatch(/Köln[\s\S]*Origin: claude-mem/);
    const found = await box.run('search', 'from:claude-mem', 'rotate');
    expect(found.stdout).toContain('Refresh tokens rotate');
    expect((await box.run('search', 'from:claude-mem', 'kind:event')).stdout).not.toContain('JWT');
    await run('undo', 'last', '--yes');
    expect([...written().keys()]).toEqual(['chronicle/2026-10-05-main.md']);
  });
});
