import { describe, expect, it } from 'vitest';
import { choiceIn } from '#src/transcript/choices.ts';

const origin = { id: 'record-9', at: 0, file: 's.jsonl', line: 9 };
const choice = (prompt: string, answer: string) => choiceIn(prompt, answer, origin);
const OPTIONS =
  'There are two ways to store the carts:\n\n1. **SQLite**: one file, no server\n2. **Postgres**: shared by all pods\n\nWhich one do you want?';
const PROPOSAL =
  "The order takes 300 ms, and the mail takes the rest because it waits for the server. I'd move the mail into the queue.";

it.each([
  ...['I was hoping for something with less locking', 'I think neither', 'I', 'yes', '2'],
  ...['and what happens when two pods write at once?', "I don't know, which one is right"],
  'TypeError: x is undefined\n    at run (jobs.js:3:1)',
])('chooses nothing: %s', (prompt) => {
  expect(choice(prompt, OPTIONS)).toBeNull();
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
