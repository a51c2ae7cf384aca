import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { chronicle, count, summaryLines } from './chronicle-text.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

async function started(): Promise<Sandbox> {
  const box = openSandbox();
  await box.start(ID);
  return box;
}

function parsed(box: Sandbox) {
  const { chronicle: read, problems } = parseChronicle(box.only().text);
  expect(problems).toEqual([]);
  if (!read) throw new Error('The chronicle cannot be read.');
  return read;
}

describe('chronicle log', () => {
  it.each([
    ['plain', 'Remove curl fallback — gh CLI is in the allowlist'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text that no shell may expand.
    ['shell words', 'Heredoc inside $() corrupted `quote` state ${HOME} $HOME !! \\n "double" \'single\' \\'],
    ['Markdown', '**bold** <script>alert(1)</script> [link](javascript:x) # not a heading'],
    ['tags', '[DECISION] this is an error about - [ERROR] lines'],
    ['Unicode', '日本 e\u0301 \u202e 😀 \u00a0x\u200b'],
    ['tabs and blanks', 'a\tb  c   d'],
    ['a delimiter', 'EOF is what ends it, <<EOF'],
    ['10 kB', 'x'.repeat(10_240)],
  ])('keeps the first line byte for byte: %s', async (_, text) => {
    const box = await started();
    const { code, stdout, stderr } = await box.log(ID, 'ERROR', `${text}\n`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(box.only().text).toMatch(/\n- \d\d:\d\d \[ERROR\] /);
    expect(parsed(box).events).toMatchObject([{ tag: 'ERROR', text, details: '', id: stdout.split(' ')[0] }]);
  });

  it('keeps further lines as details, byte for byte', async () => {
    const box = await started();
    const details = [
      'why',
      '',
      '  indented  ',
      '\ttabbed',
      '- [ERROR] no event',
      '## Summary',
      '## Events',
      '---',
      '```sh',
      'EOF $(id)',
      '```',
      '> quote',
      'last',
    ].join('\n');
    await box.log(ID, 'DECISION', `first\n${details}\n`);
    await box.log(ID, 'ERROR', 'second\n```\nnever closed');
    await box.log(ID, 'ERROR', 'third');
    expect(parsed(box).events).toMatchObject([
      { text: 'first', details },
      { text: 'second', details: '```\nnever closed' },
      { text: 'third', details: '' },
    ]);
  });

  it('takes CRLF input as lines, and writes the line ends of the file', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', 'first\r\nwhy\r\nand more\r\n');
    expect(box.only().text).not.toContain('\r');
    expect(parsed(box).events).toMatchObject([{ text: 'first', details: 'why\nand more' }]);
    writeFileSync(box.only().path, box.only().text.replaceAll('\n', '\r\n'));
    await box.log(ID, 'PIVOT', 'third\nwhy');
    expect(box.only().text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parsed(box).events).toHaveLength(2);
  });

  it('leaves out blank lines before the text and blanks around it', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', '\n  \n\u00a0\n  first  \n\n\n  why\n\n \n');
    expect(parsed(box).events).toMatchObject([{ text: 'first', details: '  why' }]);
  });

  it('puts events in order under "## Events", before a summary, and changes no other byte', async () => {
    const box = openSandbox();
    const text = chronicle({
      id: ID,
      events: ['- 09:10 [DECISION] Keep it', 'a stray line'],
      summary: 'Words.\n\n- 09:20 [ERROR] appended',
    });
    const path = box.place('2026-03-24-main.md', text);
    await box.log(ID, 'PIVOT', 'new');
    const after = readFileSync(path, 'utf8');
    const line = /- \d{4}-\d\d-\d\d \d\d:\d\d \[PIVOT\] new\n/.exec(after)?.[0] ?? '';
    expect(after).toBe(text.replace('a stray line\n', `a stray line\n${line}`));
  });

  it('writes the time, and the date where it is another day than that of the event before', async () => {
    const box = openSandbox();
    box.place('2026-03-24-main.md', chronicle({ id: ID, events: ['- 23:50 [DECISION] Keep it'] }));
    const env = { TZ: 'Asia/Kolkata' };
    await box.log(ID, 'ERROR', 'one', { env });
    await box.log(ID, 'ERROR', 'two', { env });
    const lines = box
      .only()
      .text.split('\n')
      .filter((line) => line.includes('[ERROR]'));
    expect(lines[0]).toMatch(/^- 20\d\d-\d\d-\d\d \d\d:\d\d \[ERROR\] one$/);
    const kolkata = new Date(Date.now() + 5.5 * 3600_000).toISOString();
    expect(lines[0]).toContain(`- ${kolkata.slice(0, 10)} `);
    // Unless midnight passed in between.
    expect(lines[1]).toMatch(/^- (?:20\d\d-\d\d-\d\d )?\d\d:\d\d \[ERROR\] two$/);
    expect(parsed(box).events.map(({ date }) => date)).toEqual([
      '2026-03-24',
      kolkata.slice(0, 10),
      expect.any(String),
    ]);
  });

  it('puts the heading in where somebody took it out', async () => {
    const box = await started();
    writeFileSync(box.only().path, box.only().text.replace('## Events\n\n', ''));
    await box.log(ID, 'ERROR', 'text');
    expect(parsed(box).events).toMatchObject([{ text: 'text' }]);
    expect(count(box.only().text, '## Events')).toBe(1);
  });

  it('answers with the id and the file, and counts repeats', async () => {
    const box = await started();
    const first = await box.log(ID, 'ERROR', 'the same');
    const second = await box.log(ID, 'ERROR', 'the same');
    expect(first.stdout).toMatch(new RegExp(`^e-[0-9a-f]{6} logged in ${box.only().name}\n$`));
    expect(second.stdout).toBe(first.stdout.replace(' ', '-2 '));
  });

  it('takes the tag in any case', async () => {
    const box = await started();
    await box.log(ID, 'memory-hit', 'text');
    expect(parsed(box).events).toMatchObject([{ tag: 'MEMORY-HIT' }]);
  });

  it('writes to the session that is named rather than that of the surroundings', async () => {
    const box = await started();
    await box.start('other');
    await box.run(['log', 'ERROR', '--session', 'other'], 'named', { env: { CLAUDE_CODE_SESSION_ID: ID } });
    await box.run(['log', '--session=other', 'ERROR'], 'named again', { env: { CHRONICLE_PATH: '/elsewhere.md' } });
    const texts = box.chronicles().map(({ text }) => text);
    expect(texts.filter((text) => text.includes('named'))).toHaveLength(1);
    expect(texts.find((text) => text.includes('session_id: other'))).toContain('named again');
  });

  it('finds the session when the index is lost', async () => {
    const box = await started();
    rmSync(box.state, { recursive: true });
    expect((await box.log(ID, 'ERROR', 'text', { env: { CLAUDE_PROJECT_DIR: undefined }, cwd: '/' })).code).toBe(0);
    expect(parsed(box).events).toHaveLength(1);
  });
});

