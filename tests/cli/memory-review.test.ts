import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from '../commands/memory-box.ts';
import { NEW_TEXT, reviewable } from '../commands/review-box.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal, type PseudoTerminal } from './pseudo-terminal.ts';

// Without tmux there is no terminal to press keys in.
describe.skipIf(!hasTerminal)('chronicle memory review in a terminal (needs tmux)', () => {
  it('shows what each proposal changes and why, and applies it on the word of the person', async () => {
    const { box } = reviewable();
    const terminal = await review(box);
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 2: NEW feedback_dates.md (p-aaaaaa)');
    const shown = await terminal.screen();
    expect(shown).toContain('p-aaaaaa [NEW] feedback_dates.md');
    expect(shown).toContain('It came back.');
    expect(shown).toMatch(/Evidence: 5e551011-2026-08-03#e-[0-9a-f]{6} \[MEMORY-MISS\] a date with a time/);
    expect(shown).toContain('+Use LocalDate.');
    expect(shown).toContain(
      'MEMORY.md: + - [Feedback dates](feedback_dates.md) — Pickup days are dates without a time',
    );
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
    await terminal.press('Enter');
    await terminal.waitFor('2 of 2: STRENGTHEN feedback_money.md (p-bbbbbb)');
    expect(await terminal.screen()).toContain('-Cents.');
    await terminal.press('Down', 'Down', 'Enter');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toMatch(/Applied p-aaaaaa\.\nSkipped p-bbbbbb\.\n/);
    expect(readFileSync(join(box.memoryDirectory, 'feedback_dates.md'), 'utf8')).toBe(NEW_TEXT);
    expect(readFileSync(join(box.memoryDirectory, 'MEMORY.md'), 'utf8')).toContain('(feedback_dates.md)');
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'approved', 'p-bbbbbb': 'skipped' });
  });

  it('applies all after showing all', async () => {
    const { box } = reviewable();
    const terminal = await review(box);
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('Apply all of these?');
    expect(await terminal.screen()).toMatch(/p-aaaaaa \[NEW\][\s\S]+p-bbbbbb \[STRENGTHEN\]/);
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toContain('Applied p-aaaaaa, p-bbbbbb.');
    expect(readFileSync(join(box.memoryDirectory, 'feedback_money.md'), 'utf8')).toContain('Integer cents.');
  });

  it('asks about one as one', async () => {
    const { box } = reviewable();
    expect((await box.run('memory', 'skip', 'p-bbbbbb')).code).toBe(0);
    const terminal = await review(box);
    await terminal.waitFor('1 open proposal for');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('Apply this change?');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('Applied p-aaaaaa.');
  });

  it('skips all', async () => {
    const { box } = reviewable();
    const terminal = await review(box);
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Down', 'Down', 'Enter');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toContain('Skipped p-aaaaaa, p-bbbbbb.');
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'skipped' });
  });

  it.each(['Escape', 'C-c'])('ends at %s, and what was decided stands', async (key) => {
    const { box } = reviewable();
    const terminal = await review(box);
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 2');
    await terminal.press('Enter');
    await terminal.waitFor('2 of 2');
    await terminal.press(key);
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toMatch(/Applied p-aaaaaa\.\nStill open: p-bbbbbb\.\n/);
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'approved', 'p-bbbbbb': 'open' });
  });

  it('lets the person change the text first, shows the diff again, and applies what they wrote', async () => {
    const { box } = reviewable();
    const editor = anEditor(box, `sed -i 's/Use LocalDate/Use LocalDate, never Instant/' "$2"; test "$1" = --wait`);
    const terminal = await review(box, { VISUAL: `${editor} --wait`, EDITOR: 'false' });
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 2');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('+Use LocalDate, never Instant.');
    await terminal.press('Enter');
    await terminal.waitFor('2 of 2');
    await terminal.press('Escape');
    await terminal.waitFor(/Applied p-[0-9a-f]{6}\.\nStill open: p-bbbbbb\./);
    expect(readFileSync(join(box.memoryDirectory, 'feedback_dates.md'), 'utf8')).toContain('never Instant.');
    expect(statesOf(box)).toMatchObject({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'open' });
    expect(readdirSync(join(box.config, 'session-chronicle/cache'))).toEqual([]);
  });

  it('refuses an edited text that is no memory, keeps it for the next try, and changes nothing', async () => {
    const { box } = reviewable();
    const editor = anEditor(box, `grep -c broken "$1" >> "${box.config}/seen"; echo broken > "$1"`);
    const terminal = await review(box, { EDITOR: editor });
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 2');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('The text has no front matter');
    await terminal.waitFor(
      /Your text has a fault:[\s\S]+Nothing was written\. Edit your text again\.\n[\s\S]+Apply as shown/,
    );
    expect(await terminal.screen()).not.toContain('propose all of it');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor(
      /no front matter[\s\S]+no front matter[\s\S]+Edit your text again\.[\s\S]+Edit your text again/,
    );
    await terminal.press('Escape');
    await terminal.waitFor('Still open: p-aaaaaa, p-bbbbbb.');
    expect(readFileSync(join(box.config, 'seen'), 'utf8')).toBe('0\n1\n');
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
  });

  it.each([
    ['no editor is set', {}, 'No editor is set. Set VISUAL or EDITOR to one'],
    ['there is none of that name', { EDITOR: 'no-such-editor' }, 'The editor no-such-editor cannot be started.'],
    ['the editor fails', { EDITOR: 'false' }, 'The editor ended with 1. The text stays as it was.'],
    ['a shell would do more', { EDITOR: 'touch; touch /' }, 'The editor touch; cannot be started.'],
  ])('says so where %s', async (_, env, sentence) => {
    const { box } = reviewable();
    const terminal = await review(box, env);
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 2');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor(sentence);
    await terminal.press('Escape');
    await terminal.waitFor('ended with 0');
  });

  it('outlives Ctrl-C in the editor', async () => {
    const { box } = reviewable();
    const editor = anEditor(box, `kill -INT $PPID; sed -i 's/Use LocalDate/Take LocalDate/' "$1"`);
    const terminal = await review(box, { EDITOR: editor });
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 2');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor(/\+Take LocalDate[\s\S]+1 of 2/);
    await terminal.press('Enter');
    await terminal.waitFor('2 of 2');
    await terminal.press('C-c');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toContain('Still open: p-bbbbbb.');
  });

  it('does not offer to apply what was proposed for another state of the file', async () => {
    const { box } = reviewable();
    box.memory('feedback_money.md', { body: 'Changed meanwhile.' });
    const terminal = await review(box);
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('Apply the one whose file is as it was?');
    expect(await terminal.screen()).toContain('The file was changed since this was proposed');
    await terminal.press('Down', 'Enter');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toMatch(/Applied p-aaaaaa\.\nStill open: p-bbbbbb\.\n/);
  });

  it('applies nothing that was changed in the file of proposals while the person looked at it', async () => {
    const { box } = reviewable();
    const terminal = await review(box);
    await terminal.waitFor('2 open proposals for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 2');
    writeFileSync(box.proposals, readFileSync(box.proposals, 'utf8').replace('Use LocalDate.', 'Use rm -rf.'));
    await terminal.press('Enter');
    await terminal.waitFor('p-aaaaaa was changed in');
    await terminal.press('Escape');
    await terminal.waitFor('ended with 0');
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
  });

  it('prints what could steer a terminal as its number', async () => {
    const box = openMemoryBox();
    const steer = String.fromCharCode(27);
    const id = box.session('2026-08-03', `[MEMORY-MISS] ${steer}[31mred`);
    box.proposal({
      id: 'p-cccccc',
      session_id: id,
      file: `a${steer}[2J.md`,
      text: NEW_TEXT,
      reason: `x ${steer}[2Jy`,
    });
    const terminal = await review(box);
    await terminal.waitFor('1 open proposal for');
    await terminal.press('Enter');
    await terminal.waitFor('1 of 1');
    const shown = await terminal.screen();
    expect(shown).toContain('x \\u{1b}[2Jy');
    expect(shown).toContain('NEW a\\u{1b}[2J.md');
    await terminal.press('Escape');
    await terminal.waitFor('Still open: p-cccccc.');
  });

  it('says where there is nothing to review, and where there is', async () => {
    const { box } = reviewable();
    const terminal = await openTerminal([process.execPath, CLI, 'memory', 'review'], {
      env: box.environment(),
      cwd: box.config,
    });
    await terminal.waitFor('ended with 0');
    const shown = (await terminal.screen()).replaceAll('\n', '');
    expect(shown).toContain('There are no open proposals in ');
    expect(shown).toContain('There are 2 proposals for inkwell: name the project with --project.');
  });
});

function review(box: MemoryBox, env: Record<string, string> = {}): Promise<PseudoTerminal> {
  const surroundings = { env: box.environment(env), cwd: box.checkout };
  return openTerminal([process.execPath, CLI, 'memory', 'review'], surroundings);
}

/** A program that does to the file it is given what a script of the shell says. */
function anEditor(box: MemoryBox, script: string): string {
  const path = join(box.config, 'editor');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function statesOf(box: MemoryBox): Record<string, string> {
  const lines = readFileSync(box.proposals, 'utf8').trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ id, state }) => [id, state]));
}
