import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aSession, commits, HarvestBox, readBox, sessionBox } from './harvest-box.ts';
import { Transcript } from './transcript.ts';

const FIX = '14:00 [ERROR] one-4';

describe('earlier facts', () => {
  it('stay if a transcript has become shorter, or one of several is gone', async () => {
    const box = await readBox({}, aSession().prompt('And then'));
    const before = readFileSync(box.factsPath('one'), 'utf8');
    box.transcript('one', aSession(), { at: 2e9 });
    expect((await box.harvest('one')).skipped).toBe('has a shorter transcript than before');
    rmSync(join(box.folder, 'one.jsonl'));
    expect((await box.harvest('one')).skipped).toBe('has no transcript');
    box.transcript('one', aSession().prompt('And then').prompt('Again'), { name: 'other' });
    const transcript = join(box.folder, 'other.jsonl');
    expect((await box.harvest('one', { transcript })).skipped).toBe('has a shorter transcript than before');
    expect(readFileSync(box.factsPath('one'), 'utf8')).toBe(before);
  });

  it('are replaced if their project was renamed', async () => {
    const box = await readBox();
    renameSync(join(box.folder, 'one.jsonl'), join(box.config, 'one.jsonl'));
    mkdirSync(join(box.config, 'projects/-home-robin-moved'));
    renameSync(join(box.config, 'one.jsonl'), join(box.config, 'projects/-home-robin-moved/one.jsonl'));
    expect((await box.harvest('one')).skipped).toBeNull();
    expect(box.facts('one').head.transcripts[0]?.folder).toBe('-home-robin-moved');
  });

  it.each([
    ['damaged', (text: string) => text.slice(0, 100), 'Delete the file, and run chronicle import transcripts'],
    ['damaged behind their first line', (text: string) => text.slice(0, -100), 'Delete the file'],
    ['of a later version', (text: string) => text.replace('"version":2', '"version":3'), 'Update session-chronicle.'],
  ])('that are %s are never overwritten', async (_, damage, advice) => {
    const box = await readBox();
    const text = damage(readFileSync(box.factsPath('one'), 'utf8'));
    writeFileSync(box.factsPath('one'), text);
    box.transcript('one', aSession().prompt('And then'));
    const before = box.text('one');
    expect(await box.harvest('one')).toMatchObject({
      skipped: 'has facts that cannot be read',
      problem: expect.stringMatching(new RegExp(`^${box.factsPath('one')} cannot be used\\. .*${advice}`)),
    });
    expect([readFileSync(box.factsPath('one'), 'utf8'), box.text('one')]).toEqual([text, before]);
  });
});

describe('a copied session', () => {
  /** A session, and a fork of it that began an hour later. */
  function forked(): HarvestBox {
    const box = new HarvestBox();
    box.chronicle('parent');
    box.transcript('parent', aSession());
    box.chronicle('fork', { started: '2026-03-24T14:00:00Z' });
    const fork = new Transcript();
    fork.records.push(...aSession().records.map((record) => ({ ...record, uuid: `copied-${record.uuid}` })));
    const later = { timestamp: '2026-03-24T14:00:05Z' };
    box.transcript('fork', fork.prompt('Try it with a queue', later).answers('It works with a queue.'));
    return box;
  }

  it('has only what it does not share with the session it was forked from', async () => {
    const box = forked();
    await box.harvest('fork', { source: 'fork' });
    expect(box.facts('fork').prompts.map(({ text }) => text)).toEqual(['Try it with a queue']);
    expect(box.events('fork')).toEqual([]);
  });

  it('is recognised by the transcript of the other session, or by its own facts, if nobody says that it is one', async () => {
    const box = forked();
    await box.harvest('fork');
    expect(box.facts('fork').prompts.map(({ text }) => text)).toEqual(['Try it with a queue']);
    rmSync(join(box.folder, 'parent.jsonl'));
    appendFileSync(join(box.folder, 'fork.jsonl'), '\n');
    expect(await box.harvest('fork')).toMatchObject({ skipped: null });
    expect(box.facts('fork').prompts.map(({ text }) => text)).toEqual(['Try it with a queue']);
  });

  it('is told from a session that is older than its chronicle', async () => {
    const box = await readBox({ started: '2026-03-24T18:00:00Z' });
    expect(box.facts('one').head.prompts).toBe(1);
    expect(box.events('one')).toEqual([FIX]);
  });
});

describe('a running session', () => {
  it('is read up to its last prompt, and completely when it has ended', async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    const session = aSession().prompt('Close the file');
    box.transcript(
      'one',
      commits(session, 'fix: close the file', 'A handle stayed open, so Windows refused.', 'b2c3d4e'),
    );
    box.runs('one');
    await box.harvest('one');
    expect(box.events('one')).toEqual([FIX]);
    expect(box.facts('one').head).toMatchObject({ prompts: 2, commits: 2 });
    expect((await box.harvest('one')).skipped).toBe('is unchanged');
    rmSync(join(box.paths.live, 'one'));
    expect((await box.harvest('one')).skipped).toBeNull();
    expect(box.events('one')).toEqual([FIX, '14:00 [ERROR] one-8']);
    expect((await box.harvest('one')).skipped).toBe('is unchanged');
  });

  it('is read completely if its process is gone', async () => {
    const box = sessionBox();
    box.runs('one', 2 ** 30);
    await box.harvest('one');
    expect(box.events('one')).toEqual([FIX]);
  });

  it('may grow while it is read', async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    const path = box.transcript('one', aSession());
    const reading = box.harvest('one');
    appendFileSync(path, `${JSON.stringify(new Transcript().prompt('More').records[0])}\n`);
    await reading;
    expect((await box.harvest('one')).skipped).toBeNull();
  });
});
