import { describe, expect, it } from 'vitest';
import { workTotals, workWords } from '#src/archive/work-totals.ts';
import { aCommit, aFile, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

const { head } = someFacts({ files: [aFile()], commits: [aCommit()] });
const busy = { ...aSession(), facts: head };

describe('workTotals', () => {
  it('adds up what sessions did, and leaves out what did not happen', () => {
    expect(workTotals([busy, busy, aSession()])).toEqual([
      { label: 'Prompts', value: '2' },
      { label: 'Active time', value: '1 h 22' },
      { label: 'Lines changed', value: '+6 −2' },
      { label: 'Commits', value: '2' },
    ]);
    const tested = { ...head, tests: { runs: 3, failed: 1 } };
    expect(workTotals([{ ...aSession(), facts: tested }]).at(-1)).toEqual({ label: 'Test runs', value: '3, 1 failed' });
    expect(workTotals([aSession()])).toEqual([]);
  });
});

describe('workWords', () => {
  it('names what a session did', () => {
    expect(workWords(busy)).toEqual(['1 prompt', '1 file', '1 commit']);
    expect(workWords(aSession())).toEqual([]);
  });
});
