import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aSession, HarvestBox, sessionBox } from './harvest-box.ts';
import { Transcript } from './transcript.ts';

const FIX = '14:00 [ERROR] one-4';

describe('the transcripts of a session', () => {
  it("are found in all folders, since a worktree's is elsewhere", async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    const elsewhere = join(box.config, 'projects/-home-robin-code-tidemark--claude-worktrees-x');
    box.transcript('one', aSession(), { folder: elsewhere });
    await box.harvest('one');
    expect(box.facts('one').head.transcripts[0]?.folder).toBe('-home-robin-code-tidemark--claude-worktrees-x');
  });

  it('may be several, as old versions resumed a session in another file', async () => {
    const box = sessionBox();
    const later = new Transcript();
    later.records.push(...aSession().records);
    const path = box.transcript('one', later.prompt('And then'), { name: 'resumed' });
    await box.harvest('one', { transcript: path });
    const { head } = box.facts('one');
    expect([head.prompts, head.commits, head.transcripts.length]).toEqual([2, 1, 2]);
    expect(box.events('one')).toEqual([FIX]);
  });

  it.each([
    [
      'a link',
      (box: HarvestBox, path: string) => {
        renameSync(path, join(box.config, 'elsewhere.jsonl'));
        symlinkSync(join(box.config, 'elsewhere.jsonl'), path);
      },
    ],
    [
      'a directory',
      (_: HarvestBox, path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('are not read through %s', async (_, replace) => {
    const box = new HarvestBox();
    box.chronicle('one');
    replace(box, box.transcript('one', aSession()));
    expect((await box.harvest('one')).skipped).toBe('has no transcript');
  });

  it.each([
    ['/etc/passwd'],
    ['../one.jsonl'],
    ['{projects}/../one.jsonl'],
    ['{projects}/-a/b/one.jsonl'],
    ['{projects}/one.jsonl'],
  ])('are not read from %s, whatever the host says', async (named) => {
    const box = new HarvestBox();
    box.chronicle('one');
    for (const folder of [box.config, join(box.config, 'projects'), join(box.config, 'projects/-a/b')])
      box.transcript('one', aSession(), { folder });
    const transcript = named.replace('{projects}', box.paths.projects);
    expect((await box.harvest('one', { transcript })).skipped).toBe('has no transcript');
  });

  it('are of no other session', async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    const mixed = aSession().prompt('Not mine', { sessionId: 'other' });
    box.transcript('one', mixed);
    await box.harvest('one');
    expect(box.facts('one').prompts).toHaveLength(1);
  });

  it('are read with those of subagents, for files and commits', async () => {
    const box = sessionBox({}, new Transcript().prompt('Fix it'));
    const sub = new Transcript().edits('src/sub.ts', 'a', 'b');
    for (const record of sub.records) Object.assign(record, { isSidechain: true, agentId: 'x' });
    box.transcript('one', sub, { folder: join(box.folder, 'one/subagents'), name: 'agent-x' });
    symlinkSync('/etc/passwd', join(box.folder, 'one/subagents/agent-y.jsonl'));
    await box.harvest('one');
    expect(box.facts('one').files.map(({ path }) => path)).toEqual(['src/sub.ts']);
  });

  it('lose a bad line, and nothing else', async () => {
    const box = new HarvestBox();
    box.chronicle('one');
    const path = box.transcript('one', aSession());
    const whole = readFileSync(path, 'utf8');
    const huge = `{"type":"user","message":{"content":"${'x'.repeat(100 * 1024 * 1024)}"}}`;
    writeFileSync(path, `\ufeff${huge}\nno json\n[1]\n${whole}{"type":"user","mess`);
    await box.harvest('one');
    expect([box.events('one'), box.facts('one').prompts.length]).toEqual([[FIX], 1]);
  });
});