describe('chronicle log refuses', () => {
  it.each([
    ['no text', ['log', 'ERROR'], '', /no text on stdin/],
    ['blank text', ['log', 'ERROR'], ' \n\t\n\u00a0\n', /no text on stdin/],
    ['no tag', ['log'], 'text', /needs a tag: DECISION, ERROR/],
    ['a misspelled tag', ['log', 'DECISON'], 'text', /Did you mean DECISION\?/],
    ['a misspelled tag in lower case', ['log', 'descision'], 'text', /Did you mean DECISION\?/],
    ['a tag with an underscore', ['log', 'User_Correction'], 'text', /Did you mean USER-CORRECTION\?/],
    ['half a tag', ['log', 'miss'], 'text', /Did you mean MEMORY-MISS\?/],
    ['an unknown tag', ['log', 'BANANA'], 'text', /They are DECISION, ERROR/],
    ['text as arguments', ['log', 'ERROR', 'something broke'], 'text', /comes on stdin, not as arguments/],
    ['an unknown option', ['log', 'ERROR', '--loud'], 'text', /Unknown option '--loud'/],
    ['an option without its value', ['log', 'ERROR', '--session'], 'text', /--session/],
    ['bytes that are not UTF-8', ['log', 'ERROR'], Buffer.from([0x66, 0xff, 0xfe]), /not UTF-8/],
    ['a NUL', ['log', 'ERROR'], 'a\0b', /NUL/],
    ['more than 64 KiB', ['log', 'ERROR'], 'x'.repeat(64 * 1024 + 1), /longer than 64 KiB/],
    ['a flood of blanks', ['log', 'ERROR'], `x\n${' '.repeat(4_000_000)}x`, /longer than 64 KiB/],
    ['a flood of carriage returns', ['log', 'ERROR'], `${'\r'.repeat(4_000_000)}x`, /longer than 64 KiB/],
    ['a session id that is a path', ['log', 'ERROR', '--session', '../../x'], 'text', /session id is not one/],
    [
      'an unknown session',
      ['log', 'ERROR', '--session', 'unknown'],
      'text',
      /No chronicle was found for session unknown/,
    ],
    ['more than one tag', ['log', 'ERROR', 'PIVOT'], 'text', /comes on stdin/],
  ])('%s', async (_, args, input, sentence) => {
    const box = await started();
    const before = box.only().text;
    const { code, stdout, stderr } = await box.run(args, input, { env: { CLAUDE_CODE_SESSION_ID: ID } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^session-chronicle: [^\n]* Nothing was written\.\n$/);
    expect(stderr.length).toBeLessThan(400);
    expect(box.only().text).toBe(before);
    expect(box.leftovers()).toEqual([]);
  });

  it('64 KiB of blanks inside the text without delay', async () => {
    const box = await started();
    const details = `${' '.repeat(30_000)}x${'\r'.repeat(30_000)}x`;
    const before = process.hrtime.bigint();
    expect((await box.log(ID, 'ERROR', `first\n${details}`)).code).toBe(0);
    // Backtracking over such a text took more than ten seconds.
    expect(Number(process.hrtime.bigint() - before) / 1e9).toBeLessThan(5);
    expect(parsed(box).events[0]?.details).toBe(details);
  });

  it('a call outside of a session', async () => {
    const box = await started();
    const { code, stderr } = await box.run(['log', 'ERROR'], 'text');
    expect(code).toBe(2);
    expect(stderr).toMatch(/CLAUDE_CODE_SESSION_ID is not set\. Name the session with --session/);
  });

  it.each([
    ['without the end of its front matter', (text: string) => text.replace('\n---\n', '\n')],
    ['without its session_id', (text: string) => text.replace(/^session_id:.*\n/m, '')],
    ['that is empty', () => ''],
  ])('a file %s, and says which', async (_, damage) => {
    const box = await started();
    const { path, text } = box.only();
    writeFileSync(path, damage(text));
    for (const { code, stdout, stderr } of [await box.log(ID, 'ERROR', 'text'), await box.summary(ID, 'text')]) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(path);
      expect(stderr).toMatch(/^session-chronicle: [^\n]*front matter[^\n]*Nothing was written\.\n$/);
    }
    expect(readFileSync(path, 'utf8')).toBe(damage(text));
  });

  it('what would write escape sequences to the terminal, printing them harmless', async () => {
    const box = await started();
    const { stderr } = await box.run(['log', '\u001b[31mRED\u202e'], 'text');
    expect(stderr).toContain('\\u{1b}[31mRED\\u{202e}');
  });
});

