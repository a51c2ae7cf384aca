import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playTerminal } from './played-terminal.ts';
import { DRAFT, drafted } from './redactable-draft.ts';
import { anEditor, reviewable, statesOf } from './review-box.ts';

/** Two open proposals and an unconfirmed event, with the path of its chronicle. */
function withAll() {
  const { box } = reviewable();
  box.session('2026-08-04', '[PIVOT] Took the other way');
  const path = join(box.project, 'chronicle', '2026-08-04-main.md');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('Took the other way\n', 'Took the other way\n  candidate: r-11aa22bb33cc44dd\n'));
  return { box, path };
}

describe('chronicle review', () => {
  it('refuses without a terminal and in a session, and says what to use instead', async () => {
    const { box } = reviewable();
    const { code, stdout, stderr } = await box.run('review');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^chronicle review needs a person at a terminal\. This is not a terminal\. .+candidates list/,
    );
    const inSession = await box.runWith({ CLAUDECODE: '1' }, 'review');
    expect([inSession.code, inSession.stderr]).toEqual([
      2,
      expect.stringContaining('not run in a Claude Code session'),
    ]);
  });

  it('asks about events, then about the proposals of each project', async () => {
    const { box, path } = withAll();
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor(/Did this happen\? 1 unconfirmed event[\s\S]+Confirm this PIVOT\?/);
    await terminal.press('y');
    await terminal.waitFor(/Make this a rule\? 2 open proposals for [\s\S]+2 of 3/);
    expect(readFileSync(path, 'utf8')).toContain('evidence: r-11aa22bb33cc44dd');
    await terminal.press('n');
    await terminal.waitFor('3 of 3');
    await terminal.press('q');
    await terminal.waitFor(
      /1 confirmed, 0 dropped, 0 still[\s\S]+Declined p-aaaaaa[\s\S]+Still open: p-bbbbbb[\s\S]+ended with 0/,
    );
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'open' });
  });

  it('undoes an answer of the kind before', async () => {
    const { box, path } = withAll();
    const before = readFileSync(path, 'utf8');
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor('1 of 3');
    await terminal.press('n');
    await terminal.waitFor('2 of 3');
    expect(readFileSync(path, 'utf8')).not.toBe(before);
    await terminal.press('u');
    await terminal.waitFor(/> undo[\s\S]+Did this happen\?[\s\S]+1 of 3/);
    expect(readFileSync(path, 'utf8')).toBe(before);
    await terminal.press('q');
    await terminal.waitFor('0 confirmed, 0 dropped, 1 still unconfirmed.');
  });

  it('confirms an event with the words that the person gave it', async () => {
    const { box, path } = withAll();
    const editor = anEditor(box, `sed -i 's/PIVOT. Took/ERROR] Täglich took/' "$1"`);
    const terminal = playTerminal(['review'], { env: box.environment({ EDITOR: editor }), cwd: box.checkout });
    await terminal.waitFor('1 of 3');
    await terminal.press('e');
    await terminal.waitFor(/\[ERROR\] Täglich took the other way[\s\S]+Confirm this ERROR\?/);
    expect(readFileSync(path, 'utf8')).toContain('[PIVOT]');
    await terminal.press('y');
    await terminal.waitFor('2 of 3');
    expect(readFileSync(path, 'utf8')).toContain(
      '- 10:00 [ERROR] Täglich took the other way\n  evidence: r-11aa22bb33cc44dd\n',
    );
    await terminal.press('u');
    await terminal.waitFor(/> undo[\s\S]+Täglich took the other way/);
    expect(readFileSync(path, 'utf8')).toContain('[PIVOT] Took the other way\n  candidate: ');
    await terminal.press('q');
    await terminal.waitFor('ended with 0');
  });

  it('decides events worded alike file by file, and undoes those that it decided', async () => {
    const { box, path } = withAll();
    const alike = ['2026-08-05', '2026-08-06'].map((date) => join(box.project, 'chronicle', `${date}-main.md`));
    for (const each of alike) {
      const date = each.slice(-'2026-08-05-main.md'.length, -'-main.md'.length);
      box.session(date, '[PIVOT] Took the other way', '[PIVOT] Took the other way');
      const text = readFileSync(each, 'utf8');
      writeFileSync(each, text.replaceAll('other way\n', `other way\n  candidate: r-${date}\n`));
    }
    const [first, edited] = alike as [string, string];
    const before = [path, first].map((each) => readFileSync(each, 'utf8'));
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor(/confirm all 5 worded alike/);
    writeFileSync(edited, readFileSync(edited, 'utf8').replace('Took the other way', 'Went home'));
    await terminal.press('a');
    await terminal.waitFor(/way in 2026-08-06-main was decided or changed elsewhere meanwhile\.[\s\S]+6 of 7/);
    for (const each of [path, first, edited]) expect(readFileSync(each, 'utf8')).toContain('evidence: ');
    writeFileSync(edited, `${readFileSync(edited, 'utf8')}\nMore.\n`);
    await terminal.press('u');
    await terminal.waitFor(/2026-08-06-main\.md has been changed since[^\n]+\nChanged 2 of 3 files\.[\s\S]+1 of 7/);
    expect([path, first].map((each) => readFileSync(each, 'utf8'))).toEqual(before);
    await terminal.press('q');
    await terminal.waitFor('1 confirmed, 0 dropped, 1 decided elsewhere, 3 still unconfirmed.');
  });

  it('goes on from an event that was decided elsewhere, and counts it', async () => {
    const { box, path } = withAll();
    const later = join(box.project, 'chronicle', '2026-08-07-main.md');
    box.session('2026-08-07', '[ERROR] Forgot the lock');
    const logged = readFileSync(later, 'utf8');
    writeFileSync(later, logged.replace('the lock\n', 'the lock\n  candidate: r-2222222222222222\n'));
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor(/1 of 4[\s\S]+Confirm this/);
    // The first is decided while its question waits, the other before its turn comes.
    writeFileSync(path, readFileSync(path, 'utf8').replace('candidate: ', 'evidence: '));
    writeFileSync(later, logged);
    await terminal.press('n');
    await terminal.waitFor(
      /\[PIVOT\] Took the other way in 2026-08-04-main was decided or changed elsewhere meanwhile\.[\s\S]+3 of 4/,
    );
    await terminal.press('q');
    await terminal.waitFor('0 confirmed, 0 dropped, 2 decided elsewhere, 0 still unconfirmed.');
    expect(await terminal.screen()).not.toContain('as it was shown');
  });

  it('refuses edited words that are no event, and asks again', async () => {
    const { box, path } = withAll();
    const editor = anEditor(box, `sed -i 's/PIVOT/PIVOTT/' "$1"`);
    const terminal = playTerminal(['review'], { env: box.environment({ EDITOR: editor }), cwd: box.checkout });
    await terminal.waitFor('1 of 3');
    await terminal.press('e');
    await terminal.waitFor(
      /There is no tag PIVOTT\. Did you mean PIVOT\? Nothing was changed\.[\s\S]+Confirm this PIVOT/,
    );
    await terminal.press('q');
    await terminal.waitFor('ended with 0');
    expect(readFileSync(path, 'utf8')).toContain('[PIVOT] Took');
  });

  it('asks about the open findings of drafts, as many as chronicle alone counts', async () => {
    const { box, ofDraft } = await drafted();
    const env = box.environment({ CLAUDE_PID: undefined });
    const alone = playTerminal([], { env, cwd: box.project });
    await alone.waitFor(/Waiting for you {2}2 in chronicle review\n {2}2 open findings in 1 draft/);
    await alone.waitFor('ended with 0');
    const terminal = playTerminal(['review'], { env, cwd: box.project });
    await terminal.waitFor(
      /Two things that only you can decide\.[\s\S]+safe to publish\? 2 open findings in [\s\S]+1 of 2/,
    );
    await terminal.press('y');
    await terminal.waitFor('2 of 2');
    expect(ofDraft(DRAFT, 'redactions.yml')).toMatch(/: replace\n/);
    await terminal.press('q');
    await terminal.waitFor(`${DRAFT}: 1 replaced, 0 kept, 1 still open.`);
    await terminal.waitFor('ended with 0');
  });

  it('says when nothing waits', async () => {
    const { box } = reviewable();
    expect((await box.run('memory', 'skip', 'p-aaaaaa', 'p-bbbbbb')).code).toBe(0);
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor('Nothing waits for you.');
    await terminal.waitFor('ended with 0');
  });
});
