import fs, { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factsPath, notebookPath } from '#src/project/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { CommandBox } from './command-box.ts';

const ID = '3f6c2a10-8d1e';
const chronicle = (events: string, summary = '') =>
  `---\nsession_id: ${ID}\ndate: 2026-11-02\nbranch: main\ntask: ""\nstarted: 2026-11-02T08:00:00Z\ncwd: /home/robin/larder\nutc_offset: +00:00\n---\n\n## Events\n\n${events}\n## Summary\n${summary}`;
const notebook = (notes: string) => `---\nsession_id: ${ID}\n---\n\n## Discovered\n\n${notes}`;

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** A session with a conflict copy of its chronicle and of its notebook. */
function openConflict({ summary = '', other = '' } = {}) {
  const box = new CommandBox('join', 'checkout');
  const folder = join(box.config, 'projects', '-home-robin-larder', 'chronicle');
  const path = put(join(folder, '2026-11-02-main.md'), chronicle('- 08:10 [DECISION] Brass\n', summary));
  const copy = put(join(folder, '2026-11-02-main (conflicted copy).md'), chronicle('- 08:05 [ERROR] Rust\n', other));
  const notes = put(notebookPath(path), notebook('- 08:20 A hinge\n'));
  const noteCopy = put(notebookPath(copy), notebook('- 08:30 A latch\n'));
  return { box, path, copy, notes, noteCopy };
}

function setRename(rename: typeof fs.renameSync): void {
  fs.renameSync = rename;
  syncBuiltinESMExports();
}

describe('chronicle join', () => {
  it('lists what it would join, and check says what to do', async () => {
    const { box, path, copy, noteCopy } = openConflict();
    const { stdout, stderr } = await box.run('join');
    expect(stdout).toBe(`${path} (${ID})\n    ${copy}\n    ${noteCopy}\n`);
    expect(stderr).toContain('1 session with several files.');
    const check = await box.run('check');
    expect(check.code).toBe(1);
    expect(check.stdout).toContain(
      `One entry is only in this file. It is shown all the same. \`chronicle join ${ID}\` writes it`,
    );
    expect(readFileSync(path, 'utf8')).not.toContain('Rust');
  });

  it('writes what the copies have more, and deletes them if asked', async () => {
    const { box, path, copy, notes, noteCopy } = openConflict();
    const { code, stdout, stderr } = await box.run('join', ID.slice(0, 8));
    expect([code, stdout]).toEqual([0, `${path}: added 1 event.\n${notes}: added 1 note.\n`]);
    expect(stderr).toContain(`${copy} says nothing more and can be deleted.`);
    expect(readFileSync(path, 'utf8')).toBe(chronicle('- 08:05 [ERROR] Rust\n- 08:10 [DECISION] Brass\n'));
    expect(readFileSync(notes, 'utf8')).toBe(notebook('- 08:20 A hinge\n- 08:30 A latch\n'));
    expect((await box.run('join', '--all', '--delete')).stderr).toContain(`Deleted ${copy}.`);
    expect([copy, noteCopy].map(existsSync)).toEqual([false, false]);
    expect(await box.run('join', '--all')).toMatchObject({
      code: 0,
      stderr: 'Every session of your archive has one file.\n',
    });
    expect((await box.run('check')).stdout).toBe('');
  });

  it('keeps a copy that somebody saves while it is joined', async () => {
    const { box, path, copy, notes, noteCopy } = openConflict();
    const late = { [path]: [copy, '- 09:00 [ERROR] Late\n'], [notes]: [noteCopy, '- 09:00 A late note\n'] } as const;
    const { renameSync } = fs;
    setRename((from, to) => {
      renameSync(from, to);
      const [file, line] = late[String(to)] ?? [];
      if (file && line) appendFileSync(file, line);
    });
    const { code, stdout, stderr } = await box.run('join', '--all', '--delete').finally(() => setRename(renameSync));
    expect(code).toBe(1);
    for (const each of [copy, noteCopy]) {
      expect(stdout).toContain(`${each} was changed while it was joined, and was left. Join the session once more.\n`);
      expect(stderr).not.toContain(`Deleted ${each}`);
    }
    expect(readFileSync(noteCopy, 'utf8')).toContain('A late note');
    expect(readFileSync(copy, 'utf8')).toContain('Late');
  });

  it('leaves what contradicts, and says so', async () => {
    const { box, copy } = openConflict({ summary: '\nOurs.\n', other: '\nTheirs.\n' });
    const { code, stdout } = await box.run('join', '--all', '--delete');
    expect(code).toBe(1);
    expect(stdout).toContain(`${copy}: the summary in line 17 differs from`);
    expect(existsSync(copy)).toBe(true);
  });

  it('refuses a session with one file, and another archive', async () => {
    const { box, copy, noteCopy } = openConflict();
    const { rmSync } = await import('node:fs');
    for (const path of [copy, noteCopy]) rmSync(path);
    expect(await box.run('join', ID)).toMatchObject({ code: 2, stderr: expect.stringContaining('only file') });
    const laptop = temporaryDirectory('laptop');
    for (const name of ['a.md', 'b.md'])
      put(join(laptop, '-home-robin-larder', 'chronicle', name), chronicle('').replace(ID, 'another-session'));
    put(join(box.config, 'session-chronicle', 'config.json'), JSON.stringify({ roots: [laptop] }));
    expect(await box.run('join', 'another-session')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('another archive'),
    });
  });
});

