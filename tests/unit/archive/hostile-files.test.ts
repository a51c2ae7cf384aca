import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, namesOf, open, put, TIDEMARK } from './archive-directory.ts';

const GOOD = chronicleText();
const FRONT_MATTER = GOOD.slice(0, GOOD.indexOf('\n## Events'));
const mib = 1024 * 1024;

/** Unusable files by name. Each must be reported, and none may affect another file. */
const BAD: Record<string, string | Uint8Array> = {
  'empty.md': '',
  'one-newline.md': '\n',
  'only-blanks.md': '   \n\t\n',
  'no-front-matter.md': '## Events\n\n- [DECISION] Nobody knows whose\n',
  'open-front-matter.md': GOOD.replace(/\n---\n/, '\n'),
  'dashes-only.md': '---',
  'empty-front-matter.md': '---\n---\n',
  'four-dashes.md': GOOD.replace('---', '----'),
  'javascript.md': GOOD.replace('---', '---js'),
  'toml.md': '+++\nsession_id = "a"\n+++\n',
  'json.md': '{"session_id": "a"}\n',
  'html.md': '<script>alert(1)</script>\n',
  'blank-first.md': `\n${GOOD}`,
  'no-session-id.md': GOOD.replace(/session_id.*\n/, ''),
  'no-date.md': GOOD.replace(/date:.*\n/, ''),
  'no-branch.md': GOOD.replace(/branch:.*\n/, ''),
  'no-task.md': GOOD.replace(/task:.*\n/, ''),
  'no-started.md': GOOD.replace(/started:.*\n/, ''),
  'id-is-path.md': GOOD.replace('3f6c2a10', '../../etc/passwd'),
  'date-in-words.md': GOOD.replace('date: 2026-03-24', 'date: yesterday'),
  'no-such-day.md': GOOD.replace('date: 2026-03-24', 'date: 2026-02-30'),
  'date-and-time.md': GOOD.replace('date: 2026-03-24', 'date: 2026-03-24T14:00:00'),
  'local-start.md': GOOD.replace('14:00:00Z', '14:00:00'),
  'hour-25.md': GOOD.replace('T14:', 'T25:'),
  'empty-branch.md': GOOD.replace('branch: main', 'branch:'),
  'yaml-anchor.md': '---\nsession_id: &a [x]\n<<: *a\n---\n',
  'long-front-matter.md': FRONT_MATTER.replace('\n---\n', `\nnote: ${'x'.repeat(20_000)}\n---\n`),
  'many-keys.md': `---\n${Array.from({ length: 100_000 }, (_, i) => `k${i}: v\n`).join('')}---\n`,
  'utf-16-le.md': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(GOOD, 'utf16le')]),
  'utf-16-be.md': Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(GOOD, 'utf16le').swap16()]),
  'latin-1.md': Buffer.from(GOOD.replace('Keep', 'Für'), 'latin1'),
  'random-bytes.md': Uint8Array.from({ length: 4096 }, (_, i) => (i * 167) % 256),
  'nul-bytes.md': new Uint8Array(1000),
  'half-character.md': Buffer.concat([Buffer.from(GOOD), Buffer.from([0xe2, 0x82])]),
  'proto.md': '---\n__proto__: a\nconstructor: b\n---\n',
};

describe('openArchive, over hostile files', () => {
  it('keeps every good session and lists every bad file', async () => {
    const root = temporaryDirectory();
    const folder = `${TIDEMARK}/chronicle`;
    const good = Array.from({ length: 6 }, (_, i) => `good-${i}`);
    for (const name of good) put(root, `${folder}/${name}.md`, chronicleText({ id: name }));
    for (const [name, content] of Object.entries(BAD)) put(root, `${folder}/${name}`, content);
    const strange = await strangeEntries(join(root, folder));

    const { sessions, attention } = open(root).snapshot;
    expect(sessions.map(({ name }) => name).sort()).toEqual(good);
    const left = attention
      .filter(({ problem }) => problem.effect === 'left-out')
      .map(({ path }) => path.split('/').at(-1));
    expect(new Set(left)).toEqual(new Set([...Object.keys(BAD), ...strange]));
    expect(strange.length + Object.keys(BAD).length).toBeGreaterThanOrEqual(37);
    expect(attention.every(({ session }) => session === null)).toBe(true);
    expect({}).not.toHaveProperty('polluted');
  });

  it('handles a file with more problems than a call can have arguments', { tags: 'long' }, () => {
    const root = temporaryDirectory();
    put(root, `${TIDEMARK}/chronicle/a.md`, chronicleText({ events: new Array(150_000).fill('[DECISON] Again') }));
    const { sessions, attention } = open(root).snapshot;
    expect([sessions.length, attention.length]).toEqual([1, 150_000]);
  });

  it('lists a file it may not read, and a folder it may not list', ({ skip }) => {
    if (process.getuid?.() === 0) skip('root may read everything');
    const root = temporaryDirectory();
    const file = put(root, `${TIDEMARK}/chronicle/secret.md`, GOOD);
    const folder = join(put(root, `-home-me-larder/chronicle/a.md`, GOOD), '..');
    chmodSync(file, 0);
    chmodSync(folder, 0);
    onTestFinished(() => chmodSync(folder, 0o700));
    const { sessions, attention } = open(root).snapshot;
    expect(sessions).toEqual([]);
    expect(attention.map(({ path, problem }) => [path, problem.code])).toEqual([
      [folder, 'CHRONICLE_UNREADABLE'],
      [file, 'CHRONICLE_UNREADABLE'],
    ]);
  });

  it('keeps a session whose cwd climbs out inside the archive', () => {
    const root = temporaryDirectory();
    put(root, '-a---/chronicle/a.md', chronicleText({ cwd: '/a/..' }));
    put(root, '------/chronicle/b.md', chronicleText({ id: 'b', cwd: null }));
    for (const name of namesOf(open(root).snapshot)) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*\/[ab]$/);
  });
});

/** Creates entries that are not regular files, and one that is too large. Returns their names. */
async function strangeEntries(folder: string): Promise<string[]> {
  symlinkSync(join(folder, 'good-0.md'), join(folder, 'link.md'));
  symlinkSync('/nowhere/at/all.md', join(folder, 'dangling.md'));
  symlinkSync(join(folder, 'loop.md'), join(folder, 'loop.md'));
  mkdirSync(join(folder, 'directory.md'));
  writeFileSync(join(folder, 'huge.md'), GOOD);
  truncateSync(join(folder, 'huge.md'), 16 * mib + 1);
  const names = ['link.md', 'dangling.md', 'loop.md', 'directory.md', 'huge.md'];
  if (process.platform === 'win32') return names;
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  // The path of a socket has at most 107 bytes.
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(join(folder, 's.md'), resolve));
  onTestFinished(() => void socket.close());
  return [...names, 'pipe.md', 's.md'];
}
