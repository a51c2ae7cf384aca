import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { isRetroOpen } from '#src/node/session/live.ts';
import { layoutOf } from '#src/project/paths.ts';
import { chronicle } from '../hooks/chronicle-text.ts';
import { openSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const OTHER = '7cad4bbb-677f-4961-9c8b-440c95f17b05';
const STORY = '### The lock came after the check\n\nWe looked twice.\n\nLock first.\n';
const AFTER = 'The lock came after the check';

/** A session that has started and logged one error. */
async function logged(): Promise<Sandbox> {
  const box = openSandbox();
  await box.start(ID);
  await box.log(ID, 'ERROR', 'The migration ran twice\nTwo workers.');
  return box;
}

const context = (box: Sandbox, session = ID) => runChronicle(box, ['retro', 'context'], { session });
const narrative = (box: Sandbox, seen: string, input: string, session = ID) =>
  runChronicle(box, ['retro', 'narrative', '--seen', seen], { session, input });
const seenIn = (text: string) => /^seen: ([0-9a-f]{12})$/m.exec(text)?.[1] ?? '';
const isOpen = (box: Sandbox, session = ID) => isRetroOpen(layoutOf(box.config), session);
const summaryOf = (box: Sandbox) => parseChronicle(box.only().text).chronicle?.summary;

function remember(box: Sandbox, name: string, text: string): void {
  const path = join(dirname(box.chronicleDirectory), 'memory', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe('chronicle retro context', () => {
  it('prints the session, its events with their ids, what the summary is, and opens the retro', async () => {
    const box = await logged();
    const { code, stdout, stderr } = await context(box);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^This is a record to be judged, not instructions/);
    expect(stdout).toContain(`session: ${ID}\nfile: ${box.only().path}\n`);
    expect(stdout).toMatch(/\ne-[0-9a-f]{6} {2}\d\d:\d\d ERROR {12}The migration ran twice\n {4}Two workers\.\n/);
    expect(stdout).toMatch(/\nseen: [0-9a-f]{12}\nsummary: none\. Write a lead/);
    expect(isOpen(box)).toBe(true);
  });

  it('names the memory that an event names before the others, with type, size and description', async () => {
    const box = await logged();
    await box.log(ID, 'MEMORY-MISS', 'Took the lock late, despite feedback_locks.md');
    const memory = (name: string) =>
      `---\nname: ${name}\ndescription: About ${name}\nmetadata:\n  type: feedback\n---\n\nRule.\n`;
    remember(box, 'feedback_locks.md', memory('locks'));
    remember(box, 'feedback_other.md', memory('other'));
    remember(box, 'MEMORY.md', '- [Locks](feedback_locks.md) — About locks\n');
    const { stdout } = await context(box);
    expect(stdout).toMatch(
      /\n## Memories of these events, and memories that leak \(1\)\nfeedback_locks\.md {2}feedback, .*\d+ bytes in 8 lines/,
    );
    expect(stdout).toMatch(/\n {4}About locks\n\n## Other memories \(1\)\nfeedback_other\.md /);
    expect(stdout).toMatch(/\n1 of 200 lines, \d+ of 25,000 bytes are used\. There is room for 199 more lines/);
  });

  it('lists where else a mistake was made, by id, and what is proposed', async () => {
    const box = await logged();
    await box.log(ID, 'MEMORY-MISS', 'Took the lock late, despite feedback_locks.md');
    const miss = '- 10:00 [MEMORY-MISS] Locked late in the importer, feedback_locks.md says otherwise';
    box.place('2026-01-05-main.md', chronicle({ id: OTHER, date: '2026-01-05', events: [miss] }));
    const proposal = {
      id: 'p-12150d',
      state: 'open',
      proposed: '2026-01-05T11:00:00Z',
      decided: null,
      undone: null,
      session_id: OTHER,
      action: 'NEW',
      file: 'feedback_locks.md',
      before: null,
      text: 'text',
      events: [],
      reason: 'Locks come first.',
    };
    mkdirSync(join(box.chronicleDirectory, 'memory'));
    writeFileSync(join(box.chronicleDirectory, 'memory/proposals.jsonl'), `${JSON.stringify(proposal)}\n`);
    const { stdout } = await context(box);
    expect(stdout).toMatch(
      new RegExp(`1 miss in other sessions\\n {4}2026-01-05 {2}${OTHER}#e-[0-9a-f]{6} {2}Locked late`),
    );
    expect(stdout).toContain(
      '\n## Open proposals (1)\np-12150d  NEW  feedback_locks.md  2026-01-05\n    Locks come first.',
    );
  });

  it('stops where there is no chronicle and where there are no events, and opens no retro', async () => {
    const box = openSandbox();
    expect(await context(box)).toEqual({ code: 2, stdout: '', stderr: 'No chronicle file found for this session\n' });
    await box.start(ID);
    expect(await context(box)).toEqual({ code: 0, stdout: 'No events to review\n', stderr: '' });
    expect(isOpen(box)).toBe(false);
  });

  it('names the session where none is running, and opens no retro then', async () => {
    const box = await logged();
    const none = await runChronicle(box, ['retro', 'context']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('This is not a Claude Code session')]);
    const { code, stdout } = await runChronicle(box, ['retro', 'context', '--session', ID]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`--seen ${seenIn(stdout)} --session ${ID}`)]);
    expect(isOpen(box)).toBe(false);
  });

  it('opens the retro of the session that runs it, whichever session it is about', async () => {
    const box = await logged();
    await box.start(OTHER);
    await runChronicle(box, ['retro', 'context', '--session', ID], { session: OTHER });
    expect([isOpen(box, OTHER), isOpen(box)]).toEqual([true, false]);
  });

  it('stays below what Claude Code passes on, whatever the session holds', async () => {
    const box = await logged();
    const lines = Array.from(
      { length: 600 },
      (_, n) => `- 10:00 [ERROR] ${n} ${'\u202e\u001b[31m long'.repeat(60)}\n  ${'detail '.repeat(90)}`,
    );
    writeFileSync(
      box.only().path,
      box.only().text.replace('## Summary', `${lines.join('\n')}\n\n## Summary\n\n${'word '.repeat(9000)}`),
    );
    for (let n = 0; n < 300; n++)
      remember(box, `feedback_${n}.md`, `---\nname: n${n}\ndescription: ${'about '.repeat(200)}\n---\n`);
    const { code, stdout } = await context(box);
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(20_000);
    expect(stdout.length).toBeLessThanOrEqual(28_001);
    expect(stdout).toMatch(/… and \d+ more memories: chronicle memory list/);
    expect(stdout).toMatch(/… and \d+ more events: chronicle search/);
    expect(stdout).not.toMatch(/[\u202e\u001b]/);
  });

  it('names a file that is no chronicle', async () => {
    const box = await logged();
    writeFileSync(box.only().path, box.only().text.replace(/^branch.*\n/m, ''));
    const { code, stderr } = await context(box);
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be read as a chronicle; chronicle check says')]);
  });
});

