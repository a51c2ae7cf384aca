import { describe, expect, it } from 'vitest';
import { choiceIn } from '#src/transcript/choices.ts';

const origin = { id: 'record-9', at: 0, file: 's.jsonl', line: 9 };
const choice = (prompt: string, answer: string) => choiceIn(prompt, answer, origin);
const OPTIONS =
  'There are two ways to store the carts:\n\n1. **SQLite**: one file, no server\n2. **Postgres**: shared by all pods\n\nWhich one do you want?';
const PROPOSAL =
  "The order takes 300 ms, and the mail takes the rest because it waits for the server. I'd move the mail into the queue.";

describe('an option', () => {
  it.each(['2', '2.', 'B)', 'b', 'option 2', 'Option B', 'go with 2 please', 'the second one', "let's do 2", '#2'])(
    'is chosen by a prompt that is the option: %s',
    (prompt) => {
      expect(choice(prompt, OPTIONS)).toMatchObject({
        tag: 'DECISION',
        text: 'Postgres: shared by all pods',
        details: ['Which one do you want?', `“${prompt}”`],
        source: { from: 'dialog' },
      });
    },
  );

  it.each([
    'I was hoping for something with less locking',
    'I think neither',
    'I',
    'ii',
    'and what happens when two pods write at once?',
    'a dry run first',
    'do a dry run before we decide',
    'b is what I know, but is it fast',
    '2 pods write at once',
    'the second pod is down',
    '7',
    'yes',
    '2 or 3?',
    'word '.repeat(100),
  ])('is not chosen by: %s', (prompt) => {
    expect(choice(prompt, OPTIONS)).toBeNull();
  });

  it('is not chosen where nothing is asked', () => {
    expect(choice('2', OPTIONS.replace('Which one do you want?', 'Both are installed.'))).toBeNull();
  });
});

describe('an answer in own words', () => {
  const ASKED = `${'1,204 invoices appear in two files. '.repeat(3)}Should I drop one copy?`;

  it('is a decision in the words of the prompt, with the question below it', () => {
    expect(choice('keep the newer one of the two', ASKED)).toMatchObject({
      tag: 'DECISION',
      text: 'keep the newer one of the two',
      details: ['Should I drop one copy?'],
      source: { from: 'dialog' },
    });
  });

  it('is one if it has a word of the question', () => {
    const asked = `${'The regions differ from the report. '.repeat(3)}Does finance count Turkey as EMEA?`;
    expect(choice('tr is emea for them', asked)?.text).toBe('tr is emea for them');
    expect(choice('nobody told me so far', asked)).toBeNull();
  });

  it.each([
    'what happens to the older one?',
    "I don't know, which one is right",
    'neither',
    'you decide',
    'no, leave both of them',
    'do a dry run before we decide',
    'add a test for the empty file',
    'and the credit notes as well',
    'I was hoping for something simpler',
    'sounds good, commit it',
    'word '.repeat(100),
    'TypeError: x is undefined\n    at run (jobs.js:3:1)',
  ])('is none in: %s', (prompt) => {
    expect(choice(prompt, ASKED)).toBeNull();
  });

  it('is none where nothing is asked, or only how to go on', () => {
    const told = '1,204 invoices appear in two files. '.repeat(3);
    expect(choice('keep the newer one of the two', told)).toBeNull();
    expect(choice('keep the newer one of the two', `${told}Shall I continue?`)).toBeNull();
  });
});

describe('a proposal', () => {
  it.each(['yes', 'ok, do it', 'go for it', 'please do', 'mach das so'])('is taken up by: %s', (prompt) => {
    expect(choice(prompt, PROPOSAL)).toMatchObject({
      tag: 'DECISION',
      text: 'Move the mail into the queue',
      details: ['The order takes 300 ms, and the mail takes the rest because it waits for the server.'],
    });
  });

  it('has what the prompt says besides in its details', () => {
    const [said] = choice('yes, for the mail and the export', PROPOSAL)?.details ?? [];
    expect(said).toBe('for the mail and the export');
  });

  it.each([
    ['the prompt has a condition', 'yes, but keep the log where it is', PROPOSAL],
    ['the prompt is another task', 'add a test for the empty cart', PROPOSAL],
    ['it is about how to go on', 'yes', `${'All of it is done and green. '.repeat(4)}Shall I commit?`],
    ['it offers two things', 'yes', `${'It is read twice. '.repeat(6)}Should I cache it or read it once?`],
    ['the answer only talks', 'ok', 'Hi! What are you working on?'],
  ])('is not taken up where %s', (_, prompt, answer) => {
    expect(choice(prompt, answer)).toBeNull();
  });
});

it('reads a hostile megabyte in a moment', () => {
  for (const piece of ["I'd ", '1. a\n', 'Should I? ', 'which ', 'x? ', '**a**: b\n', 'yes, ']) {
    const text = piece.repeat(1_000_000 / piece.length);
    const started = process.cpuUsage();
    choice('yes', text);
    choice(text.slice(0, 139), text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1500);
  }
});
