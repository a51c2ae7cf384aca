import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { summaryLines, count } from './chronicle-text.ts';
import { openQuickSandbox, filesBelow } from './sandbox.ts';
import { ID, parsed, started } from './started-session.ts';

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

  it('keeps to the offset from UTC in which the session began, as notes do', async () => {
    const box = openQuickSandbox();
    await box.start(ID, { env: { TZ: 'Asia/Kolkata' } });
    const env = { TZ: 'America/New_York', CLAUDE_CODE_SESSION_ID: ID };
    const before = Date.now();
    await box.log(ID, 'ERROR', 'text', { env });
    await box.run(['note', 'tried'], 'a way', { env });
    const { name, text } = box.only();
    const notebook = readFileSync(join(box.chronicleDirectory, 'notebooks', name), 'utf8');
    const inKolkata = [before, Date.now()].map((at) => new Date(at + 5.5 * 3600_000).toISOString().slice(11, 16));
    expect(inKolkata).toContain(/^- (\S+) \[ERROR\] text$/m.exec(text)?.[1]);
    expect(inKolkata).toContain(/^- (\S+) a way$/m.exec(notebook)?.[1]);
  });

  it('answers with the id and the file, and counts repeats', async () => {
    const box = await started();
    const first = await box.log(ID, 'ERROR', 'the same');
    const second = await box.log(ID, 'ERROR', 'the same');
    expect(first.stdout).toMatch(new RegExp(`^e-[0-9a-f]{6} logged in ${box.only().name}\n$`));
    expect(second.stdout).toBe(first.stdout.replace(' ', '-2 '));
  });

  it('writes to the named session instead of the current one', async () => {
    const box = await started();
    await box.start('other');
    await box.run(['log', 'ERROR', '--session', 'other'], 'named', { env: { CLAUDE_CODE_SESSION_ID: ID } });
    await box.run(['log', '--session=other', 'ERROR'], 'named again', { env: { CHRONICLE_PATH: '/elsewhere.md' } });
    const texts = box.chronicles().map(({ text }) => text);
    expect(texts.filter((text) => text.includes('named'))).toHaveLength(1);
    expect(texts.find((text) => text.includes('session_id: other'))).toContain('named again');
  });
});

describe('a file that others write too', () => {
  it('is found if the index is lost', async () => {
    const box = await started();
    rmSync(box.state, { recursive: true });
    expect((await box.log(ID, 'ERROR', 'text', { env: { CLAUDE_PROJECT_DIR: undefined }, cwd: '/' })).code).toBe(0);
    expect(parsed(box).events).toHaveLength(1);
  });

  it('keeps what a person added between two events', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', 'one');
    appendFileSync(box.only().path, '\nA person’s words.\n');
    await box.log(ID, 'ERROR', 'two');
    expect(parseChronicle(box.only().text).chronicle?.events.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(summaryLines(box.only().text)).toEqual(['A person’s words.']);
  });
});

