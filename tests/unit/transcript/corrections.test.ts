import { describe, expect, it } from 'vitest';
import { agrees, correctionIn, objectionIn } from '#src/transcript/corrections.ts';
import { Transcript } from '../import/transcript.ts';

const ORIGIN = { id: 'r', at: 0, file: 'a.jsonl', line: 1 };
const worked = () => new Transcript().prompt('sort the list by date').answers('Done. I sort by mtime.');

describe('a correction in words', () => {
  it('is recorded if the prompt objects and the agent agrees, in the words of the user', () => {
    const { found } = worked()
      .prompt('Thanks for that. No, not mtime, sort by the date in the file name.')
      .answers("You're right, the name has the date. Let me change it.")
      .read();
    expect(found).toEqual([
      expect.objectContaining({
        tag: 'USER-CORRECTION',
        text: 'No, not mtime, sort by the date in the file name',
        source: { from: 'correction', reference: '' },
      }),
    ]);
  });

  it.each([
    ...['No, that is wrong: the dates are in UTC', 'not mtime, the date in the name', "that's not what I asked for"],
    ...['you forgot the header row', 'nein, nicht nach mtime sortieren', 'no, así no: ordena por nombre'],
    ...['不对，应该按名字排序', 'mtimeではなく、名前で並べてください', 'mtimeで並べないで'],
    "tried it. the name gives it away, don't show it before the answer",
  ])('is unconfirmed if only the prompt has its form: %s', (prompt) => {
    expect(worked().prompt(prompt).answers('Changed.').read().found).toEqual([
      expect.objectContaining({ tag: 'USER-CORRECTION', source: null }),
    ]);
  });

  it.each([
    ...['ok now it works', 'yes please push', 'now add a test for it', 'no problem, thanks'],
    ...['no, that is fine as it is', 'why is the sky blue?', 'not sure, what do you think?'],
    "ok that makes sense, don't forget the tests",
  ])('is none: %s', (prompt) => {
    expect(worked().prompt(prompt).answers('Sure.').found()).toEqual([]);
  });

  it.each(['nothing yet', 'no thanks', 'not yet, later', 'noch nicht', 'rien', 'まだです', 'まだ'])(
    'is none, and no choice, in an answer that gives nothing: %s',
    (prompt) => {
      const asked = worked()
        .prompt('good')
        .answers(`${'It has ten birds. '.repeat(6)}Do you have sounds for them?`);
      expect(asked.prompt(prompt).answers('All right.').found()).toEqual([]);
    },
  );

  it('is none in the first prompt', () => {
    expect(new Transcript().prompt("don't use mtime, sort by name").answers('Done.').found()).toEqual([]);
  });

  it('is reported once if a call was refused before', () => {
    const refused = worked().rejects('ls').interrupt(true).prompt('no, use the names').answers("You're right.");
    expect(refused.found()).toEqual(['USER-CORRECTION no, use the names']);
  });
});

describe('agreeing', () => {
  it.each([
    "You're right, that was",
    'You are absolutely right!',
    'Good catch — fixed',
    'Sorry about that',
    'Du hast recht',
    'おっしゃる通りです',
    '你说得对，我改',
  ])('%s', (answer) => {
    expect(agrees(answer)).toBe(true);
  });

  it.each(["You're right to ask! Here is", 'Right now the test runs', 'Done', 'I see'])('is not %s', (answer) => {
    expect(agrees(answer)).toBe(false);
  });
});

it('takes the sentence that corrects, and not what was pasted', () => {
  const prompt = 'Traceback (most recent call last):\n```\nno, error\n```\nStill the same error. Use the other one.';
  expect(objectionIn(prompt)).toBe('Still the same error.');
  expect(correctionIn('How can it stay shut? Not "should not". Cannot.', '', ORIGIN)?.text).toBe(
    'Not "should not". Cannot',
  );
  expect(correctionIn('No. Use tabs. And test it.', '', ORIGIN)).toMatchObject({
    text: 'No. Use tabs',
    details: ['And test it.'],
  });
  expect(objectionIn('````\n```js\nNo, that is wrong.\n```\n````\nGo on.')).toBeNull();
});
