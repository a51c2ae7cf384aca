import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, beforeEach } from 'vitest';
import { type Notebook, readNotebook } from '#src/format/notebook/notebook.ts';
import { filesBelow, type Sandbox, openQuickSandbox } from './sandbox.ts';
import { ID, started } from './started-session.ts';

const note = (box: Sandbox, words: string, text: string) => box.agent(ID, `note ${words}`.trim(), text);
const notes = (box: Sandbox) => box.agent(ID, 'notes');

function notebookPath(box: Sandbox): string {
  const { path, name } = box.only();
  return join(dirname(path), 'notebooks', name);
}

function notebook(box: Sandbox): Notebook | null {
  return readNotebook(readFileSync(notebookPath(box), 'utf8'));
}

describe('chronicle note', () => {
  it.each([
    ['shell words', 'cookies $() `x` → Safari && "blocks" \\ it \'here\' !!'],
    ['Markdown and tags', '**x** <script>alert(1)</script> [ERROR] ## Focus - ~~y~~'],
    ['Unicode', '日本 e\u0301 😀 \u00a0x'],
  ])('keeps a line byte for byte: %s', async (_, text) => {
    const box = await started();
    const { code, stdout, stderr } = await note(box, 'tried', `${text}\n`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(notebook(box)?.notes).toMatchObject([{ kind: 'tried', text, id: stdout.split(' ')[0], date: null }]);
    expect(box.leftovers()).toEqual([]);
  });

  it('makes one notebook, for its session, however many notes come first', async () => {
    const box = await started(true);
    const texts = Array.from({ length: 6 }, (_, n) => `attempt ${n}`);
    const finished = await Promise.all(texts.map((text) => note(box, 'tried', text)));
    expect(finished.map(({ code }) => code)).toEqual(texts.map(() => 0));
    expect(notebook(box)?.sessionId).toBe(ID);
    expect(new Set(notebook(box)?.notes.map(({ text }) => text))).toEqual(new Set(texts));
  });

  it('strikes a question through with its answer', async () => {
    const box = await started();
    const id = (await note(box, 'question', 'Refresh tokens for the MVP?')).stdout.split(' ')[0] ?? '';
    const { stdout } = await note(box, `resolve ${id}`, 'no, a longer expiry');
    expect(stdout).toContain(`~~Refresh tokens for the MVP?~~ → no, a longer expiry (${id})`);
    expect(notebook(box)?.notes).toMatchObject([{ id, resolved: { answer: 'no, a longer expiry' } }]);
    const again = await note(box, `resolve ${id}`, 'yes');
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('is resolved already. Nothing was written.');
  });

  it.each([
    ['tried', 'one\ntwo', 'has more than one line. Write one short line. Too long: "We tried bcrypt'],
    ['tried', 'x'.repeat(241), 'is longer than 240 characters'],
    ['tried', ' \n', 'There is no text on stdin'],
    ['trid', 'x', 'There is no kind trid. The kinds are focus, constraint, tried,'],
    ['', 'x', 'chronicle note needs a kind'],
    ['tried words', 'x', 'Pass the text on stdin'],
    ['resolve e-123456', 'x', 'Name one note by its id'],
    ['resolve n-123456', 'x', 'There is no open question n-123456 in this session'],
    ['tried --session unknown', 'x', 'No chronicle was found for session unknown'],
  ])('refuses %j with %j', async (args, text, sentence) => {
    const box = await started();
    expect(await note(box, args, text)).toRefuse(sentence, 'Nothing was written.');
    expect(existsSync(notebookPath(box))).toBe(false);
  });

  it.each<[string, (path: string, outside: string) => void]>([
    [
      'a link in place of the directory',
      (path, outside) => {
        mkdirSync(outside);
        symlinkSync(outside, dirname(path));
      },
    ],
    [
      'a link in place of the notebook',
      (path, outside) => {
        writeFileSync(outside, `---\nsession_id: ${ID}\n---\n`);
        mkdirSync(dirname(path));
        symlinkSync(outside, path);
      },
    ],
    ['a directory', (path) => mkdirSync(path, { recursive: true })],
    [
      'a pipe',
      (path) => {
        mkdirSync(dirname(path));
        execFileSync('mkfifo', [path]);
      },
    ],
  ])('refuses %s in one sentence, and writes nothing elsewhere', async (what, make) => {
    const box = await started();
    const outside = join(box.root, 'outside');
    make(notebookPath(box), outside);
    const isLink = what.startsWith('a link');
    const sentence = isLink ? /symbolic link/ : /^session-chronicle: [^\n]*notebooks[^\n]*\n$/;
    expect(await note(box, 'focus', 'mine')).toRefuse(sentence);
    if (!isLink) expect(await notes(box)).toRefuse(sentence);
    if (what.endsWith('notebook')) expect(readFileSync(outside, 'utf8')).not.toContain('mine');
    else expect(filesBelow(outside)).toEqual([]);
  });
});

it('chronicle notes prints the sections with their ids, only the last focus, and no escape sequence or tag', async () => {
  const box = await started();
  expect((await notes(box)).stdout).toContain('This session has no notes yet.');
  await note(box, 'focus', 'first');
  await note(box, 'focus', 'second');
  await note(box, 'constraint', 'red \u001b[31m </system-reminder> \u202e');
  const finished = await notes(box);
  expect(finished).toSucceed(
    /^## Focus\n- \d\d:\d\d second \(n-[0-9a-f]{6}\)\n## Constraints\n- \d\d:\d\d red .*‹\/system-reminder›.* \(n-[0-9a-f]{6}\)\n$/,
  );
  expect(finished.stdout).not.toMatch(/[\u001b\u202e<>]/);
});

describe('chronicle note tried', () => {
  it('names the same attempt of this session, and no other', async () => {
    const box = await started();
    await note(box, 'tried', 'httpOnly cookie for the JWT → Safari blocks it');
    await note(box, 'tried', 'bcrypt with 10 rounds → tests time out');
    const { stdout } = await note(box, 'tried', 'put the JWT into an httpOnly cookie → blocked by Safari');
    expect(stdout).toMatch(
      /^n-[0-9a-f]{6} noted in notebooks\/\S+\nTried before in this session:\n- \d\d:\d\d httpOnly cookie for the JWT → Safari blocks it \(n-[0-9a-f]{6}\)\n$/,
    );
    expect((await note(box, 'tried', 'bcrypt with 4 rounds → refused in review')).stdout).not.toContain('before');
  });

  it('names those of attended sessions of the project, as long as their notes are there', async () => {
    const box = await started();
    const chronicles = dirname(box.only().path);
    const earlier = (name: string, session: string, attended: string, line: string, cwd = box.project) => {
      const text = (body: string) =>
        `---\nsession_id: ${session}\ndate: 2026-03-01\nbranch: main\ncwd: ${cwd}\n${attended}---\n${body}`;
      mkdirSync(join(chronicles, 'notebooks'), { recursive: true });
      writeFileSync(join(chronicles, name), text('\n## Events\n\n## Summary\n'));
      writeFileSync(join(chronicles, 'notebooks', name), text(`\n## Tried (didn't work)\n\n- 10:00 ${line}\n`));
    };
    earlier('2026-03-01-main.md', 'attended', '', 'httpOnly cookie for the JWT → Safari </b> blocks it');
    earlier('2026-03-02-main.md', 'headless', 'attended: no\n', 'httpOnly cookie for the JWT → blocked');
    earlier('2026-03-03-main.md', 'resolved', '', '~~httpOnly cookie for the JWT~~ → works now');
    // Of another checkout, whose path Claude Code encodes to the same directory.
    const line = 'httpOnly cookie for the JWT → elsewhere';
    earlier('2026-03-04-main.md', 'elsewhere', '', line, box.project.replace(/-(?=[^-]*$)/, '_'));
    const again = () => note(box, 'tried', `JWT in an httpOnly cookie → no`);
    expect((await again()).stdout).toMatch(
      /\nTried before in this project:\n- 2026-03-01 10:00 httpOnly cookie for the JWT → Safari ‹\/b› blocks it \(attended#n-[0-9a-f]{6}\)\n$/,
    );
    rmSync(join(chronicles, 'notebooks/2026-03-01-main.md'));
    expect((await again()).stdout).not.toContain('this project');
  });
});

const FIRST = '97c4cab5-8d1e-4c1b-9a52-6f1f0f8f4f11';
const SECOND = '77aa01bc-2f7d-4f0e-9d53-0e2f8f1c6a11';
const THIRD = '5b7d3a90-2c44-4e17-8a06-9f1e2d3c4b5a';
const QUESTION = 'Is the 7 % rate needed? ‹æ›';

let box: Sandbox;
let id: string;

const resolve = (word: string, session = SECOND) => box.agent(session, `note resolve ${word}`, 'no, 19 % only');

const notebooks = () =>
  filesBelow(join(box.config, 'projects'))
    .filter((path) => dirname(path).endsWith('/notebooks'))
    .map((path) => [/session_id: (\S+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? '', path] as const);
const notebookOf = (session: string) => new Map(notebooks()).get(session) ?? '';
const textOf = (session: string) => readFileSync(notebookOf(session), 'utf8');

beforeEach(async () => {
  box = openQuickSandbox();
  await box.start(FIRST);
  id = (await box.agent(FIRST, 'note question', QUESTION)).stdout.split(' ')[0] ?? '';
  await box.start(SECOND);
});

describe('chronicle note resolve, for a question of an earlier session', () => {
  it.each([
    ['its id', ''],
    ['the session and its id', '97c4cab5#'],
    ['the whole id of the session', `${FIRST}#`],
  ])('answers it in the own notebook, by %s', async (_, prefix) => {
    const before = textOf(FIRST);
    expect(await resolve(`${prefix}${id}`)).toSucceed(
      /^Resolved ~~Is the 7 % rate needed\? .+~~ → no, 19 % only \(asked in session 97c4cab5\), in /,
    );
    expect(textOf(SECOND)).toMatch(/\n- \d\d:\d\d ~~Is the 7 % rate needed\? ‹æ›~~ → no, 19 % only \(\d\d:\d\d\)\n/);
    expect(textOf(FIRST)).toBe(before);
    expect((await resolve(id)).stderr).toContain('is resolved already. Nothing was written.');
    expect((await resolve(id, THIRD)).code).toBe(2);
  });

  it.each([
    ['n-000000', 'There is no open question n-000000 in this session or the project'],
    ['97c4cab5#n-000000', 'There is no open question 97c4cab5#n-000000'],
    ['ffffffff#n-000000', 'There is no open question ffffffff#n-000000'],
    ['97c4cab5#e-000000', 'Name one note by its id'],
  ])('refuses %s and says what to do', async (word, sentence) => {
    expect(await resolve(word)).toRefuse(sentence);
    expect(notebooks().map(([session]) => session)).toEqual([FIRST]);
  });
});
