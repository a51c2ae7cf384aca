import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ID, started } from './started-session.ts';

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
    [
      'an unknown session',
      ['log', 'ERROR', '--session', 'unknown'],
      'text',
      /No chronicle was found for session unknown/,
    ],
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
