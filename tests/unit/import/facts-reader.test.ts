import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hideFound, keepFound } from '#src/transcript/keep-found.ts';
import { aSession, commits, FOLDER, HarvestBox, readBox, sessionBox } from './harvest-box.ts';
import { Transcript } from './transcript.ts';

const FIX = '14:00 [ERROR] one-4';

describe('updateFacts', () => {
  it('brings facts and found events to a session in which nothing was logged, and leaves its chronicle alone', async () => {
    const box = new HarvestBox();
    const chronicle = box.chronicle('one');
    box.transcript('one', aSession());
    const before = box.text('one');
    expect(await box.harvest('one')).toMatchObject({
      chronicle,
      skipped: null,
      found: [{ tag: 'ERROR', record: 'one-4', from: 'commit a1b2c3d', file: 'one.jsonl', line: 5, shown: true }],
      problem: null,
    });
    expect(box.text('one')).toBe(before);
    expect(box.events('one')).toEqual([FIX]);
    const { head, prompts, excerpts } = box.facts('one');
    expect(head).toMatchObject({ session_id: 'one', prompts: 1, commits: 1, harvested: '2026-03-25T12:00:00.000Z' });
    expect(head.transcripts).toEqual([
      { file: 'one.jsonl', folder: FOLDER, size: statSync(join(box.folder, 'one.jsonl')).size, writtenMs: 1e12 },
    ]);
    expect(prompts[0]?.text).toBe('Fix the clock of the timer tests');
    expect(excerpts).toEqual([
      { record: 'one-4', text: expect.stringContaining('User: Fix the clock of the timer tests') },
    ]);
    expect([statSync(box.factsPath('one')).mode & 0o777, box.leftovers()]).toEqual([0o600, []]);
  });

  it('writes nothing a second time', async () => {
    const box = await readBox();
    const [text, facts] = [box.text('one'), readFileSync(box.factsPath('one'), 'utf8')];
    box.env = { ...box.env, now: () => new Date('2026-03-26T12:00:00Z') };
    expect(await box.harvest('one')).toMatchObject({ skipped: 'is unchanged', found: [] });
    expect([box.text('one'), readFileSync(box.factsPath('one'), 'utf8')]).toEqual([text, facts]);
  });

  it('replaces the facts of a session that went on, and keeps what people hid', async () => {
    const box = new HarvestBox();
    const chronicle = box.chronicle('one');
    box.transcript('one', aSession());
    await box.harvest('one');
    const [{ id = '' } = {}] = box.facts('one').found;
    hideFound(box.paths, { chronicle, sessionId: 'one', id });
    expect(box.events('one')).toEqual([]);
    const longer = aSession().prompt('And the calendar');
    box.transcript(
      'one',
      commits(longer, 'fix: keep the calendar', 'Its month began at zero, so March was April.', 'c3d4e5f'),
    );
    await box.harvest('one');
    expect(box.facts('one').found.map(({ hidden }) => hidden)).toEqual([true, undefined]);
    expect(box.events('one')).toEqual(['14:00 [ERROR] one-8']);
    expect(box.facts('one').head).toMatchObject({ prompts: 2, commits: 2 });
  });

  it('shows a found event no more once a person kept it', async () => {
    const box = new HarvestBox();
    const chronicle = box.chronicle('one', { events: '- 13:30 [DECISION] Before\n- 15:00 [PIVOT] After' });
    box.transcript('one', aSession());
    await box.harvest('one');
    const [{ id = '', text = '' } = {}] = box.facts('one').found;
    keepFound({ chronicle, sessionId: 'one', id });
    keepFound({ chronicle, sessionId: 'one', id });
    expect(box.events('one')).toEqual(['13:30 [DECISION] Before', `14:00 [ERROR] ${text}`, '15:00 [PIVOT] After']);
    expect(box.text('one')).toMatch(/\n {2}evidence: one-4\n {2}transcript: one\.jsonl:5\n- 15:00/);
    expect(() => keepFound({ chronicle, sessionId: 'one', id: 'f-000000' })).toThrow('Nothing was changed.');
  });

  it('shows found events between those that were logged, in the time zone of the chronicle', async () => {
    const box = await readBox({ events: '- 13:30 [DECISION] Before\n- 15:00 [PIVOT] After', front: 'attended: yes\n' });
    expect(box.events('one')).toEqual(['13:30 [DECISION] Before', FIX, '15:00 [PIVOT] After']);
    const other = new HarvestBox();
    other.chronicle('one', { events: '- 18:29 [DECISION] Before' });
    writeFileSync(join(other.chronicles, '2026-03-24-one.md'), other.text('one').replace('+01:00', '+05:30'));
    other.transcript('one', aSession());
    await other.harvest('one');
    expect(other.events('one')).toEqual(['18:29 [DECISION] Before', '18:30 [ERROR] one-4']);
  });

  it('keeps to the offset of a chronicle that began before the clocks changed', async () => {
    const box = new HarvestBox();
    box.chronicle('one', { started: '2025-10-01T12:00:00Z' });
    writeFileSync(join(box.chronicles, '2026-03-24-one.md'), box.text('one').replace('+01:00', '+02:00'));
    box.transcript('one', aSession());
    await box.harvest('one');
    expect(box.events('one')).toEqual(['15:00 [ERROR] one-4']);
  });

  it('makes what was logged within half an hour the event, and the commit its evidence', async () => {
    const box = await readBox({
      events: '- 14:05 [ERROR] Two tests share no clock: both froze the same clock, one hung',
    });
    expect(box.events('one')).toHaveLength(1);
    expect(box.facts('one').evidence).toEqual([
      { event: expect.stringMatching(/^e-[0-9a-f]{6}$/), source: 'commit a1b2c3d', record: 'one-4' },
    ]);
  });

  it('is evidence of what is logged after the reading, too', async () => {
    const box = await readBox();
    box.chronicle('one', { events: '- 14:05 [ERROR] Two tests share no clock: both froze the same clock, one hung' });
    expect(box.events('one')).toHaveLength(1);
  });

  it('replaces secrets in facts and events', async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    const token = `ghp_${'0123456789'.repeat(3)}abcdeF`;
    box.transcript(
      'one',
      commits(
        new Transcript().prompt(`log in with ${token}`),
        'fix: renew the token',
        `It was ${token}, and expired too early.`,
      ),
    );
    await box.harvest('one');
    expect(box.text('one') + readFileSync(box.factsPath('one'), 'utf8')).not.toContain('0123456789');
    expect(box.facts('one').prompts[0]?.text).toBe('log in with [redacted: GitHub token]');
  });

  it('keeps the words of prompts out if the settings say so', async () => {
    const box = new HarvestBox();
    box.settings({ facts: { prompts: false } });
    box.chronicle('one');
    box.transcript('one', aSession().rejects('rm -rf dist', 'never delete that folder'));
    await box.harvest('one');
    const all = box.text('one') + readFileSync(box.factsPath('one'), 'utf8');
    expect(all).not.toMatch(/Fix the clock|never delete/);
    expect(box.facts('one').head.prompts).toBe(1);
    expect(box.events('one')).toEqual([FIX]);
  });

  it.each([
    [
      'was forgotten',
      (box: HarvestBox) => {
        mkdirSync(box.paths.state, { recursive: true });
        writeFileSync(box.paths.forgotten, `${createHash('sha256').update('one').digest('hex')}\n`);
      },
    ],
    [
      'lies in an excluded directory',
      (box: HarvestBox) => {
        mkdirSync(join(box.config, 'work'));
        writeFileSync(join(box.config, 'work/.no-chronicle'), '');
      },
    ],
    ['has no chronicle', (box: HarvestBox) => rmSync(join(box.chronicles, '2026-03-24-one.md'))],
    ['has no transcript', (box: HarvestBox) => rmSync(join(box.folder, 'one.jsonl'))],
  ])('leaves a session alone that %s', async (reason, prepare) => {
    const box = new HarvestBox();
    box.chronicle('one', { front: `cwd: ${box.config}/work\n` });
    box.transcript('one', aSession());
    prepare(box);
    expect(await box.harvest('one')).toMatchObject({ skipped: reason, found: [] });
    expect(box.hasFacts('one')).toBe(false);
  });

  it('reads nothing while the excluded directories are unknown', async () => {
    const box = new HarvestBox();
    box.settings({ exclude: 'work' });
    box.chronicle('one');
    box.transcript('one', aSession());
    await expect(box.harvest('one')).rejects.toMatchObject({ code: 'CHRONICLE_BAD_CONFIG' });
  });

  it('writes no facts of a session that was deleted while its transcript was read', async () => {
    const box = new HarvestBox();
    const path = box.chronicle('one');
    box.transcript('one', new Transcript().prompt('Fix it'));
    let calls = 0;
    // The clock is read before the transcript and after it.
    box.env.now = () => {
      if (++calls === 2) rmSync(path);
      return new Date('2026-03-25T12:00:00Z');
    };
    await box.harvest('one').catch(() => null);
    expect([box.hasFacts('one'), box.leftovers()]).toEqual([false, []]);
  });

  it('leaves a session to the process that reads it', async () => {
    const box = sessionBox();
    const [first, second] = await Promise.all([box.harvest('one'), box.harvest('one')]);
    expect([first.skipped, second.skipped]).toEqual([null, 'is being read']);
  });
});
