import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MISS, memory, OTHER, openBox, SESSION, sha256 } from './proposal-box.ts';

const MONEY = memory('money-in-cents', 'Amounts are integer cents');
const NEW = { action: 'NEW', file: 'feedback_money.md', text: MONEY, events: [MISS], reason: 'Floats again.' };

const filed = (...proposals: object[]) => JSON.stringify({ proposals });

describe('chronicle memory propose', () => {
  it('stores a proposal, and prints its reason, its evidence and what would change', async () => {
    const box = openBox();
    const { code, stdout, stderr } = await box.run(['propose'], { input: filed(NEW) });
    expect([code, stderr]).toEqual([0, '']);
    const [proposal] = box.proposals();
    const events = [`${SESSION}#${MISS}`];
    expect(proposal).toMatchObject({
      state: 'open',
      session_id: SESSION,
      action: 'NEW',
      before: null,
      text: MONEY,
      events,
    });
    const digest = sha256(JSON.stringify([SESSION, 'NEW', 'feedback_money.md', null, MONEY]));
    expect(proposal?.id).toBe(`p-${digest.slice(0, 6)}`);
    expect(stdout).toBe(`PROPOSED MEMORY CHANGES:

${proposal?.id} [NEW] feedback_money.md
  Floats again.
  Evidence: ${SESSION}#${MISS} [MEMORY-MISS] Floats for money again

    --- /dev/null
    +++ b/feedback_money.md
    @@ -0,0 +1,8 @@
${MONEY.trimEnd()
  .split('\n')
  .map((line) => `    +${line}`)
  .join('\n')}

  MEMORY.md: + - [Money in cents](feedback_money.md) — Amounts are integer cents

Apply? [review each / apply all / skip]
  review each: the person runs chronicle review in a terminal
  apply all:   chronicle memory apply ${proposal?.id}
  skip:        chronicle memory skip ${proposal?.id}
Nothing changes until a person decides.
`);
    expect(box.memory('feedback_money.md')).toBeNull();
    expect(box.history()).toEqual([]);
  });

  it('shows the diff of an existing memory', async () => {
    const box = openBox();
    box.write('feedback_money.md', MONEY);
    box.write('MEMORY.md', '- [Cents](feedback_money.md) — Amounts are integer cents\n');
    const text = MONEY.replace('integers.', 'integers, always.');
    const { stdout } = await box.run(['propose'], { input: filed({ ...NEW, action: 'STRENGTHEN', text }) });
    expect(stdout).toContain('    -Amounts are integers.\n    +Amounts are integers, always.\n');
    expect(stdout).toContain('MEMORY.md does not change.');
    expect(box.proposals()[0]?.before).toBe(sha256(MONEY));
  });

  it('files the same proposal once, and replaces it by a newer one for the file', async () => {
    const box = openBox();
    const [first] = await box.propose(NEW);
    await box.propose(NEW);
    expect(box.proposals()).toHaveLength(1);
    const [, second] = [first, ...(await box.propose({ ...NEW, text: `${MONEY}More.\n` }))];
    const open = { id: second?.id, state: 'open' };
    expect(box.proposals()).toMatchObject([{ id: first?.id, state: 'skipped', replaced_by: second?.id }, open]);
    await box.propose(NEW);
    const replaced = { id: second?.id, state: 'skipped', replaced_by: first?.id };
    expect(box.proposals()).toMatchObject([{ id: first?.id, state: 'open' }, replaced]);
    expect(box.proposals()[0]).not.toHaveProperty('replaced_by');
  });

  it('does not reopen a skipped proposal, and says so', async () => {
    const box = openBox();
    const [proposal] = await box.propose(NEW);
    await box.run(['skip', 'all']);
    const { code, stdout, stderr } = await box.run(['propose'], { input: filed(NEW) });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(`Already proposed: ${proposal?.id} was skipped on`);
    expect(stderr).toContain('It was not filed again.');
    expect(stderr).not.toContain('chronicle memory apply');
    expect(box.proposals()).toMatchObject([{ state: 'skipped' }]);
  });

  it('takes events of another session by their full reference', async () => {
    const box = openBox();
    await box.propose({ ...NEW, events: [MISS, `${OTHER}#${MISS}`, MISS] });
    expect(box.proposals()[0]?.events).toEqual([`${SESSION}#${MISS}`, `${OTHER}#${MISS}`]);
  });

  it.each([
    [
      'of the form',
      [
        { ...NEW, action: 'STRENGHTEN' },
        { ...NEW, events: ['e-000000', 'no-session#e-133549', 'x'] },
        { ...NEW, file: 'c.md', reson: 'x' },
        { ...NEW, action: 'DELETE', file: 'd.md' },
        { ...NEW, file: 'e.md', text: undefined },
        { ...NEW, file: '', reason: 'a\nb', events: [] },
      ],
      [
        'proposals[0].action: "STRENGHTEN" is not an action. Use NEW, STRENGTHEN, STALE? or DELETE. Did you mean "STRENGTHEN"?',
        'proposals[1].events[2]: this is not the id of an event or a note.',
        'proposals[2].reson: unknown key. Did you mean "reason"?',
        'proposals[3].text: give the whole new text of the file, and none for a deletion.',
        'proposals[4].text: give the whole new text',
        'proposals[5].file: name the memory file',
        'proposals[5].reason: this must be one line.',
        'proposals[5].events: cite at least one event',
      ],
    ],
    [
      'of names, texts and evidence',
      [
        NEW,
        { ...NEW, file: '../../escape.md' },
        { ...NEW, file: 'Feedback_Old.md' },
        { ...NEW, file: 'b.md', events: ['e-000000', `${SESSION}#${MISS}-7`, 'no-session#e-133549'] },
        { ...NEW, file: 'd.md', text: '---\nname: x\ntype: wish\n---\nbody' },
        { ...NEW, file: 'MEMORY.md' },
        { ...NEW, action: 'DELETE', file: 'feedback_ol.md', text: undefined },
        { ...NEW, action: 'STALE?', file: 'stale.md' },
        { ...NEW, action: 'STRENGTHEN', file: 'link.md' },
        { ...NEW, action: 'DELETE', file: 'folder.md', text: null },
        { ...NEW, action: 'DELETE', file: 'pipe.md', text: null },
        { ...NEW, file: 'old.md' },
        { ...NEW, file: 'con.md' },
        { ...NEW, file: 'LPT1.notes.md' },
        { ...NEW, file: 'console.md' },
      ],
      [
        'has 16 problems',
        'proposals[1].file: ../../escape.md is a path.',
        'proposals[2].file: Feedback_Old.md differs only in case from feedback_old.md',
        `proposals[3].events[0]: Session ${SESSION} has no event e-000000.`,
        `proposals[3].events[1]: Session ${SESSION} has no event ${MISS}-7.`,
        'proposals[3].events[2]: No chronicle was found for session no-session',
        'proposals[4].text: The front matter has no description',
        'proposals[4].text: The front matter has no valid type. Use user, feedback, project or reference.',
        'proposals[5].file: MEMORY.md is the index',
        'proposals[6].file: There is no memory feedback_ol.md to delete. Did you mean feedback_old.md?',
        'proposals[7].text: stale.md already says exactly this.',
        'proposals[8].file: A symbolic link is in place of a file',
        'folder.md is not a regular file.',
        'pipe.md is not a regular file.',
        'proposals[11].file: old.md already exists. Use "STRENGTHEN" or "STALE?"',
        'proposals[12].file: con.md cannot be a file on Windows, where CON is a device.',
        'proposals[13].file: LPT1.notes.md cannot be a file on Windows',
      ],
    ],
  ])('names every problem %s with its place, and stores nothing', async (_, proposals, sentences) => {
    const box = openBox();
    for (const file of ['feedback_old.md', 'old.md', 'stale.md']) box.write(file, MONEY);
    mkdirSync(join(box.memories, 'folder.md'));
    symlinkSync('/etc/hostname', join(box.memories, 'link.md'));
    execFileSync('mkfifo', [join(box.memories, 'pipe.md')]);
    const last = 'Nothing was changed. Fix it and file all proposals again.';
    expect(await box.run(['propose'], { input: filed(...proposals) })).toRefuse(...sentences, last);
    expect(box.proposals()).toEqual([]);
  });

  it.each([
    ['{"proposals": [\n  {"action": "NEW"\n   "file": "x"}]}', 'stdin is not valid JSON: Expected'],
    ['{"proposals": [{"text": "a\nb"}]}', 'In a string, write \\n for a line break'],
    ['', 'stdin is empty.'],
    ['[]', 'The JSON is not an object'],
    ['{"proposals": []}', 'proposals: this must be a list of at least one proposal.'],
    ['{"proposal": [{}]}', 'proposal: unknown key. Did you mean "proposals"?'],
    [filed(NEW, { ...NEW, file: 'FEEDBACK_money.md' }), 'proposals[1].file: "FEEDBACK_money.md" is the file of'],
  ])('refuses %j', async (input, sentence) => {
    expect(await openBox().run(['propose'], { input })).toRefuse(sentence, 'Nothing was changed.');
  });

  it('changes existing memories whose names differ only in case', async () => {
    const box = openBox();
    box.write('money.md', MONEY);
    box.write('Money.md', MONEY);
    const both = ['money.md', 'Money.md'].map((file) => ({ action: 'DELETE', file }));
    expect(await box.propose(...both)).toHaveLength(2);
  });

  it.each([
    ['ESC', `${MONEY}\u001b[2J`, 'text: The text contains the control character U+001B in line 9. Remove it.'],
    ['a lone carriage return', `${MONEY}a\rb`, 'text: The text contains the control character U+000D in line 9.'],
    ['a C1 control', `${MONEY}\u009b`, 'text: The text contains the control character U+009B in line 9.'],
    ['an escaped ESC', memory('m', '"a \\e b"'), 'text: The description contains the control character U+001B.'],
    ['bidi in the name', memory('m\u202en', 'd'), 'text: The name contains the direction mark U+202E.'],
    ['bidi in the description', memory('m', 'a\u2066b'), 'text: The description contains the direction mark U+2066.'],
    ['a long description', memory('m', 'x'.repeat(301)), 'text: Shorten the description to 300 characters'],
  ])('refuses a text with %s', async (_, text, sentence) => {
    const { code, stderr } = await openBox().run(['propose'], { input: filed({ ...NEW, text }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`proposals[0].${sentence}`)]);
    expect(stderr).toContain('has 1 problem:');
  });

  it('accepts tabs, CRLF, right-to-left text in the body, and a description of 300 characters', async () => {
    const text = `${memory('m', 'x'.repeat(300))}\ta \u202bb\u202c\n`.replaceAll('\n', '\r\n');
    expect(await openBox().propose({ ...NEW, text })).toHaveLength(1);
  });

  it('refuses a memory directory that links elsewhere', async () => {
    const box = openBox();
    rmSync(box.memories, { recursive: true });
    mkdirSync(join(box.root, 'elsewhere'));
    symlinkSync(join(box.root, 'elsewhere'), box.memories);
    const refused = await box.run(['propose'], { input: filed(NEW) });
    expect(refused).toRefuse(/through a symbolic link\. Nothing was (?:written|changed)\.$/m);
  });

  it('refuses an unknown session and an empty one', async () => {
    const box = openBox();
    const unknown = await box.run(['propose', '--session', 'session-three'], { input: filed(NEW) });
    expect(unknown).toRefuse('No chronicle was found for session session-three');
    const none = await box.run(['propose', '--session='], { input: filed(NEW) });
    expect(none.code).toBe(2);
  });

  it('prints no control characters', async () => {
    const box = openBox();
    box.write('old.md', `${MONEY}\u001b[31m\u202e\n`);
    const input = filed({ ...NEW, action: 'DELETE', file: 'old.md', text: null });
    const { stdout } = await box.run(['propose'], { input });
    expect(stdout).toContain('\\u{1b}[31m\\u{202e}');
    expect(stdout).not.toContain('\u001b');
  });

  it('leaves out diffs that Claude Code would cut, and says so', async () => {
    const box = openBox();
    const { stdout } = await box.run(['propose'], {
      input: filed({ ...NEW, text: MONEY + 'a line of text\n'.repeat(2500) }, { ...NEW, file: 'b.md' }),
    });
    expect(stdout.length).toBeLessThan(28_500);
    expect(stdout).toContain('The diff has 2511 lines, too many to print here. To see it, run chronicle review.');
    expect(stdout).toContain('+++ b/b.md');
  });
});

