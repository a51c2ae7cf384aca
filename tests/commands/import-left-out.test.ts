/* What no import brings in: sessions of excluded directories, and forgotten ones; and projects that no longer exist. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { claudeMemDatabase } from '#tests/support/claude-mem-database.ts';
import { Transcript } from '../unit/import/transcript.ts';
import { CommandBox } from './command-box.ts';
import { letRest } from './transcript-box.ts';

const SESSION = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const AT = Date.parse('2026-10-05T09:00:00Z');
const KINDS = ['transcripts', 'claude-mem', 'chronicles', 'archive'] as const;
type Kind = (typeof KINDS)[number];

let box: CommandBox;
let project = '';
let source = '';

beforeEach(() => {
  box = new CommandBox('left-out', 'larder');
  project = join(box.config, 'code/tidemark');
  source = join(box.config, 'source');
  for (const directory of [project, source]) mkdirSync(directory, { recursive: true });
});

/** Sources of every kind with one session of the project; returns what follows `chronicle import`. */
const SOURCES: Record<Kind, () => string[]> = {
  transcripts() {
    const folder = join(box.config, 'projects', project.replace(/[^a-z0-9]/gi, '-'));
    mkdirSync(folder, { recursive: true });
    const { records } = new Transcript().prompt('Draw the tides').answers('Drawn.');
    const own = records.map((record) => ({ ...record, sessionId: SESSION, cwd: project }));
    writeFileSync(join(folder, `${SESSION}.jsonl`), own.map((record) => `${JSON.stringify(record)}\n`).join(''));
    letRest(join(box.config, 'projects'));
    return ['transcripts'];
  },
  'claude-mem'() {
    const database = claudeMemDatabase(join(source, 'claude-mem.db'));
    const own = { memory_session_id: 'm', project: 'tidemark' };
    database.add('sdk_sessions', { ...own, content_session_id: SESSION, started_at_epoch: AT });
    database.add('observations', { ...own, title: 'The tides are drawn', created_at_epoch: AT });
    database.close();
    return ['claude-mem', join(source, 'claude-mem.db')];
  },
  chronicles() {
    writeFileSync(join(source, '2026-10-05-main.md'), chronicle());
    return ['chronicles', source, '--into', project];
  },
  archive() {
    const record = { kind: 'chronicle', path: '-code-tidemark/chronicle/2026-10-05-main.md', session: SESSION };
    const lines = [
      { format: 'session-chronicle', version: 1, exported: '2026-11-25T10:00:00Z' },
      { ...record, text: chronicle() },
      { end: true, records: 1 },
    ];
    const path = join(source, 'archive.jsonl');
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return ['archive', path];
  },
};

function chronicle(): string {
  const head = `session_id: ${SESSION}\ndate: 2026-10-05\nbranch: main\ntask: ""\nstarted: 2026-10-05T09:00:00Z\ncwd: ${project}`;
  return `---\n${head}\n---\n\n## Events\n\n- 09:10 [DECISION] Draw the tides as SVG\n\n## Summary\n`;
}

const run = (...args: string[]) => box.run('import', ...args);

function settings(value: object): void {
  mkdirSync(join(box.config, 'session-chronicle'), { recursive: true });
  writeFileSync(join(box.config, 'session-chronicle/config.json'), JSON.stringify(value));
}

/** The chronicles that were written. */
function chronicles(): string[] {
  const projects = join(box.config, 'projects');
  if (!existsSync(projects)) return [];
  return readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /chronicle\/[^/]+\.md$/.test(name),
  );
}

describe.each(KINDS)('an import of %s', (kind) => {
  it('leaves out a project that the settings exclude', async () => {
    const args = SOURCES[kind]();
    settings({ exclude: [project] });
    const { stdout } = await run(...args);
    expect(stdout).toMatch(/excluded director/);
    expect(chronicles()).toEqual([]);
  });

  it('leaves out a project with .no-chronicle', async () => {
    // claude-mem has only the name of a project: other sessions tell where it is.
    if (kind === 'claude-mem') SOURCES.transcripts();
    const args = SOURCES[kind]();
    writeFileSync(join(project, '.no-chronicle'), '');
    expect((await run(...args)).stdout).toMatch(/excluded director/);
    expect(chronicles()).toEqual([]);
  });

  it('does not bring a forgotten session back', async () => {
    const args = SOURCES[kind]();
    await run(...args);
    const [path = ''] = chronicles();
    const id = /session_id: "?([^"\n]*)/.exec(readFileSync(join(box.config, 'projects', path), 'utf8'))?.[1] ?? '';
    expect((await box.run('forget', id, '--yes')).code).toBe(0);
    expect(chronicles()).toEqual([]);
    // Its transcript was deleted with it, but a backup may put that back.
    if (kind === 'transcripts') SOURCES[kind]();
    const { stdout } = await run(...args);
    expect(stdout).toMatch(/forgot/);
    expect(chronicles()).toEqual([]);
  });

  it('brings in a project whose directory no longer exists', async () => {
    const args = SOURCES[kind]();
    rmSync(project, { recursive: true });
    // --into takes only what is known: Claude Code's own folder remains.
    if (kind === 'chronicles')
      mkdirSync(join(box.config, 'projects', project.replace(/[^a-z0-9]/gi, '-')), { recursive: true });
    expect(await run(...args)).toMatchObject({ code: 0 });
    const [path = '', ...others] = chronicles();
    expect([path.includes('tidemark'), others]).toEqual([true, []]);
  });
});
