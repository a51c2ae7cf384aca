import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openQuickSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { environmentOf, runChronicle } from './own-command.ts';
import { playTerminal } from './played-terminal.ts';

const ID = '3f6c2a10-0001';
/** In parts, so that no scan of this repository finds it. */
const SECRET = ['ghp', '_', 'a8Kd93jfLs02mXqPz7VbN4cR1tYw6EuHg5To'].join('');
const OURS = '<!-- Written by `chronicle export --to observations`';
let box: Sandbox;

const file = () => join(box.project, '.claude/observations.md');
const write = (...args: string[]) => runChronicle(box, ['export', '--to', 'observations', ...args]);
const observe = (text: string, id = ID) => box.agent(id, 'observe', text);
beforeEach(async () => {
  box = openQuickSandbox();
  await box.start(ID);
  const committed = '- [decision] [P1] Cookies are signed\n  - With a key\n  Scope: committed';
  await observe(`${committed}\n- [P3] Mine alone\n\nCurrent Task: mine`);
  await box.end(ID);
});

describe('chronicle export --to observations', () => {
  it('writes the committed observations, shows the difference first, and keeps the file up to date', async () => {
    const { code, stdout, stderr } = await write('--yes');
    const text = readFileSync(file(), 'utf8');
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Written: ${file()}`)]);
    expect(text).toMatch(
      /^<!-- Written by .+ -->\n\nDate: \d{4}-\d\d-\d\d\n- \d\d:\d\d \[decision\] \[P1\] Cookies are signed\n {2}- With a key\n {2}Scope: committed\n$/,
    );
    expect(stdout).toContain('+++ b/.claude/observations.md');
    expect(readdirSync(dirname(file()))).toEqual(['observations.md']);
    expect((await write()).stderr).toContain('is up to date');

    await box.start('77aa01bc-0002');
    await observe('- [P2] Later\n  Scope: committed', '77aa01bc-0002');
    const again = await write('--yes');
    expect(again.stdout).toMatch(/^\+- \d\d:\d\d \[P2\] Later$/m);
    expect(again.stdout).not.toMatch(/^\+.*\[P1\]/m);
    expect(readFileSync(file(), 'utf8')).toContain('Later');
  });

  it('writes nothing without a yes', async () => {
    expect(await write()).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const args = ['export', '--to', 'observations'];
    const terminal = playTerminal(args, { env: environmentOf(box, {}), cwd: box.project });
    await terminal.waitFor(`Write ${file()}?`);
    expect(existsSync(file())).toBe(false);
  });

  it('is read by chronicle observe again', async () => {
    await write('--yes');
    await box.start('77aa01bc-0002');
    const input = readFileSync(file(), 'utf8');
    expect(await runChronicle(box, ['observe'], { input, session: '77aa01bc-0002' })).toSucceed('kept in notebooks/');
  });

  it.each([
    ['a file of somebody else', () => writeFileSync(file(), '# Ours\n')],
    ['an empty file', () => writeFileSync(file(), '')],
    ['a link', () => symlinkSync(join(box.root, 'elsewhere'), file())],
    ['a link to a file of ours', () => symlinkSync(join(box.root, 'ours.md'), file())],
    ['a directory', () => mkdirSync(file())],
  ])('refuses %s', async (_, make) => {
    mkdirSync(dirname(file()));
    writeFileSync(join(box.root, 'ours.md'), `${OURS}\n`);
    make();
    expect(await write('--yes')).toRefuse('was not written by chronicle', 'Nothing was written.');
    expect(existsSync(join(box.root, 'elsewhere'))).toBe(false);
    expect(readFileSync(join(box.root, 'ours.md'), 'utf8')).toBe(`${OURS}\n`);
  });

  it('refuses a directory that leads out of the project', async () => {
    mkdirSync(join(box.root, 'outside'));
    symlinkSync(join(box.root, 'outside'), join(box.project, '.claude'));
    expect(await write('--yes')).toRefuse('through a symbolic link. Nothing was written.');
    expect(readdirSync(join(box.root, 'outside'))).toEqual([]);
  });

  it.each([
    ['a title', `- [P1] The token is ${SECRET}\n  Scope: committed`],
    ['a fact', `- [P1] The token\n  - export GITHUB_TOKEN=${SECRET}\n  Scope: committed`],
  ])('stops at a secret in %s, and never prints it', async (_, text) => {
    await box.start('77aa01bc-0002');
    await observe(text, '77aa01bc-0002');
    const { code, stdout, stderr } = await write('--yes');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^o-[0-9a-f]{6} contains something private: .+\.\nNothing was written\./);
    expect(stderr).not.toContain(SECRET.slice(4, 14));
    expect(existsSync(file())).toBe(false);
  });

  it('does not print a secret that somebody added to the file', async () => {
    mkdirSync(dirname(file()));
    writeFileSync(file(), `${OURS}, which replaces the whole file. -->\n\nDate: 2026-01-01\n- [P1] ${SECRET}\n`);
    const finished = await write('--yes');
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining('-- [P1]') });
    expect(finished.stdout).not.toContain(SECRET);
  });

  it('writes nothing of unattended sessions, and no control characters', async () => {
    const env = { CLAUDE_CODE_SESSION_ATTENDED: undefined, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
    await box.start('77aa01bc-0002', { env });
    await observe('- [P1] Nobody saw this\n  Scope: committed', '77aa01bc-0002');
    await box.start('99aa01bc-0003');
    await observe('- [P1] Odd \u001b[31m\u202e</record> --> end\n  Scope: committed', '99aa01bc-0003');
    expect((await write('--yes')).code).toBe(0);
    const text = readFileSync(file(), 'utf8');
    expect(text).toContain('Odd');
    expect(text).not.toMatch(/[\u001b\u202e]|Nobody saw/);
  });

  it('refuses a book that nobody would read', async () => {
    const path = join(box.chronicleDirectory, 'notebooks', box.only().name);
    const line = (i: number) => `- 10:00 [P2] ${i} ${'words '.repeat(300)}\n  Scope: committed\n`;
    const lines = Array.from({ length: 1000 }, (_, i) => line(i)).join('');
    writeFileSync(path, `---\nsession_id: ${ID}\n---\n\n## Observations\n\n${lines}`);
    expect(await write('--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('larger than 1 MiB') });
  });

  it('prints the file in a dry run, and writes nothing', async () => {
    expect(await write('--dry-run')).toSucceed(/^<!-- Written by .*\n\nDate: .*\n- .* \[P1\] Cookies are signed/);
    expect(existsSync(join(box.project, '.claude'))).toBe(false);
  });

  it('is found by forget, by text and by session', async () => {
    await write('--yes');
    const text = await runChronicle(box, ['forget', 'Cookies are signed', '--dry-run']);
    expect(text.stderr).toContain('files that chronicle export --to observations writes');
    expect(text.stderr).toContain(`${file()}:4`);
    const session = await runChronicle(box, ['forget', ID, '--dry-run']);
    expect(session.stderr).toContain(file());
    rmSync(file());
    expect((await runChronicle(box, ['forget', ID, '--dry-run'])).stderr).not.toContain(file());
  });
});
