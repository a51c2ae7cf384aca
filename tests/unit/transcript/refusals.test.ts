import { describe, expect, it } from 'vitest';
import { Transcript } from '../import/transcript.ts';

const began = () => new Transcript().prompt('clean up');

describe('a correction by the user', () => {
  it('is a refused call and the next prompt, with the name of the call', () => {
    const { found } = began().rejects('rm -rf dist').interrupt(true).prompt('move it away instead').read();
    expect(found).toEqual([
      expect.objectContaining({
        tag: 'USER-CORRECTION',
        text: 'move it away instead',
        details: ['refused or stopped rm: rm -rf dist'],
        origin: { id: 'record-4', at: Date.UTC(2026, 2, 24, 13, 0, 4), file: 'session-1.jsonl', line: 5, prompt: 1 },
      }),
    ]);
  });

  it('is the reason typed into the refusal, and not the next prompt', () => {
    const note = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention …";
    expect(began().rejects('npm i', `use pnpm${note}`).answers('Yes.').prompt('and then test').found()).toEqual([
      'USER-CORRECTION use pnpm',
    ]);
  });

  it.each([
    ['AskUserQuestion', { questions: [{ question: 'Which database?' }] }, 'refused AskUserQuestion: Which database?'],
    ['ExitPlanMode', { plan: '# Move the carts\n\nFirst …' }, 'refused ExitPlanMode: # Move the carts'],
    ['Unknown', {}, 'refused or stopped Unknown'],
  ])('names what %s asked', (name, input, detail) => {
    const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    const transcript = began().call(name, input, refusal, 'User rejected tool use', true).prompt('use duckdb');
    expect(transcript.read().found[0]?.details).toEqual([detail]);
  });

  it('says refused if a reason was typed', () => {
    expect(began().rejects('npm i', 'use pnpm').read().found[0]?.details).toEqual(['refused npm i: npm i']);
  });

  it('is an interrupt and the next prompt', () => {
    const [found] = began().answers('I shall').interrupt().prompt('read the docs first').read().found;
    expect(found).toMatchObject({ text: 'read the docs first', details: ['interrupted the answer'] });
  });

  it('is one event if several calls were refused at once', () => {
    expect(began().rejects('touch a').rejects('touch b').interrupt(true).prompt('only a').read().found).toEqual([
      expect.objectContaining({
        text: 'only a',
        details: ['refused or stopped touch: touch a', 'refused or stopped touch: touch b'],
      }),
    ]);
  });

  it.each([
    ['nothing is said after it', began().rejects('ls').interrupt(true)],
    ['the model is told to go on', began().interrupt().prompt('continue')],
    ['the model is thanked', began().rejects('ls').interrupt(true).prompt('Thank you so much, great work!')],
    ['a command of the client is typed', began().interrupt().prompt('/cost')],
    ['the reason is praise', began().rejects('ls', 'thanks, looks good')],
    ['it is approved', began().interrupt().prompt('ok now it works')],
    ['it is approved and goes on', began().interrupt().prompt('yes please push')],
    ['the prompt is typed again', began().interrupt().prompt('Clean up.')],
    ['the prompt is typed again with more', began().interrupt().prompt('clean up, then test')],
    ['a question is asked', began().rejects('ls').interrupt(true).prompt('what does that list?')],
    ['a plan is to be carried out', began().interrupt().prompt('Implement the following plan:\n\n# Clean')],
    ['the host wrote the reason', began().rejects('ls', 'The user wants to clarify these questions.')],
    ['only a command of the client follows', began().interrupt().prompt('<command-name>/exit</command-name>')],
  ])('is none where %s', (_, transcript) => {
    expect(transcript.found()).toEqual([]);
  });

  it('is not a refusal by the host, whatever the host calls it', () => {
    const refusal = "Claude requested permissions to write to /a, but you haven't granted it yet.";
    expect(
      began().call('Write', { file_path: '/a' }, refusal, `Error: ${refusal}`, true).prompt('do it by hand').found(),
    ).toEqual([]);
  });

  it('is a prompt that objects, without a refusal before it', () => {
    expect(began().answers('Done.').prompt('no, not like that').found()).toEqual(['USER-CORRECTION no, not like that']);
  });

  it('skips a prompt that was withdrawn before the answer', () => {
    const transcript = began()
      .answers('Done.')
      .prompt('hang on', { parentUuid: 'p' })
      .prompt('look at src', { parentUuid: 'p' });
    expect(transcript.read().prompts.map(({ text }) => text)).toEqual(['clean up', 'look at src']);
  });
});
