import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PseudoTerminal } from '../cli/pseudo-terminal.ts';
import type { MemoryBox } from './memory-box.ts';
import { playTerminal } from './played-terminal.ts';
import { anEditor, reviewable, statesOf } from './review-box.ts';

describe('what a person answers to chronicle review about proposals', () => {
  it('undoes the last answer, whatever it was', async () => {
    const { box } = reviewable();
    const terminal = review(box);
    await terminal.waitFor('1 of 2');
    await terminal.press('y');
    await terminal.waitFor(/2 of 2[\s\S]+\[u\] undo/);
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(true);
    await terminal.press('u');
    await terminal.waitFor(/restored[\s\S]+1 of 2/);
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
    await terminal.press('n');
    await terminal.waitFor(/> decline[\s\S]+2 of 2/);
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'open' });
    await terminal.press('u');
    await terminal.waitFor(/> undo[\s\S]+> undo[\s\S]+1 of 2/);
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'open', 'p-bbbbbb': 'open' });
    await terminal.press('y');
    await terminal.waitFor(/> apply[\s\S]+> apply[\s\S]+2 of 2/);
    await terminal.press('q');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toContain('Applied p-aaaaaa.\nStill open: p-bbbbbb.');
  });

  it('lets the person change the text first, shows the diff again, and applies what they wrote', async () => {
    const { box } = reviewable();
    const editor = anEditor(box, `sed -i 's/Use LocalDate/Use LocalDate, never Instant/' "$2"; test "$1" = --wait`);
    const terminal = review(box, { VISUAL: `${editor} --wait`, EDITOR: 'false' });
    await terminal.waitFor('1 of 2');
    await terminal.press('e');
    await terminal.waitFor('+Use LocalDate, never Instant.');
    await terminal.press('y');
    await terminal.waitFor('2 of 2');
    await terminal.press('Escape');
    await terminal.waitFor(/Applied p-[0-9a-f]{6}\.\nStill open: p-bbbbbb\./);
    expect(readFileSync(join(box.memoryDirectory, 'feedback_dates.md'), 'utf8')).toContain('never Instant.');
    expect(statesOf(box)).toMatchObject({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'open' });
    expect(readdirSync(join(box.config, 'session-chronicle/cache'))).toEqual([]);
  });

  it('refuses an edited text that is not a memory, keeps it for the next try, and changes nothing', async () => {
    const { box } = reviewable();
    const editor = anEditor(box, `grep -c broken "$1" >> "${box.config}/seen"; echo broken > "$1"`);
    const terminal = review(box, { EDITOR: editor });
    await terminal.waitFor('1 of 2');
    await terminal.press('e');
    await terminal.waitFor('The text has no front matter');
    await terminal.waitFor(
      /Your text has 1 problem:[\s\S]+Nothing was changed\. Edit your text again\.\n[\s\S]+\[e\] edit again/,
    );
    expect(await terminal.screen()).not.toContain('file all proposals');
    await terminal.press('e');
    await terminal.waitFor(/no front matter[\s\S]+edit again[\s\S]+no front matter[\s\S]+edit again/);
    await terminal.press('Escape');
    await terminal.waitFor('Still open: p-aaaaaa, p-bbbbbb.');
    expect(readFileSync(join(box.config, 'seen'), 'utf8')).toBe('0\n1\n');
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
  });

  it.each([
    ['no editor is set', {}, 'No editor is set. Set VISUAL or EDITOR, for example EDITOR=nano.'],
    ['there is none of that name', { EDITOR: 'no-such-editor' }, 'Cannot start the editor no-such-editor.'],
    ['the editor fails', { EDITOR: 'false' }, 'The editor exited with 1. The text was not changed.'],
    ['a shell would do more', { EDITOR: 'touch; touch /' }, 'Cannot start the editor touch;.'],
  ])('says so where %s', async (_, env, sentence) => {
    const { box } = reviewable();
    const terminal = review(box, env);
    await terminal.waitFor('1 of 2');
    await terminal.press('e');
    await terminal.waitFor(sentence);
    await terminal.press('Escape');
    await terminal.waitFor('ended with 0');
  });

  it('does not offer to apply a proposal whose file has changed', async () => {
    const { box } = reviewable();
    box.memory('feedback_money.md', { body: 'Changed meanwhile.' });
    const terminal = review(box);
    await terminal.waitFor('1 of 2');
    await terminal.press('y');
    await terminal.waitFor(/2 of 2[\s\S]+\[n\] decline {2}\[s\] later/);
    await terminal.press('s');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toMatch(
      /The file has changed since this was proposed[\s\S]+Applied p-aaaaaa\.\nStill open: p-bbbbbb\.\n/,
    );
  });

  it('applies nothing if the proposals file was changed meanwhile', async () => {
    const { box } = reviewable();
    const terminal = review(box);
    await terminal.waitFor('1 of 2');
    writeFileSync(box.proposals, readFileSync(box.proposals, 'utf8').replace('Use LocalDate.', 'Use rm -rf.'));
    await terminal.press('y');
    await terminal.waitFor('p-aaaaaa was changed in');
    await terminal.press('Escape');
    await terminal.waitFor('ended with 0');
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
  });
});

function review(box: MemoryBox, env: Record<string, string> = {}): PseudoTerminal {
  return playTerminal(['review'], { env: box.environment(env), cwd: box.checkout });
}
