import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { summaryLines } from './chronicle-text.ts';
import { openQuickSandbox } from './sandbox.ts';
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