const filing = { proposals: [NEW] };
const env = { CLAUDE_CODE_SESSION_ID: SESSION };

it.each([
  ['in the JSON', [], { session_id: OTHER, ...filing }],
  ['as an option', ['--session', OTHER], filing],
])('a session files no proposals of another one, named %s', async (_, args, json) => {
  const box = openBox();
  const refused = await box.run(['propose', ...args], { input: JSON.stringify(json), env });
  expect(refused).toRefuse(`this is ${OTHER}, but the session`);
  expect(box.proposals()).toEqual([]);
});

it('a session files its own proposals, also if it names itself', async () => {
  const box = openBox();
  const run = await box.run(['propose'], { input: JSON.stringify({ session_id: SESSION, ...filing }), env });
  expect([run.code, box.proposals()]).toMatchObject([0, [{ session_id: SESSION }]]);
});

const citing = (...events: string[]) => filed({ ...NEW, events });

describe('chronicle memory propose with the beginning of an id', () => {
  it('cites events by the whole id', async () => {
    const box = openBox();
    const events = [MISS, `session-t#${MISS}`, `${OTHER}#${MISS}`];
    expect(await box.run(['propose'], { input: citing(...events) })).toMatchObject({ code: 0, stderr: '' });
    expect(box.proposals()[0]?.events).toEqual([`${SESSION}#${MISS}`, `${OTHER}#${MISS}`]);
  });

  it('files the proposals of the session that is meant', async () => {
    const box = openBox();
    expect(await box.run(['propose', '--session', 'session-t'], { input: citing(MISS) })).toMatchObject({ code: 0 });
    expect(box.proposals()[0]?.session_id).toBe(OTHER);
  });

  it('names the sessions that it may mean', async () => {
    const box = openBox();
    expect(await box.run(['propose'], { input: citing(`session-#${MISS}`) })).toRefuse(
      /proposals\[0\]\.events\[0\]: 2 sessions begin with session-, such as session-\S+\. Use more/,
    );
    expect(box.proposals()).toEqual([]);
  });
});