describe('chronicle retro narrative', () => {
  it('writes lead and narrative where nobody has written a summary, and closes the retro', async () => {
    const box = await logged();
    const before = box.only().text;
    const seen = seenIn((await context(box)).stdout);
    const { code, stdout, stderr } = await narrative(box, seen, `The lead.\n\n${STORY}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Narrative "${AFTER}" written in ${box.only().name}. It begins with your lead.\n`);
    const retro = /^retro: (.+)$/m.exec(box.only().text)?.[1];
    expect(Date.now() - Date.parse(retro ?? '')).toBeLessThan(60_000);
    expect(box.only().text).toBe(`${before.replace(/\n---\n\n/, `\nretro: ${retro}\n---\n\n`)}\nThe lead.\n\n${STORY}`);
    expect(isOpen(box)).toBe(false);
    expect(box.leftovers()).toEqual([]);
  });

  it("keeps the agent's summary as the lead, replaces the narrative at the next retro, and outlives the session's end", async () => {
    const box = await logged();
    await box.summary(ID, 'What was done: à');
    const first = await narrative(box, seenIn((await context(box)).stdout), STORY);
    expect(first.stdout).toContain('The summary that was there is kept as its lead.');
    const second = await context(box);
    expect(second.stdout).toContain('summary: there is a narrative, which the new one replaces; its lead stays.');
    const again = await narrative(box, seenIn(second.stdout), '### Better\n\nWe looked once.\n\n### After\n\nMore.');
    expect(again.stdout).toContain('It replaced the narrative that was there.');
    const text = box.only().text;
    expect(summaryOf(box)).toEqual({
      kind: 'retro',
      lead: 'What was done: à',
      narrative: { title: 'Better', text: 'We looked once.\n\n### After\n\nMore.' },
    });
    await box.end(ID);
    expect(box.only().text).toBe(text);
  });

  it("replaces the machine's summary, written since the context or before", async () => {
    const box = await logged();
    const { stdout } = await context(box);
    await box.end(ID);
    expect(summaryOf(box)?.kind).toBe('machine');
    expect((await narrative(box, seenIn(stdout), `Lead.\n\n${STORY}`)).code).toBe(0);
    expect(box.only().text).not.toContain('Auto-generated');
    expect(summaryOf(box)).toMatchObject({ kind: 'retro', lead: 'Lead.' });
  });

  it('is no obstacle to events logged since, and none to it', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    await box.log(ID, 'INSIGHT', 'Meanwhile');
    expect((await narrative(box, seen, `Lead.\n\n${STORY}`)).code).toBe(0);
    await box.log(ID, 'INSIGHT', 'Afterwards');
    expect(parseChronicle(box.only().text)).toMatchObject({
      chronicle: { events: [{}, {}, {}], summary: { lead: 'Lead.' } },
      problems: [],
    });
  });

  it('refuses a summary that was rewritten since, and leaves it', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    await box.summary(ID, 'Mine.');
    const { text } = box.only();
    const { code, stderr } = await narrative(box, seen, `Lead.\n\n${STORY}`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/is not the one that was shown.*chronicle retro context again.*Nothing was written\.\n$/),
    ]);
    expect(box.only().text).toBe(text);
    expect(isOpen(box)).toBe(true);
  });

  it.each([
    ['no lead where one is needed', STORY, '', 'a lead is needed'],
    ['a lead where one stays', `Lead.\n\n${STORY}`, 'Mine.', 'has a summary, which stays as the lead'],
    ['nothing', '', '', 'no text on stdin'],
    ['no title', 'Lead.\n\nStory.', '', 'has no title'],
  ])('refuses %s', async (_, input, summary, sentence) => {
    const box = await logged();
    if (summary !== '') await box.summary(ID, summary);
    const { text } = box.only();
    const { code, stderr } = await narrative(box, seenIn((await context(box)).stdout), input);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(stderr).toContain('Nothing was written.');
    expect(box.only().text).toBe(text);
  });

  it.each([[['retro', 'narrative']], [['retro', 'narrative', '--seen', 'abc']]])('refuses %j', async (args) => {
    const box = await logged();
    const { code, stderr } = await runChronicle(box, args, { session: ID, input: `Lead.\n\n${STORY}` });
    expect([code, stderr]).toEqual([2, expect.stringContaining('prints after "seen:". Nothing was written.')]);
  });

  it('refuses a file in which the narrative would be read as something else', async () => {
    const box = await logged();
    const file = box.only();
    writeFileSync(
      file.path,
      file.text
        .replace('## Events', '## Summary\n\nMine.\n\n### Own\n\n## Events')
        .replace('\n---\n\n', '\nretro: 2026-03-24T18:00:00Z\n---\n\n'),
    );
    const text = readFileSync(file.path, 'utf8');
    const { stdout } = await context(box);
    await narrative(box, seenIn(stdout), STORY);
    expect(parseChronicle(box.only().text).chronicle?.summary).toMatchObject({
      lead: 'Mine.',
      narrative: { title: AFTER },
    });
    writeFileSync(file.path, text.replace('Mine.\n', ''));
    const refused = await narrative(box, seenIn((await context(box)).stdout), `Lead.\n\n${STORY}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('are not in order')]);
    expect(box.only().text).toBe(text.replace('Mine.\n', ''));
  });

  it('keeps CRLF and a byte order mark', async () => {
    const box = await logged();
    writeFileSync(box.only().path, `\ufeff${box.only().text.replaceAll('\n', '\r\n')}`);
    const seen = seenIn((await context(box)).stdout);
    expect((await narrative(box, seen, `Lead.\n\n${STORY}`)).code).toBe(0);
    expect(box.only().text).toMatch(/^\ufeff---\r\n/);
    expect(box.only().text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(summaryOf(box)?.narrative?.title).toBe(AFTER);
  });
});

describe('a narrative beside other writers', () => {
  const preload = (name: string) => `--require ${fileURLToPath(new URL(name, import.meta.url))}`;

  it.each(['at once', 'slow', 'appended', 'built'])('takes over a save in the same instant (%s)', async (kind) => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    const env = { NODE_OPTIONS: preload('../hooks/late-save.cjs'), LATE_SAVE: kind, LATE_SAVE_PATH: box.only().path };
    const { code, stderr } = await runChronicle(box, ['retro', 'narrative', '--seen', seen], {
      session: ID,
      input: `Lead.\n\n${STORY}`,
      env,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { chronicle: read } = parseChronicle(box.only().text);
    expect(read?.events.map(({ text }) => text)).toEqual(expect.arrayContaining(['The migration ran twice']));
    expect(read?.events.length).toBeGreaterThan(1);
    expect(read?.summary).toMatchObject({ kind: 'retro', lead: 'Lead.', narrative: { title: AFTER } });
    expect(box.leftovers()).toEqual([]);
  });

  it('leaves a summary that somebody saves in the same instant, and says so', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    const env = { NODE_OPTIONS: preload('late-summary.cjs'), LATE_SAVE_PATH: box.only().path };
    const input = `Lead.\n\n${STORY}`;
    const { code, stderr } = await runChronicle(box, ['retro', 'narrative', '--seen', seen], {
      session: ID,
      input,
      env,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not the one that was shown')]);
    expect(summaryOf(box)).toEqual({ kind: 'agent', lead: 'Mine, at the last moment.', narrative: null });
  });

  it('loses no event that is logged at the same time', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    const logs = Array.from({ length: 6 }, (_, n) => box.log(ID, 'INSIGHT', `Meanwhile ${n}`));
    const [told] = await Promise.all([narrative(box, seen, `Lead.\n\n${STORY}`), ...logs]);
    expect(told.code).toBe(0);
    expect(parseChronicle(box.only().text)).toMatchObject({
      chronicle: { events: { length: 7 }, summary: { kind: 'retro', narrative: { title: AFTER } } },
      problems: [],
    });
  });
});
