import { describe, expect, it } from 'vitest';
import { nextStepTaken } from '#src/archive/step-taken.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { noted } from './a-session.ts';

const STEP = 'Run the long test on the NAS.';
const first = suggesting('2026-09-01', STEP);

describe('nextStepTaken', () => {
  it('is the first later session that lists the step as completed', () => {
    const later = noted('2026-09-02', '## Handoff\n\nCompleted: run the long test on the NAS\n');
    const latest = noted('2026-09-03', `## Handoff\n\nCompleted: ${STEP}\n`);
    expect(nextStepTaken(first, [latest, later, first])).toEqual({ session: later, how: 'done' });
    expect(nextStepTaken(suggesting('2026-09-04', STEP), [latest, later, first])).toBe(null);
  });

  it('is one whose first prompt asked for it, if none completed it', () => {
    const { head } = someFacts({ head: { titles: { prompt: 'run the long test on the NAS' } } });
    const asked = { ...noted('2026-09-02', ''), facts: head };
    expect(nextStepTaken(first, [asked, first])).toEqual({ session: asked, how: 'asked' });
    const done = noted('2026-09-04', `## Handoff\n\nCompleted: ${STEP}\n`);
    expect(nextStepTaken(first, [done, asked, first])?.how).toBe('done');
  });

  it('takes no other words, no other project, and no words that are the same by chance', () => {
    const other = noted('2026-09-02', '## Handoff\n\nCompleted: Ran the long test\n');
    const elsewhere = noted('2026-09-02', `## Handoff\n\nCompleted: ${STEP}\n`, { project: 'tidepool' });
    expect(nextStepTaken(first, [other, elsewhere, first])).toBe(null);
    const short = noted('2026-09-02', '## Handoff\n\nCompleted: Merge it\n');
    expect(nextStepTaken(suggesting('2026-09-01', 'Merge it'), [short, first])).toBe(null);
    expect(nextStepTaken(noted('2026-09-01', ''), [other, first])).toBe(null);
  });
});

function suggesting(day: string, step: string) {
  return noted(day, `## Handoff\n\nSuggested Next: ${step}\n`);
}
