import { describe, expect, it } from 'vitest';
import { withRenewedCount, withRenewedPrompts } from '#src/chronicle/candidate-summary.ts';
import { fileWith } from './generated.ts';

const body = (summary: string) =>
  fileWith(`\n## Events\n\n- [ERROR] One\n  recorded: r-1 cause\n\n## Summary\n\n${summary}\n`);

describe('withRenewedCount', () => {
  it.each([
    ['no events from 4 prompts of the transcript.', '1 event (1 error) from 4 prompts of the transcript.'],
    ['2 unconfirmed events (2 errors) from 4 prompts', '1 event (1 error) from 4 prompts'],
    ['3 events (3 errors) and 1 unconfirmed event (1 pivot)', '1 event (1 error)'],
    [
      '12 prompts in the prompt history; the transcript is gone.',
      '12 prompts in the prompt history; the transcript is gone.',
    ],
  ])('counts recorded events like logged ones after "%s"', (before, after) => {
    expect(withRenewedCount(body(`Auto-generated: ${before}`))).toBe(body(`Auto-generated: ${after}`));
  });
});

it.each(['no candidate events', '2 candidate events (2 pivots)', '1 event (1 error) and 1 candidate event (1 pivot)'])(
  'renews the counts of an earlier version: %s',
  (before) => {
    expect(withRenewedCount(body(`Auto-generated: ${before} from 4 prompts of the transcript.`))).toBe(
      body('Auto-generated: 1 event (1 error) from 4 prompts of the transcript.'),
    );
  },
);

describe('withRenewedPrompts', () => {
  it.each([
    ['1 event (1 error) from 4 prompts in the transcript.', '1 event (1 error) from 12 prompts in the transcript.'],
    ['no events from 1 prompt of the transcript.', 'no events from 12 prompts of the transcript.'],
    ['1 event (1 error)', '1 event (1 error)'],
    [
      'no events. Began with: from 4 prompts in the transcript.',
      'no events. Began with: from 4 prompts in the transcript.',
    ],
  ])('renews the number in "%s"', (before, after) => {
    expect(withRenewedPrompts(body(`Auto-generated: ${before}`), 12)).toBe(body(`Auto-generated: ${after}`));
  });

  it('leaves a written summary alone', () => {
    const file = body('Auto-generated: 1 event (1 error) from 4 prompts in the transcript.\n\nSomebody wrote this.');
    expect(withRenewedPrompts(file, 12)).toBe(file);
  });
});
