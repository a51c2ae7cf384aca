import { expect, it } from 'vitest';
import { currentStep } from '#src/posts/drafts/draft-state.ts';

it.each([
  [0, 0, 3, 'beats'],
  [3, 1, 0, 'redaction'],
  [3, 0, 2, 'redaction'],
  [3, 0, 0, 'export'],
])('currentStep with %d beats and %d and %d open findings', (beats, must, review, step) => {
  expect(currentStep(beats, { must, review })).toBe(step);
});
