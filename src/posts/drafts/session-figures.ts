import type { Facts } from '#src/transcript/facts.ts';
import { counted, duration } from '#src/lib/text/day.ts';

/** `It took 2 h 20 min of work and 12 prompts. 11 files changed (+612 −148). Of 17 test runs, 8 failed.` */
export function figuresOf({ head: { activeMinutes, prompts, edits, tests } }: Pick<Facts, 'head'>): string {
  return [
    prompts === 0
      ? ''
      : `It took ${activeMinutes < 1 ? 'less than a minute' : `${duration(activeMinutes)} of work`} and ${counted(prompts, 'prompt')}.`,
    edits.files === 0 ? '' : `${counted(edits.files, 'file')} changed (+${edits.added} −${edits.removed}).`,
    tests.runs === 0
      ? ''
      : `Of ${counted(tests.runs, 'test run')}, ${tests.failed === 0 ? 'none' : tests.failed} failed.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