describe('chronicle log and summary refuse', () => {
  it.each([
    ['no text', ['log', 'ERROR'], '', /no text on stdin/],
    ['blank text', ['log', 'ERROR'], ' \n\t\n\u00a0\n', /no text on stdin/],
    ['no tag', ['log'], 'text', /needs a tag: DECISION, ERROR/],
    ['a misspelled tag', ['log', 'DECISON'], 'text', /Did you mean DECISION\?/],
    ['an unknown tag', ['log', 'BANANA'], 'text', /The tags are DECISION, ERROR/],
    ['text as arguments', ['log', 'ERROR', 'something broke'], 'text', /on stdin, not as arguments/],
    ['an unknown option', ['log', 'ERROR', '--loud'], 'text', /Unknown option '--loud'/],
    ['an option without its value', ['log', 'ERROR', '--session'], 'text', /--session/],
    ['bytes that are not UTF-8', ['log', 'ERROR'], Buffer.from([0x66, 0xff, 0xfe]), /not UTF-8/],
    ['a NUL', ['log', 'ERROR'], 'a\0b', /NUL/],
    ['more than 64 KiB', ['log', 'ERROR'], 'x'.repeat(64 * 1024 + 1), /longer than 64 KiB/],
    ['a flood of blanks', ['log', 'ERROR'], `x\n${' '.repeat(4_000_000)}x`, /longer than 64 KiB/],
    ['a flood of carriage returns', ['log', 'ERROR'], `${'\r'.repeat(4_000_000)}x`, /longer than 64 KiB/],
    ['a session id that is a path', ['log', 'ERROR', '--session', '../../x'], 'text', /session id is invalid/],
    ['an unknown session', ['log', 'ERROR', '--session', 'unknown'], 'text', /No chronicle was found for session unkn/],
    ['more than one tag', ['log', 'ERROR', 'PIVOT'], 'text', /on stdin, not as arguments/],
    ['a summary without text', ['summary'], '', /no text on stdin/],
    ['a second heading', ['summary'], 'Words.\n## Events\n', /Line 2 of the summary is a level 2 heading/],
    ['a first heading', ['summary'], '# Title', /Line 1 of the summary is a level 1 heading/],
    ['an event', ['summary'], 'Words.\n\n- 10:00 [ERROR] x', /Line 3 of the summary looks like an event/],
    ['our own words', ['summary'], 'Auto-generated: 1 event', /Line 1 of the summary begins with "Auto-generated:"/],
    ['a NUL in a summary', ['summary'], 'a\0b', /NUL/],
    ['a long summary', ['summary'], 'x'.repeat(64 * 1024 + 1), /longer than 64 KiB/],
  ])('%s', async (_, args, input, sentence) => {
    const box = await started();
    const before = box.only().text;
    const finished = await box.run(args, input, { env: { CLAUDE_CODE_SESSION_ID: ID } });
    expect(finished).toRefuse(sentence, /^session-chronicle: [^\n]* Nothing was written\.\n$/);
    expect(finished.stderr.length).toBeLessThan(400);
    expect(box.only().text).toBe(before);
    expect(box.leftovers()).toEqual([]);
  });

  it.each([
    ['without the end of its front matter', (text: string) => text.replace('\n---\n', '\n')],
    ['without its session_id', (text: string) => text.replace(/^session_id:.*\n/m, '')],
    ['that is empty', () => ''],
  ])('a file %s, and says which', async (_, damage) => {
    const box = await started();
    const { path, text } = box.only();
    writeFileSync(path, damage(text));
    for (const finished of [await box.log(ID, 'ERROR', 'text'), await box.summary(ID, 'text')])
      expect(finished).toRefuse(path, /^session-chronicle: [^\n]*front matter[^\n]*Nothing was written\.\n$/);
    expect(readFileSync(path, 'utf8')).toBe(damage(text));
  });

  it('text with escape sequences, and prints them harmlessly', async () => {
    const box = await started();
    const { stderr } = await box.run(['log', '\u001b[31mRED\u202e'], 'text');
    expect(stderr).toContain('\\u{1b}[31mRED\\u{202e}');
  });
});

describe('chronicle summary', () => {
  it('sets the summary, and a later one replaces it', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', 'text');
    const { code, stdout } = await box.summary(ID, 'First $(words) `here`\n\nSecond paragraph.\n');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Summary set in ${box.only().name}\n` });
    const lead = 'First $(words) `here`\n\nSecond paragraph.';
    expect(parsed(box).summary).toEqual({ kind: 'agent', lead, narrative: null });
    await box.summary(ID, 'Another.');
    expect(parsed(box).summary.lead).toBe('Another.');
    expect(parsed(box).events).toHaveLength(1);
    expect(count(box.only().text, '## Summary')).toBe(1);
    expect(box.leftovers()).toEqual([]);
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
});

describe('help and tags', () => {
  it.each([
    ['log', '--help'],
    ['log', '-h'],
    ['summary', '--help'],
  ])('chronicle %s %s explains the quoted heredoc, without a session', async (command, option) => {
    const box = openQuickSandbox();
    expect(await box.run([command, option], 'ignore')).toSucceed(new RegExp(`^Usage: chronicle ${command}`), "<<'EOF'");
    expect(filesBelow(box.root)).toEqual([]);
  });
});