describe('chronicle merge', () => {
  const merge = async (path: string, [base, ours, theirs]: readonly [string, string, string]) => {
    const box = new CommandBox('merge', 'checkout');
    const files = { base: 'BASE', ours: 'OURS', theirs: 'THEIRS' };
    for (const [name, text] of [
      [files.base, base],
      [files.ours, ours],
      [files.theirs, theirs],
    ] as const)
      put(join(box.checkout, name), text);
    const result = await box.run('merge', '--', files.base, files.ours, files.theirs, path);
    return { ...result, text: readFileSync(join(box.checkout, files.ours), 'utf8') };
  };

  it('joins chronicles and notebooks', async () => {
    const path = '-home-robin-larder/chronicle/a.md';
    const { code, text } = await merge(path, [
      chronicle('- 08:00 [PIVOT] Gone\n'),
      chronicle('- 08:00 [PIVOT] Gone\n- 08:10 [DECISION] A\n'),
      chronicle('- 08:05 [ERROR] B\n'),
    ]);
    expect([code, text]).toEqual([0, chronicle('- 08:05 [ERROR] B\n- 08:10 [DECISION] A\n')]);
    const notes = await merge(notebookPath(path), [notebook(''), notebook('- 08:00 A\n'), notebook('- 08:01 B\n')]);
    expect([notes.code, notes.text]).toEqual([0, notebook('- 08:00 A\n- 08:01 B\n')]);
    const conflict = await merge(path, [chronicle(''), chronicle('', '\nOurs.\n'), chronicle('', '\nTheirs.\n')]);
    expect([conflict.code, conflict.text]).toEqual([1, chronicle('', '\nOurs.\n')]);
    expect(conflict.stderr).toContain('the summary in line 16 of the other version was left out');
  });

  it('joins ledgers by id and takes the last decision about a proposal', async () => {
    const line = (id: string, more = {}) => `${JSON.stringify({ id, ...more })}\n`;
    const path = '-home-robin-larder/chronicle/memory/proposals.jsonl';
    const decided = { decided: '2026-11-02T08:00:00Z' };
    const { text } = await merge(path, [
      line('p-1') + line('p-2'),
      line('p-1') + line('p-3'),
      line('p-1', decided) + line('p-2') + line('p-4'),
    ]);
    expect(text).toBe(line('p-1', decided) + line('p-3') + line('p-4'));
  });

  it('says which arguments or files are missing', async () => {
    const box = new CommandBox('merge', 'checkout');
    for (const words of [[], ['BASE', 'OURS', 'THEIRS']])
      expect(await box.run('merge', ...words)).toMatchObject({
        code: 2,
        stderr:
          'chronicle merge takes four files: base, ours, theirs and the path in the repository. Nothing was changed.\n',
      });
    put(join(box.checkout, 'BASE'), '');
    const missing = join(box.checkout, 'OURS');
    expect(await box.run('merge', '--', 'BASE', 'OURS', 'THEIRS', '-home-robin-larder/chronicle/a.md')).toMatchObject({
      code: 2,
      stderr: `There is no file ${missing}. Nothing was changed.\n`,
    });
  });

  it('refuses other files', async () => {
    const { code, stderr, text } = await merge('README.md', ['a', 'b', 'c']);
    expect([code, text]).toEqual([2, 'b']);
    expect(stderr).toContain('README.md is neither a chronicle nor');
    expect(factsPath('a.md')).toBe('facts/a.json');
  });
});
