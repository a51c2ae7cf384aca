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
        recorded: { statement: 'question' },
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
    'word '.repeat(100),
  ])('is not chosen by: %s', (prompt) => {
    expect(choice(prompt, OPTIONS)).toBeNull();
  });

  it('is not chosen where nothing is asked', () => {
    expect(choice('2', OPTIONS.replace('Which one do you want?', 'Both are installed.'))).toBeNull();
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

  it.each([
    ['the prompt says more', 'yes, but keep the log where it is', PROPOSAL],
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
    choice(text.slice(0, 59), text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1500);
  }
});
