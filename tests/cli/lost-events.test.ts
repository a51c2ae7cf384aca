import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chronicle, count } from '../hooks/chronicle-text.ts';
import { EDITORS, Editor } from '../hooks/editor.ts';
import { openSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { type Ended, spawnCommand } from './spawn-command.ts';

const ID = 'edited-session';
const DAYS_AGO = Date.now() / 1000 - 2 * 24 * 60 * 60;

/** A chronicle of a session that is in the index. */
function openEdited(): { box: Sandbox; path: string; record: string } {
  const box = openSandbox();
  const path = box.place('2026-03-24-main.md', chronicle({ id: ID }));
  mkdirSync(join(box.state, 'index/by-id'), { recursive: true });
  writeFileSync(join(box.state, 'index/by-id', ID), `${path.split('/').slice(-3).join('/')}\n`);
  return { box, path, record: join(box.state, 'index/logged', ID) };
}

function command(box: Sandbox, ...args: string[]): Promise<Ended> {
  return spawnCommand(args, { env: box.environment(), cwd: box.project });
}

/** Logs two events, and has an editor save the copy that it read after the first. */
async function openOverwritten() {
  const { box, path, record } = openEdited();
  await box.log(ID, 'DECISION', 'Keep one list\nTwo would drift apart.');
  const buffer = readFileSync(path, 'utf8');
  await box.log(ID, 'ERROR', 'The list was sörted twice\nIn `load` and in `show`.');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `${buffer}A note by hand.\n`);
  return { box, path, record, whole };
}

