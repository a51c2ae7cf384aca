/** The recipe of docs/install.md, as it is written there, with two homes and a bare remote. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { factsPath, notebookPath } from '#src/lib/paths.ts';
import { runIn } from '#tests/commands/run-command.ts';
import { ROOT } from '#tests/support/root.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const DOC = readFileSync(join(ROOT, 'docs/install.md'), 'utf8');
const [FIRST = '', OTHER = '', SYNC = '', OWN_BRANCH = '', CLONES = ''] = [
  ...DOC.matchAll(/```bash\n([\s\S]*?)```/g),
].map(([, commands = '']) => commands);

const FOLDER = '-home-robin-larder/chronicle';
const chronicle = (id: string, events: string, summary = '') =>
  `---\nsession_id: ${id}\ndate: 2026-11-02\nbranch: main\ntask: ""\nstarted: 2026-11-02T08:00:00Z\ncwd: /home/robin/larder\nutc_offset: +00:00\n---\n\n## Events\n\n${events}\n## Summary\n${summary}`;
const history = (id: string) =>
  `${JSON.stringify({ id, at: '2026-11-02T08:00:00Z', source: 'seen', action: 'new', file: 'a.md', session_id: '', events: [], before: null, after: 'ab' })}\n`;

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

class Machine {
  readonly home = temporaryDirectory('machine');
  readonly projects = join(this.home, '.claude/projects');
  readonly #remote: string;

  constructor(remote: string) {
    this.#remote = remote;
    mkdirSync(this.projects, { recursive: true });
    put(join(this.projects, '-home-robin-larder/transcript.jsonl'), 'private');
    put(join(this.projects, '-home-robin-larder/memory/a.md'), 'private');
  }

  /** Runs commands of the recipe as a person would. Returns what they printed. */
  run(commands: string, { fails = false } = {}): string {
    const meant = commands.replaceAll(/<(?:a private|the(?: same)?) repository>/g, this.#remote);
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', meant], {
      cwd: this.home,
      encoding: 'utf8',
      env: {
        HOME: this.home,
        PATH: `${join(ROOT, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Robin',
        GIT_AUTHOR_EMAIL: 'robin@example.test',
        GIT_COMMITTER_NAME: 'Robin',
        GIT_COMMITTER_EMAIL: 'robin@example.test',
        TZ: 'UTC',
      },
    });
    if (!fails) expect(`${status}\n${stderr}`).toMatch(/^0\n/);
    return stdout + stderr;
  }

  /** Runs `chronicle …` in this process. Returns what it printed. */
  async chronicle(...args: string[]): Promise<string> {
    const { stdout, stderr } = await runIn(join(this.home, '.claude'), ...args);
    return args.includes('--json') ? stdout : stdout + stderr;
  }

  write(name: string, text: string): void {
    put(join(this.projects, FOLDER, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.projects, FOLDER, name), 'utf8');
  }
}

function openRemote(): string {
  const remote = join(temporaryDirectory('remote'), 'archive.git');
  spawnSync('git', ['init', '--bare', '--quiet', '--initial-branch=main', remote]);
  return remote;
}

/** The two lines of the recipe that the first machine gets too. */
const ALIAS = OTHER.split('\n')
  .filter((line) => line.startsWith('git config'))
  .join('\n');

async function idsOn(machine: Machine): Promise<string[]> {
  return JSON.parse(await machine.chronicle('list', '--json'))
    .map(({ id }: { id: string }) => id)
    .sort();
}

describe('the recipe with git', () => {
  it('shares one archive, also where both machines write the same session', { tags: 'long' }, async () => {
    const remote = openRemote();
    const [laptop, desktop] = [new Machine(remote), new Machine(remote)];
    const brass = '- 08:10 [DECISION] Brass\n';
    laptop.write('a.md', chronicle('session-a', brass));
    laptop.write('memory-ledger.jsonl', history('l-1'));
    laptop.write('memory/backups/a.md', 'private');
    laptop.run(`${FIRST}\n${ALIAS}`);
    const files = laptop.run('cd ~/.claude/projects && git ls-files').trim().split('\n');
    expect(files.sort()).toEqual(
      [`${FOLDER}/a.md`, `${FOLDER}/memory-ledger.jsonl`, '.gitattributes', '.gitignore'].sort(),
    );
    desktop.run(OTHER);
    expect(desktop.read('a.md')).toBe(laptop.read('a.md'));

    // Both write the session and the history, and the desktop has a session of its own.
    const more = `${brass}- 09:30 [ERROR] Rust\n- 09:40 [INSIGHT] Oil\n`;
    laptop.write('a.md', chronicle('session-a', more));
    laptop.write('memory-ledger.jsonl', history('l-1') + history('l-2'));
    desktop.write('a.md', chronicle('session-a', `${brass}- 09:00 [INSIGHT] Steel\n`));
    desktop.write('memory-ledger.jsonl', history('l-1') + history('l-3'));
    desktop.write('b.md', chronicle('session-b', '- 10:00 [DECISION] Another\n'));
    laptop.run(SYNC);
    desktop.run(SYNC);
    laptop.run(SYNC.replace('git commit -qm', 'true'));
    for (const machine of [laptop, desktop]) {
      expect(machine.read('memory-ledger.jsonl').split('\n').sort()).toEqual(
        ['', history('l-1'), history('l-2'), history('l-3')].map((line) => line.trim()),
      );
      expect(await idsOn(machine)).toEqual(['session-a', 'session-b']);
      const shown = await machine.chronicle('show', 'session-a');
      expect([shown.includes('Oil'), shown.includes('Steel')]).toEqual([true, false]);
      const problems = await machine.chronicle('doctor');
      expect(problems).toContain('Another file of this session has more, and is shown instead');
      expect(problems).toContain('One event is only in this file, and not shown.');
    }
  });

  it('keeps the sessions of both machines that have the same name', async () => {
    const remote = openRemote();
    const [laptop, desktop] = [new Machine(remote), new Machine(remote)];
    const files = (id: string, note: string) => ({
      'a.md': chronicle(id, `- 08:00 [DECISION] ${note}\n`),
      [notebookPath('a.md')]: `---\nsession_id: ${id}\n---\n\n## Discovered\n\n- 09:00 ${note}\n`,
      [factsPath('a.md')]: serializeFacts(someFacts({ head: { session_id: id } })),
    });
    const put = (machine: Machine, texts: Record<string, string>) => {
      for (const [name, text] of Object.entries(texts)) machine.write(name, text);
    };
    put(laptop, files('11111111-a', 'Brass'));
    laptop.run(`${FIRST}\n${ALIAS}`);
    // The desktop has its own session before it gets the archive.
    put(desktop, files('22222222-b', 'Steel'));
    desktop.run(OTHER);
    laptop.run(SYNC.replace('git commit -qm', 'true'));
    for (const machine of [laptop, desktop]) {
      expect(await idsOn(machine)).toEqual(['11111111-a', '22222222-b']);
      expect(await machine.chronicle('show', '11111111')).toContain('Brass');
      expect(await machine.chronicle('show', '22222222')).toContain('Steel');
      expect(await machine.chronicle('doctor')).toContain('Files: 2 chronicles, all readable\n');
    }
  });

  it('shows an archive for each machine by name', async () => {
    const remote = openRemote();
    const [laptop, desktop] = [new Machine(remote), new Machine(remote)];
    laptop.write('a.md', chronicle('session-a', '- 08:10 [DECISION] Brass\n'));
    laptop.run(FIRST);
    laptop.run(`cd ~/.claude/projects\n${OWN_BRANCH}`);
    desktop.write('b.md', chronicle('session-b', '- 08:10 [DECISION] Steel\n'));
    desktop.write('a.md', chronicle('session-a', '- 08:20 [ERROR] Rust\n'));
    desktop.run(CLONES.split('\n')[0] ?? '');
    expect(existsSync(join(desktop.home, 'archives/laptop', FOLDER, 'a.md'))).toBe(true);
    const settings = /```json\n(\{\n {2}"roots"[\s\S]*?)```/.exec(DOC)?.[1] ?? '';
    put(join(desktop.home, '.claude/session-chronicle/config.json'), settings.replaceAll('/home/me', desktop.home));
    const listed: Record<string, unknown>[] = JSON.parse(await desktop.chronicle('list', '--json'));
    expect(listed.map(({ id, machine, events }) => [id, machine, events])).toEqual([
      ['session-a', 'desktop', 1],
      ['session-b', 'desktop', 1],
    ]);
    expect(await desktop.chronicle('doctor')).toContain('One event is only in this file, and not shown.');
  });
});