describe('chronicle summary', () => {
  it('sets it, and a later one takes its place', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', 'text');
    const { code, stdout } = await box.summary(ID, 'First $(words) `here`\n\nSecond paragraph.\n');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Summary set in ${box.only().name}\n` });
    expect(parsed(box).summary).toEqual({
      kind: 'agent',
      lead: 'First $(words) `here`\n\nSecond paragraph.',
      narrative: null,
    });
    await box.summary(ID, 'Another.');
    expect(parsed(box).summary.lead).toBe('Another.');
    expect(parsed(box).events).toHaveLength(1);
    expect(count(box.only().text, '## Summary')).toBe(1);
    expect(box.leftovers()).toEqual([]);
  });

  it('replaces the machine’s, which does not come back', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', 'text');
    await box.end(ID);
    await box.summary(ID, 'Words of the agent.');
    await box.log(ID, 'ERROR', 'more');
    await box.end(ID);
    expect(summaryLines(box.only().text)).toEqual(['Words of the agent.']);
  });

  it('keeps events that were appended there, and the narrative of a retro', async () => {
    const box = openSandbox();
    const summary =
      'Old lead.\n\n- 10:00 [ERROR] appended\n  with details\n\n### Title\n\nStory.\n\n## Notes\n\nOther.';
    box.place('2026-03-24-main.md', chronicle({ id: ID, extra: ['retro: 2026-03-24T16:40:00Z'], summary }));
    await box.summary(ID, 'New lead.');
    const { text } = box.only();
    expect(text).not.toContain('Old lead');
    expect(text).toContain('- 10:00 [ERROR] appended\n  with details\n');
    expect(text).toContain('## Notes\n\nOther.\n');
    const { chronicle: read } = parseChronicle(text);
    expect(read?.summary).toMatchObject({ kind: 'retro', lead: 'New lead.', narrative: { title: 'Title' } });
    expect(read?.events).toMatchObject([{ text: 'appended', details: 'with details' }]);
  });

  it('keeps CRLF and bytes that are not UTF-8', async () => {
    const box = await started();
    const before = Buffer.concat([Buffer.from(box.only().text.replace('## Summary\n', '')), Buffer.from([0xff, 0x0a])]);
    writeFileSync(box.only().path, Buffer.from(before.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    await box.summary(ID, 'Words.\nMore.');
    const after = readFileSync(box.only().path, 'latin1');
    expect(after).toContain('\u00ff\r\n');
    expect(after).toContain('Words.\r\nMore.\r\n');
  });

  it.each([
    ['nothing', '', /no text on stdin/],
    ['a heading of the second level', 'Words.\n## Events\n', /Line 2 of the summary is a heading/],
    ['a heading of the first level', '# Title', /Line 1 of the summary is a heading/],
    ['an event', 'Words.\n\n- 10:00 [ERROR] x', /Line 3 of the summary looks like an event/],
    ['the machine’s words', 'Auto-generated: 1 event', /Line 1 of the summary begins with "Auto-generated:"/],
    ['a NUL', 'a\0b', /NUL/],
    ['more than 64 KiB', 'x'.repeat(64 * 1024 + 1), /longer than 64 KiB/],
  ])('refuses %s', async (_, input, sentence) => {
    const box = await started();
    const before = box.only().text;
    const { code, stdout, stderr } = await box.summary(ID, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^session-chronicle: [^\n]* Nothing was written\.\n$/);
    expect(box.only().text).toBe(before);
  });

  it('refuses text as arguments', async () => {
    const box = await started();
    const { code, stderr } = await box.run(['summary', 'words'], 'text', { env: { CLAUDE_CODE_SESSION_ID: ID } });
    expect(code).toBe(2);
    expect(stderr).toContain('comes on stdin, not as arguments');
  });
});

describe('help and tags', () => {
  it.each([
    ['log', '--help'],
    ['log', '-h'],
    ['summary', '--help'],
  ])('chronicle %s %s explains the quoted heredoc, without a session', async (command, option) => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.run([command, option], 'ignore');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: chronicle ${command}`));
    expect(stdout).toContain("<<'EOF'");
    expect(filesBelow(box.root)).toEqual([]);
  });

  it('chronicle tags prints the eight with their boundaries', async () => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.run(['tags'], 'ignore', { env: { HOME: '' } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'DECISION',
      'ERROR',
      'PIVOT',
      'INSIGHT',
      'MEMORY-HIT',
      'MEMORY-MISS',
      'USER-CORRECTION',
      'BLOCKED',
    ]);
    for (const line of lines) expect(line).toMatch(/^[A-Z-]+ +\S.{20,}$/);
  });

  it('an unknown command is refused with a list', async () => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.run(['lgo'], 'ignore');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('session-chronicle: There is no command "lgo". There are log, summary, tags.\n');
  });
});

describe('a file that others write too', () => {
  it('keeps what a person added between two events', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', 'one');
    appendFileSync(box.only().path, '\nA person’s words.\n');
    await box.log(ID, 'ERROR', 'two');
    expect(parseChronicle(box.only().text).chronicle?.events.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(summaryLines(box.only().text)).toEqual(['A person’s words.']);
  });
});
