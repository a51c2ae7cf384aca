/** Transcripts that client 2.1.329 wrote; what they show was read in them by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { reader } from './harvester.ts';

function factsOf(name: string, project: string) {
  const directory = join(ROOT, 'tests/fixtures/harvest/client');
  const values = readFileSync(join(directory, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const id = values.find(({ type }) => type === 'user').sessionId;
  const harvester = reader({ id, project, now: Date.UTC(2027, 0, 1) });
  for (const [index, value] of values.entries()) harvester.add(value, { file: `${id}.jsonl`, line: index + 1 });
  return harvester.end().facts;
}

describe('the facts of a real session', () => {
  it('with a plan refused with words, an accepted one and an answered question', () => {
    const facts = factsOf('rate-limit-plan', '/home/mina/src/quota');
    expect(facts.plans.map(({ heading, prompt }) => [heading, prompt])).toEqual([['Rate limits per API key', 0]]);
    expect(facts.questions).toMatchObject([
      { question: 'What should happen to a request over the limit?', answer: '429 with Retry-After', prompt: 0 },
    ]);
    // Two plans were written too, to a file of Claude Code's own.
    expect(facts.prompts[0]?.did).toEqual({ reads: 1, edits: 4, commands: 0, tests: 3, failedTests: 1 });
    expect(facts.files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ['bucket.mjs', 14, 1],
      ['bucket.test.mjs', 12, 0],
      ['server.mjs', 6, 0],
    ]);
    expect(facts.failures.map(({ line }) => line)).toEqual([
      '✖ refills while requests keep coming: AssertionError [ERR_ASSERTION]: false == true',
    ]);
    expect(facts.commits).toMatchObject([
      {
        ...{ hash: '4bbc6ae', subject: 'Limit requests per API key', branch: 'feat/limits', prompt: 1 },
        body: '429 with Retry-After above one a second, burst 10. Buckets are per process.',
      },
    ]);
  });

  it('with a new name, a compaction and a subagent in the background', () => {
    const facts = factsOf('wordcount-unicode', '/home/kofi/code/wordcount');
    expect(facts.prompts).toHaveLength(4);
    expect(facts.prompts.some(({ isQueued }) => isQueued)).toBe(false);
    expect(facts.head.titles).toMatchObject({ custom: 'unicode words', commit: 'Count words of any script' });
    expect(facts.compactions.map(({ summary }) => summary)).toEqual([
      'The user wants words() to count any script with the standard library only. count.py now counts runs of isalpha characters and its tests pass. Remaining - check other scripts, commit.',
    ]);
    expect(facts.subagents).toMatchObject([{ type: 'Explore', description: 'Find text splitting', prompt: 0 }]);
    // The exit code of the first run is hidden by a pipe.
    expect(facts.tests.map(({ isFailed }) => isFailed)).toEqual([true, false]);
    expect(facts.head).toMatchObject({ ending: 'answered', model: 'claude-opus-5-5', tokens: 1538 });
  });

  it('with refused commands, an interrupt and no long answer', () => {
    const facts = factsOf('photos-cleanup', '/home/x');
    expect(facts.prompts.map(({ did }) => did.commands)).toEqual([2, 1, 0, 0]);
    expect(facts.failures).toEqual([]);
    expect(facts.outcome).toBeNull();
    expect(facts.head.ending).toBe('answered');
  });
});
