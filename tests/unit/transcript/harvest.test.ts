import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { factsSchema } from '#src/transcript/facts.ts';
import { factsTexts, withSafeTexts } from '#src/transcript/safe-texts.ts';
import { Transcript } from '../import/transcript.ts';
import { harvestOf, harvestOfScript } from './harvester.ts';

const SESSION = `
about: A session without a logged event
language: en
project: /home/robin/code/relay
branch: rb/12-retry-clock
start: 2026-09-14T08:02:00Z
steps:
  - user: "Hi, could you please find out why the retry test is flaky? It fails in CI."
  - read: src/retry.go
    output: "package retry"
  - bash: go test ./...
    fails: "--- FAIL: TestRetry (0.01s)"
  - assistant: "Both tests share one clock."
  - queued: "also look at the timeout"
  - edit: src/retry.go
    old: "a\\nb\\n"
    new: "a\\nc\\nd\\n"
  - bash: go test ./...
    output: "ok"
  - bash: git add -A && git commit -m "Give each test its own clock" -m "They shared a global one."
    output: "[rb/12-retry-clock a1b2c3d] Give each test its own clock\\n 1 file changed"
  - assistant: "The retry test was flaky because both tests shared one global clock, and whichever ran second saw a time in the future. Each test now gets its own clock through the options. The timeout was fine: it is only read once. All tests pass ten times in a row."
`;

const schema = z.extend(z.omit(factsSchema, { found: true, evidence: true }), {
  head: z.omit(factsSchema.shape.head, { harvested: true, transcripts: true }),
});

describe('the facts of a session', () => {
  const { facts, events } = harvestOfScript(SESSION);

  it('have the form that is written', () => {
    expect(schema.safeParse(facts).error).toBeUndefined();
  });

  it('are its prompts with what was done under each, also the one typed while the agent worked', () => {
    expect(facts.prompts.map(({ text, isQueued }) => `${isQueued ? '(queued) ' : ''}${text}`)).toEqual([
      'Hi, could you please find out why the retry test is flaky? It fails in CI.',
      '(queued) also look at the timeout',
    ]);
    expect(facts.prompts.map(({ did }) => did)).toEqual([
      { reads: 1, edits: 1, commands: 0, tests: 1, failedTests: 1 },
      { reads: 0, edits: 0, commands: 1, tests: 1, failedTests: 0 },
    ]);
  });

  it('are its files, tests, commits, failures and outcome', () => {
    expect(facts.files).toEqual([{ path: 'src/retry.go', edits: 1, added: 2, removed: 1, prompts: [0] }]);
    expect(facts.tests.map(({ command, isFailed }) => [command, isFailed])).toEqual([
      ['go test ./...', true],
      ['go test ./...', false],
    ]);
    expect(facts.commits).toMatchObject([
      { hash: 'a1b2c3d', subject: 'Give each test its own clock', body: 'They shared a global one.', prompt: 1 },
    ]);
    expect(facts.failures).toMatchObject([{ command: 'go test ./...', line: 'FAIL: TestRetry', times: 1, prompt: 0 }]);
    expect(facts.outcome?.text).toMatch(/^The retry test was flaky/);
    expect(facts.head).toMatchObject({
      prompts: 2,
      commits: 1,
      edits: { files: 1, added: 2, removed: 1 },
      tests: { runs: 2, failed: 1 },
      ending: 'answered',
      titles: { commit: 'Give each test its own clock', prompt: 'Find out why the retry test is flaky' },
    });
  });

  it('come with the events', () => {
    expect(events.map(({ source }) => source)).toContainEqual({ from: 'commit', reference: 'a1b2c3d' });
  });

  it('lose their secrets in every text, and are shortened after that', () => {
    const long = new Transcript().prompt('a'.repeat(5000)).records;
    const { facts: found } = harvestOf(long);
    expect(factsTexts(found).length).toBeGreaterThan(0);
    const safe = withSafeTexts(found, (text) => text.replaceAll('a', 'b'));
    expect(safe.prompts[0]?.text).toHaveLength(2000);
    expect(safe.prompts[0]?.text).toMatch(/^b+…$/);
    expect(JSON.stringify(safe.head.titles)).not.toContain('a'.repeat(3));
  });
});

it('names a changed file behind an error as the list of files does', () => {
  const steps = `
  - user: the retry test is flaky
  - read: src/retry.go
    output: "package retry"
  - assistant: "The root cause is that both tests share one global clock."
  - edit: src/retry.go
    old: "clock := global"
    new: "clock := fake()"
  - assistant: "Fixed."
`;
  const { facts } = harvestOfScript(`${SESSION.slice(0, SESSION.indexOf('steps:'))}steps:${steps}`);
  expect(facts.diffs.map(({ path, lines }) => [path, lines])).toEqual([
    ['src/retry.go', '-clock := global\n+clock := fake()'],
  ]);
});
