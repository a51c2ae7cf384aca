import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Harvester } from '#src/node/import/harvester.ts';
import { sessionTranscripts } from '#src/node/import/session-transcripts.ts';
import { aSession, commits, FOLDER, HarvestBox } from './harvest-box.ts';
import { Transcript } from './transcript.ts';

const FIX = '14:00 [ERROR] one-4';

describe('harvestSession', () => {
  it('brings facts and recorded events to a session in which nothing was logged', async () => {
    const box = new HarvestBox();
    const chronicle = box.chronicle('one');
    box.transcript('one', aSession());
    expect(await box.harvest('one')).toMatchObject({
      chronicle,
      skipped: null,
      added: [{ tag: 'ERROR', isCandidate: false }],
      problem: null,
    });
    expect(box.text('one')).toMatch(
      /^- 14:00 \[ERROR\] Share no clock between tests.*\n(?: {2}.*\n)* {2}recorded: one-4 commit a1b2c3d\n {2}transcript: one\.jsonl:5\n/m,
    );
    const { head, prompts, placed } = box.facts('one');
    expect(head).toMatchObject({ session_id: 'one', prompts: 1, commits: 1, harvested: '2026-03-25T12:00:00.000Z' });
    expect(head.transcripts).toEqual([
      { file: 'one.jsonl', folder: FOLDER, size: statSync(join(box.folder, 'one.jsonl')).size, writtenMs: 1e12 },
    ]);
    expect([prompts[0]?.text, placed]).toEqual(['Fix the clock of the timer tests', ['one-4']]);
    expect([statSync(box.factsPath('one')).mode & 0o777, box.leftovers()]).toEqual([0o600, []]);
  });

  it('leaves no temporary file if what it adds cannot be written down', async () => {
    const box = new HarvestBox();
    const chronicle = box.chronicle('one');
    box.transcript('one', new Transcript().prompt('Only a prompt'));
    const facts = () => {
      throw new Error('The disk is full');
    };
    const harvested = new Harvester(box.world, box.layout, { prompts: true }).harvest({
      ...{ sessionId: 'one', chronicle, transcripts: sessionTranscripts(box.layout, 'one', null) },
      ...{ began: null, isRunning: false, byImport: { events: () => {}, facts } },
    });
    await expect(harvested).rejects.toThrow('The disk is full');
    expect([box.hasFacts('one'), box.leftovers()]).toEqual([false, []]);
  });

  it('writes nothing a second time', async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    box.transcript('one', aSession());
    await box.harvest('one');
    const [text, facts] = [box.text('one'), readFileSync(box.factsPath('one'), 'utf8')];
    box.world = { ...box.world, now: () => new Date('2026-03-26T12:00:00Z') };
    expect(await box.harvest('one')).toMatchObject({ skipped: 'is unchanged', added: [] });
    expect([box.text('one'), readFileSync(box.factsPath('one'), 'utf8')]).toEqual([text, facts]);
  });

  it('replaces the facts of a session that went on, and leaves what people did to events', async () => {
    const box = new HarvestBox();
    const path = box.chronicle('one');
    const session = commits(
      aSession(),
      'fix: close the file',
      'A second handle stayed open, so Windows refused.',
      'b2c3d4e',
    );
    box.transcript('one', session);
    await box.harvest('one');
    expect(box.events('one')).toHaveLength(2);
    const [first = '', second = ''] = box
      .text('one')
      .split(/(?=^- )/m)
      .slice(1);
    // One event is reworded by a person, the other deleted.
    const edited = box
      .text('one')
      .replace(/^- 14:00 \[ERROR\] .*/m, '- 14:00 [INSIGHT] Tests share a clock')
      .replace(second.split('## Summary')[0] ?? '', '');
    writeFileSync(path, edited);
    expect(first).toContain('recorded: one-4');
    box.transcript(
      'one',
      commits(
        session.prompt('And the calendar'),
        'fix: keep the calendar',
        'Its month began at zero, so March was April.',
        'c3d4e5f',
      ),
    );
    expect((await box.harvest('one')).added).toHaveLength(1);
    expect(box.events('one')).toEqual(['14:00 [INSIGHT] one-4', '14:00 [ERROR] one-10']);
    expect(box.facts('one').head).toMatchObject({ prompts: 2, commits: 3 });
    expect(box.facts('one').placed).toHaveLength(3);
  });

  it('inserts events between those that were logged, in the time zone of the chronicle', async () => {
    const box = new HarvestBox();
    box.chronicle('one', { events: '- 13:30 [DECISION] Before\n- 15:00 [PIVOT] After', front: 'attended: yes\n' });
    box.transcript('one', aSession());
    await box.harvest('one');
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
    const box = new HarvestBox();
    box.chronicle('one', { events: '- 14:05 [ERROR] Two tests share no clock: both froze the same clock, one hung' });
    box.transcript('one', aSession());
    expect((await box.harvest('one')).added).toEqual([]);
    expect(box.events('one')).toHaveLength(1);
    expect(box.facts('one').evidence).toEqual([
      { event: expect.stringMatching(/^e-[0-9a-f]{6}$/), source: 'commit a1b2c3d', record: 'one-4' },
    ]);
    // The logged event was deleted by a person: what it said does not come back.
    box.chronicle('one');
    box.transcript('one', aSession().prompt('Thanks'));
    expect((await box.harvest('one')).added).toEqual([]);
    expect(box.facts('one').evidence).toHaveLength(1);
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
        mkdirSync(box.layout.state, { recursive: true });
        writeFileSync(box.layout.forgotten, `${createHash('sha256').update('one').digest('hex')}\n`);
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
    expect(await box.harvest('one')).toMatchObject({ skipped: reason, added: [] });
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
    box.world.now = () => {
      if (++calls === 2) rmSync(path);
      return new Date('2026-03-25T12:00:00Z');
    };
    await box.harvest('one').catch(() => null);
    expect([box.hasFacts('one'), box.leftovers()]).toEqual([false, []]);
  });

  it('leaves a session to the process that reads it', async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    box.transcript('one', aSession());
    const [first, second] = await Promise.all([box.harvest('one'), box.harvest('one')]);
    expect([first.skipped, second.skipped]).toEqual([null, 'is being read']);
  });

  it('adds the number of prompts to what a backfilled chronicle says of its transcript', async () => {
    const box = new HarvestBox();
    const summary = '\nAuto-generated: no unconfirmed events from 1 prompt in the transcript. Began with: Fix it\n';
    box.chronicle('one', { front: 'source: backfill\n', summary });
    box.transcript('one', aSession().prompt('And then'));
    await box.harvest('one');
    expect(box.text('one')).toContain(
      'Auto-generated: 1 event (1 error) from 2 prompts in the transcript. Began with: Fix it\n',
    );
  });
});
