import { describe, expect, it } from 'vitest';
import { choiceIn } from '#src/import/signals/choices.ts';
import { Transcript } from '../transcript.ts';

const origin = { id: 'record-9', at: 0, file: 's.jsonl', line: 9 };
const choice = (prompt: string, text: string, hasEdits = false) => choiceIn(prompt, { text, hasEdits }, origin);
const OPTIONS =
  'There are two ways to store the carts:\n\n1. **SQLite**: one file, no server\n2. **Postgres**: shared by all pods\n\nWhich one do you want?';

describe('a choice in the conversation', () => {
  it.each(['2', 'option 2', 'go with 2 please', 'the second one', "let's do 2", 'B'])(
    'is the option that %s names',
    (prompt) => {
      expect(choice(prompt, OPTIONS)).toMatchObject({
        tag: 'DECISION',
        text: 'Postgres: shared by all pods',
        recorded: { statement: 'question' },
      });
    },
  );

  it('is a short answer with its question', () => {
    const answer = '1,204 invoices appear in two files, and a few were corrected since. Should I drop one copy?';
    expect(choice('keep the newer one', answer)).toMatchObject({
      text: 'Should I drop one copy? keep the newer one',
      recorded: null,
    });
  });

  it('is the proposal that a prompt agrees to, with its reason', () => {
    const answer =
      "The order takes 300 ms, and the mail takes the rest because it waits for the server. I'd move the mail into the queue.";
    expect(choice('yes do that for the mail', answer)).toMatchObject({
      text: 'Move the mail into the queue',
      details: [
        'yes do that for the mail',
        'The order takes 300 ms, and the mail takes the rest because it waits for the server.',
      ],
    });
  });

  it('is a short prompt after a turn that changed nothing, with what it refers to', () => {
    const answer =
      'Bonferroni is conservative here; Holm is never worse and as easy to explain. The items are correlated.';
    expect(choice('Holm it is', answer)?.text).toBe(
      'Holm it is: Bonferroni is conservative here; Holm is never worse and as easy to explain',
    );
    expect(choice('Holm it is', answer, true)).toBeNull();
  });

  it.each([
    ['small talk is answered', 'nothing yet', 'Hi! What are you working on?'],
    [
      'the question is about how to go on',
      'yes',
      `${'All of it is done and the tests are green. '.repeat(3)}Shall I commit?`,
    ],
    ['the prompt is the next task', 'now add a test for the empty cart', OPTIONS.replace('Which one do you want?', '')],
    ['the prompt asks', 'what does the second one cost?', OPTIONS],
    ['the prompt objects', 'no, neither of them', OPTIONS],
    ['the prompt asks without a mark', 'doh. which one is faster', OPTIONS.replace('Which one do you want?', '')],
    ['the prompt only thanks', 'thanks!', `${'It is read twice and that is slow. '.repeat(4)}`],
    ['the prompt is a long task', 'word '.repeat(100), OPTIONS],
  ])('is none where %s', (_, prompt, answer) => {
    expect(choice(prompt, answer)).toBeNull();
  });

  it('makes a finding that the prompt has done a decision', () => {
    const answer =
      'The reference would be steadier with the internal source, because it does not depend on the battery.';
    const said = new Transcript().prompt('can it use something else?').runs('cat adc.c').answers(answer);
    expect(said.prompt('do it').answers('Done.').read().found).toEqual([
      expect.objectContaining({ tag: 'DECISION', origin: expect.objectContaining({ id: 'record-4' }) }),
    ]);
  });
});

it('reads a hostile megabyte in a moment', () => {
  for (const piece of ["I'd ", '1. a\n', 'Should I? ', 'which ', 'x? ', '**a**: b\n', 'yes, ']) {
    const text = piece.repeat(1_000_000 / piece.length);
    const started = process.cpuUsage();
    choice('yes', text);
    choice(text.slice(0, 399), text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1500);
  }
});
