import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFacts } from '#src/transcript/facts-file.ts';
import { type GrownOptions, grownSessions, updateGrown } from '#src/import/grown-sessions.ts';
import { aSession, HarvestBox } from './harvest-box.ts';

/** The sessions of a box, as its archive knows them. */
function known(box: HarvestBox, ...ids: string[]): GrownOptions['sessions'] {
  return ids.map((id) => ({
    id,
    path: join(box.chronicles, `2026-03-24-${id}.md`),
    facts: readFacts(box.factsPath(id)).facts?.head,
  }));
}

function grown(box: HarvestBox, ...ids: string[]): string[] {
  return grownSessions(box.env, box.paths, known(box, ...ids)).map(({ session }) => session.id);
}

function harvest(box: HarvestBox, patience: number, ...ids: string[]) {
  return updateGrown(box.env, box.paths, { sessions: known(box, ...ids), patience });
}

/** Sessions with a chronicle and a transcript. */
function boxWith(...ids: string[]): HarvestBox {
  const box = new HarvestBox();
  for (const id of ids) {
    box.chronicle(id);
    box.transcript(id, aSession());
  }
  return box;
}

describe('grownSessions', () => {
  it('are those without facts, and those whose transcripts show more', async () => {
    const box = boxWith('one', 'two', 'three');
    expect(grown(box, 'one', 'two', 'three')).toEqual(['one', 'two', 'three']);
    await box.harvest('one');
    await box.harvest('two');
    expect(grown(box, 'one', 'two', 'three')).toEqual(['three']);
    box.transcript('one', aSession().prompt('More'));
    expect(grown(box, 'one', 'two', 'three')).toEqual(['one', 'three']);
  });

  it('are not those whose transcripts are gone, shorter, or links', async () => {
    const box = boxWith('one', 'two', 'three');
    await box.harvest('two');
    rmSync(join(box.folder, 'one.jsonl'));
    writeFileSync(join(box.folder, 'two.jsonl'), '');
    rmSync(join(box.folder, 'three.jsonl'));
    symlinkSync('/etc/passwd', join(box.folder, 'three.jsonl'));
    expect(grown(box, 'one', 'two', 'three')).toEqual([]);
  });

  it('are not those of other archives', () => {
    const box = boxWith('one');
    const sessions = known(box, 'one').map((session) => ({ ...session, path: `/mnt/other/${session.id}.md` }));
    expect(grownSessions(box.env, box.paths, sessions)).toEqual([]);
  });

  it('are running ones only if something was added', async () => {
    const box = boxWith('one');
    box.runs('one');
    await box.harvest('one');
    expect(grown(box, 'one')).toEqual([]);
    box.transcript('one', aSession().prompt('More'), { at: 2e9 });
    expect(grown(box, 'one')).toEqual(['one']);
    await box.harvest('one');
    rmSync(join(box.paths.live, 'one'));
    expect(grown(box, 'one')).toEqual(['one']);
  });
});

describe('updateGrown', () => {
  it('reads what there is time for, and says what is left', async () => {
    const box = boxWith('one', 'two', 'three');
    const size = 40 * 1024 * 1024;
    appendFileSync(join(box.folder, 'two.jsonl'), Buffer.alloc(size, ' '));
    const { changed, left } = await harvest(box, 1000, 'one', 'two', 'three');
    expect(changed).toEqual([join(box.chronicles, '2026-03-24-one.md')]);
    expect(left.map(({ id }) => id)).toEqual(['two', 'three']);
    expect((await harvest(box, 60_000, 'one', 'two', 'three')).left).toEqual([]);
    expect(box.facts('three').head.commits).toBe(1);
  });

  it('goes on after a session that cannot be read', async () => {
    const box = boxWith('one', 'two');
    mkdirSync(box.factsPath('one'), { recursive: true });
    const { changed } = await harvest(box, 60_000, 'one', 'two');
    expect(changed).toEqual([join(box.chronicles, '2026-03-24-two.md')]);
  });

  it('ends when it is told to', async () => {
    const box = boxWith('one', 'two');
    const ended = new AbortController();
    const options = { sessions: known(box, 'one', 'two'), patience: 60_000, signal: ended.signal };
    const { changed, left } = await updateGrown(box.env, box.paths, { ...options, progress: () => ended.abort() });
    expect([changed.length, left.length]).toEqual([1, 1]);
  });
});