describe('an event that a save of an older copy overwrote', () => {
  it('is named by check, and comes back by one command, with its details and in its place', async () => {
    const { box, path, whole } = await openOverwritten();
    const checked = await command(box, 'check');
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain(`${path}:1:1: 1 logged event is missing from this chronicle`);
    expect(checked.stdout).toMatch(/^ {4}- \d\d:\d\d \[ERROR\] The list was sörted twice$/m);
    expect(checked.stdout).toContain(`\`chronicle restore ${ID}\` puts it back.`);
    expect(readFileSync(path, 'utf8')).not.toContain('sörted');
    const listed = await command(box, 'restore');
    expect(listed.stdout).toContain('[ERROR] The list was sörted twice');
    expect(readFileSync(path, 'utf8')).not.toContain('sörted');
    expect(await command(box, 'restore', ID)).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toBe(`${whole}A note by hand.\n`);
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
    const again = await command(box, 'restore', ID);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
    expect(readFileSync(path, 'utf8')).toBe(`${whole}A note by hand.\n`);
  });

  it('is not mentioned again after --dismiss, and its text is kept nowhere', async () => {
    const { box, path, record } = await openOverwritten();
    const before = readFileSync(path, 'utf8');
    expect(await command(box, 'restore', ID, '--dismiss')).toMatchObject({ code: 0 });
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readFileSync(record, 'utf8')).not.toContain('sörted');
    expect(readFileSync(record, 'utf8')).toContain('Keep one list');
  });

  it('is named if the save came after the end of the session, and for as long as nobody decides', async () => {
    const { box, path, record } = await openOverwritten();
    await box.end(ID);
    utimesSync(record, DAYS_AGO, DAYS_AGO);
    await box.start('another-session');
    expect(readFileSync(record, 'utf8')).toContain('sörted');
    expect(readFileSync(record, 'utf8')).not.toContain('Keep one list');
    expect((await command(box, 'check')).stdout).toContain('[ERROR] The list was sörted twice');
    await command(box, 'restore', ID);
    expect(count(readFileSync(path, 'utf8'), 'sörted')).toBe(1);
    utimesSync(record, DAYS_AGO, DAYS_AGO);
    await box.start('third-session');
    expect(existsSync(record)).toBe(false);
  });

  it('keeps its chronicle from being pruned', async () => {
    const { box, path, whole } = await openOverwritten();
    writeFileSync(path, whole.replace(/## Events[\s\S]*/, '## Events\n\n## Summary\n'));
    utimesSync(path, DAYS_AGO, DAYS_AGO);
    expect((await command(box, 'prune', '--yes')).stderr).toContain('No empty sessions');
    expect((await command(box, 'restore', ID)).stderr).toContain('Put back 2 events');
  });
});

/** Takes notes, and has an editor save the copy of the notebook that it read after the first. */
async function openNoted() {
  const { box, path, record } = openEdited();
  const take = (kind: string, text: string) => box.run(['note', kind], text, { env: { CLAUDE_CODE_SESSION_ID: ID } });
  await take('focus', 'JWT for the API');
  const notebook = join(dirname(path), 'notebooks/2026-03-24-main.md');
  const buffer = readFileSync(notebook, 'utf8');
  await take('tried', 'sörting twice → slow');
  await take('question', 'Which key?');
  writeFileSync(notebook, buffer.replace('## Focus', '## Focus\n\n- by hand'));
  return { box, notebook, record, take };
}

describe('a note that a save of an older copy overwrote', () => {
  it('is named by check, and comes back by the same command, in its section', async () => {
    const { box, notebook } = await openNoted();
    const checked = await command(box, 'check');
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain(`${notebook}:1:1: 2 notes are missing from this notebook`);
    expect(checked.stdout).toMatch(/^ {4}- [\d -]+:\d\d tried: sörting twice → slow$/m);
    expect((await command(box, 'restore')).stdout).toMatch(/question: Which key\?/);
    expect(readFileSync(notebook, 'utf8')).not.toContain('sörting');
    expect((await command(box, 'restore', ID)).stderr).toContain('Put back 2 notes');
    const text = readFileSync(notebook, 'utf8');
    expect(text).toMatch(/## Tried \(didn't work\)\n\n- [\d -]+:\d\d sörting twice → slow\n/);
    expect(text).toContain('- by hand');
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
    expect((await command(box, 'restore', ID)).stderr).toContain('Nothing was changed.');
  });

  it('is not lost if it was edited or resolved, or if the notebook was deleted', async () => {
    const { box, notebook, take } = await openNoted();
    await command(box, 'restore', ID);
    const id = /n-[0-9a-f]{6}/.exec((await take('question', 'Who decides?')).stdout)?.[0] ?? '';
    await box.run(['note', 'resolve', id], 'Ada', { env: { CLAUDE_CODE_SESSION_ID: ID } });
    writeFileSync(
      notebook,
      readFileSync(notebook, 'utf8').replace('sörting twice → slow', 'sörting three times → slow'),
    );
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
    rmSync(notebook);
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
  });

  it('is not mentioned again after --dismiss, and is named for as long as nobody decides', async () => {
    const { box, record } = await openNoted();
    utimesSync(record, DAYS_AGO, DAYS_AGO);
    await box.start('another-session');
    expect(readFileSync(record, 'utf8')).toContain('sörting');
    expect(readFileSync(record, 'utf8')).not.toContain('JWT for the API');
    expect((await command(box, 'restore', ID, '--dismiss')).stderr).toContain('Dismissed 2 notes.');
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(record, 'utf8')).not.toContain('sörting');
  });

  it('is forgotten with its text', async () => {
    const { box, record } = await openNoted();
    expect(await command(box, 'forget', 'sörting', '--yes')).toMatchObject({ code: 0 });
    expect(readFileSync(record, 'utf8')).not.toContain('sörting');
    expect((await command(box, 'check')).stdout).toContain('1 note is missing');
  });
});

describe('the record of logged events', () => {
  it('is of no interest while nothing is lost: events may be edited and moved', async () => {
    const { box, path } = openEdited();
    await box.log(ID, 'DECISION', 'Keep one list of words');
    await box.log(ID, 'ERROR', 'The list was sorted twice by us');
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text
        .replace('[ERROR] The list was sorted', '[PIVOT] The list was not sorted')
        .replace(/\d\d:\d\d \[DEC/, '00:00 [DEC'),
    );
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
  });

  it('says when an event was deleted by hand, too: only a person knows', async () => {
    const { box, path } = openEdited();
    await box.log(ID, 'DECISION', 'Keep one list');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/.*Keep one list\n/, ''));
    expect((await command(box, 'check')).stdout).toContain('[DECISION] Keep one list');
  });

  it.each([
    ['an event', `${ID}#`],
    ['a text', 'sörted twice'],
  ])('does not keep what forget deletes, nor names it: %s', async (_, what) => {
    const { box, path, record, whole } = await openOverwritten();
    writeFileSync(path, whole);
    const shown = JSON.parse((await command(box, 'show', ID, '--json')).stdout);
    const id = shown.events.find(({ tag }: { tag: string }) => tag === 'ERROR').id;
    const target = what.endsWith('#') ? `${what}${String(id).replace(/^.*#/, '')}` : what;
    expect(await command(box, 'forget', target, '--yes')).toMatchObject({ code: 0 });
    expect(readFileSync(record, 'utf8')).not.toContain('sörted');
    expect(readFileSync(record, 'utf8')).toContain('Keep one list');
    expect(await command(box, 'check')).toMatchObject({ code: 0, stdout: '' });
  });

  it('is kept while its chronicle has another name, or its directory is away, for thirty days', async () => {
    const { box, path, record } = await openOverwritten();
    const settle = async (days: number) => {
      const then = Date.now() / 1000 - days * 24 * 60 * 60;
      utimesSync(record, then, then);
      await box.start('another', { cwd: box.home, payload: { cwd: box.home }, env: { CLAUDE_PROJECT_DIR: box.home } });
      return existsSync(record);
    };
    const renamed = join(dirname(path), '2026-03-24-renamed.md');
    renameSync(path, renamed);
    expect(await settle(2)).toBe(true);
    expect((await command(box, 'check')).stdout).toContain(`${renamed}:1:1: 1 logged event is missing`);

    const away = join(box.root, 'away');
    renameSync(dirname(path), away);
    expect(await settle(29)).toBe(true);
    renameSync(away, dirname(path));
    expect((await command(box, 'check')).stdout).toContain('1 logged event is missing');

    renameSync(dirname(path), away);
    expect(await settle(31)).toBe(false);
  });

  it('is deleted with its session', async () => {
    const { box, record } = await openOverwritten();
    expect(await command(box, 'forget', ID, '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(record)).toBe(false);
  });

  it('that cannot be written does not keep an event from being logged', async () => {
    const { box, path, record } = openEdited();
    mkdirSync(record, { recursive: true });
    expect(await box.log(ID, 'ERROR', 'what happened')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(path, 'utf8')).toContain('what happened');
    expect(box.failures()).toMatchObject([{ event: 'log', session_id: ID }]);
  });
});

describe.each(EDITORS)('with an editor that saves older copies every few milliseconds (%s)', (kind) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await Editor.open();
  });
  afterAll(() => editor.close());

  it('every acknowledged event is in the file or named', async () => {
    const { box, path } = openEdited();
    const logged: string[] = [];
    const lines = Array.from({ length: 120 }, (_, n) => `- 09:30 [INSIGHT] save ${n}.`);
    let isSaving = true;
    const saving = editor.save({ path, kind, lines, delay: 0, every: 5, holds: 20 }).finally(() => {
      isSaving = false;
    });
    for (let n = 0; isSaving; n++) {
      const event = `Event number ${n} of this run.`;
      if ((await box.log(ID, 'ERROR', event)).code === 0) logged.push(event);
    }
    await saving;
    const text = readFileSync(path, 'utf8');
    const lost = logged.filter((event) => !text.includes(event));
    const { stdout } = await command(box, 'check', '--json');
    const missing: string[] = JSON.parse(stdout).flatMap((problem: { missing?: string[] }) => problem.missing ?? []);
    expect(missing.map((line) => line.replace(/^.*\[ERROR\] /, ''))).toEqual(lost);
    if (kind !== 'append') expect(lost.length).toBeGreaterThan(0);
    await command(box, 'restore', ID);
    for (const event of logged) expect(count(readFileSync(path, 'utf8'), event)).toBe(1);
  });
});
