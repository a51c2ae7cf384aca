import { describe, expect, it } from 'vitest';
import { dryFireFault } from '#src/doctor/dry-fire-answer.ts';

const ANSWER = { code: 0, stdout: '', stderr: '', chronicle: null };
const REMINDER =
  '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"Session chronicle active"}}';

describe('dryFireFault', () => {
  it('accepts a start only with a chronicle and a reminder in the right form', () => {
    const start = (changes: object) => dryFireFault('SessionStart', { ...ANSWER, ...changes });
    expect(start({ stdout: REMINDER, chronicle: 'text' })).toBeNull();
    expect(start({ stdout: REMINDER })).toBe('it created no chronicle.');
    expect(start({ chronicle: 'text', stdout: 'broken {' })).toBe('it printed no reminder for the agent.');
  });

  it('quotes the error of a failed hook in one line', () => {
    expect(dryFireFault('SessionEnd', { ...ANSWER, code: 2, stderr: 'The disk\nis full.\n' })).toBe(
      'The disk is full.',
    );
    expect(dryFireFault('PreToolUse', { ...ANSWER, code: 1 })).toBe('it exited with 1 and printed no error.');
    expect(dryFireFault('log', { ...ANSWER, code: null })).toBe('it was killed after 10 s.');
  });

  it('looks for the event, the permission and the summary', () => {
    expect(dryFireFault('log', { ...ANSWER, chronicle: '' })).toBe('the event did not reach the chronicle.');
    expect(dryFireFault('PreToolUse', ANSWER)).toBe('it did not allow the agent to log an event.');
    expect(dryFireFault('SessionEnd', { ...ANSWER, chronicle: '' })).toBe('it wrote no summary into the chronicle.');
  });
});
