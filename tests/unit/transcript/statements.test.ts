import { describe, expect, it } from 'vitest';
import { planInPrompt } from '#src/transcript/dialogs.ts';
import { questionEvent } from '#src/transcript/choices.ts';
import { commitEvent, subjectWords } from '#src/transcript/commit-event.ts';
import { Transcript } from '../import/transcript.ts';

const origin = { id: 'record-1', at: 0, file: 's.jsonl', line: 1 };
const commit = (subject: string, body = '') => commitEvent({ hash: 'a1b2c3d', subject, body }, origin);

describe('a commit', () => {
  it('that mends is an error, with the cause in its details', () => {
    const body = 'Adds a lock.\nTwo tabs refreshed at once and the second was refused.\n\nCo-Authored-By: X <x@y.z>';
    expect(commit('fix(auth): refresh twice [AB-12]', body)).toEqual({
      tag: 'ERROR',
      text: 'Refresh twice: Two tabs refreshed at once and the second was refused',
      details: ['Adds a lock.'],
      origin,
      source: { from: 'commit', reference: 'a1b2c3d' },
    });
  });

  it.each([
    ['fix(ci): install libfuse2', 'The new image no longer ships libfuse2, so packing stopped.'],
    ['fix: pin the client', 'Version 4 has a bug upstream that drops headers.'],
    ['Fix wording of the manual', 'It says frame everywhere instead of picture.'],
    ['fix(docs): name the flag', 'The old name was wrong since version 2.'],
  ])('that fixes something outside or only words is a decision: %s', (subject, body) => {
    expect(commit(subject, body)).toMatchObject({ tag: 'DECISION' });
  });

  it('with a reason is a decision', () => {
    const reason = 'Each service counted alone, so limits were too high';
    expect(commit('Move the limiter to the gateway', `${reason}.`)).toMatchObject({
      tag: 'DECISION',
      text: `Move the limiter to the gateway: ${reason}`,
      source: { reference: 'a1b2c3d' },
    });
  });

  it('that reverts is a pivot', () => {
    expect(commit('Revert "Cache the totals"', 'This reverts commit 1234567.')).toMatchObject({ tag: 'PIVOT' });
  });

  it('without a body says less, and nothing if its subject gives no reason', () => {
    expect(commit('fix: totals counted twice')).toMatchObject({ tag: 'ERROR', salience: 2 });
    expect(commit('Use sqlite instead of files')).toMatchObject({ tag: 'DECISION', salience: 2 });
    expect(commit('feat: add dark mode')).toBeNull();
  });

  it.each([
    'Address review',
    'fix: address review comments (#12)',
    'Apply feedback from the review',
    'Fix PR comments',
  ])('that answers a review is a decision in the first words of its body: %s', (subject) => {
    const { tag, text, details } = commit(subject, 'It lives in the gateway.\nIt broke the health check.') ?? {};
    expect([tag, text, details]).toEqual(['DECISION', 'It lives in the gateway', ['It broke the health check.']]);
    expect(commit(subject)).toBeNull();
  });

  it.each(['wip', 'fix', 'fix: typo', 'chore: bump deps', 'docs: explain the flags', 'Merge branch main', ''])(
    'says nothing: %s',
    (subject) => {
      expect(commit(subject)).toBeNull();
    },
  );

  it.each([
    ['fix(api)!: drop the cache (#12)', 'drop the cache'],
    ['[AB-12] Drop the cache', 'Drop the cache'],
    ['AB-12: feat: drop the cache', 'drop the cache'],
    ['🐛 drop the cache', 'drop the cache'],
    [':bug: fix: drop the cache', 'drop the cache'],
  ])('has a subject without prefixes: %s', (subject, words) => {
    expect(subjectWords(subject)).toBe(words);
  });
});

describe('an accepted plan', () => {
  it('is the title of a session and no event', () => {
    const plan = '# Move carts to Redis\n\nCarts vanish when a pod restarts, because they are in memory.';
    const planned = new Transcript().prompt('plan it').call('ExitPlanMode', { plan }, 'ok', { plan });
    expect(planned.found()).toEqual([]);
    expect(new Transcript().prompt(`Implement the following plan:\n\n${plan}`).found()).toEqual([]);
  });

  it('is found in the prompt that the host writes', () => {
    expect(planInPrompt('Implement the following plan:\n\n# Move carts')).toBe('# Move carts');
    expect(planInPrompt('implement it')).toBeNull();
  });
});

describe('an answered question', () => {
  it('is a decision: question and answer', () => {
    const asked = { question: 'Which store should hold the sessions?', answer: 'SQLite (Recommended)' };
    expect(questionEvent(asked, origin)).toMatchObject({
      tag: 'DECISION',
      text: 'Which store should hold the sessions? SQLite',
      details: [],
      source: { from: 'dialog' },
    });
  });

  it('has a long answer as its line', () => {
    const answer = 'Keep the old table for a month and write to both, so that a rollback loses nothing at all';
    const question = 'How should the migration of the sessions table be done for the tenants in Europe?';
    expect(questionEvent({ question, answer }, origin)).toMatchObject({ text: answer, details: [question] });
  });

  it.each([
    ['Shall I commit?', 'Yes'],
    ['Does the new directory structure look right?', 'Yes, looks good'],
    ['How would you like to proceed?', 'Fix all'],
    ['', 'x'],
    ['Which?', ''],
  ])('is none about how to go on: %s', (question, answer) => {
    expect(questionEvent({ question, answer }, origin)).toBeNull();
  });
});

describe('the free text of a dialog', () => {
  const question = 'Where should the jobs be stored?';
  const answered = (answer: string) => questionEvent({ question, answer }, origin);

  it.each([
    ['a question', ['What is the difference for backups?', "I don't know, which one do you recommend?"]],
    ['not knowing', ["I don't know", 'not sure yet', 'no idea.', 'keine Ahnung', 'わからない']],
    ['leaving it to the agent', ['you decide', 'up to you', 'whichever', 'neither', 'next area']],
    ['the output of a shell', ['$ ls -la\rtotal 4\rdrwxr-xr-x 2 ada ada 4096 Nov 1 app']],
    ['an error', ['TypeError: jobs is undefined\n    at run (jobs.js:3:1)']],
  ])('decides nothing with %s', (_, answers) => {
    for (const answer of answers) expect(answered(answer), answer).toBeNull();
  });

  it.each(['SQLite', 'In Redis, since the jobs are short', 'either table, but with an index', 'I know: in S3'])(
    'decides: %s',
    (answer) => {
      expect(answered(answer)?.text).toContain(answer);
    },
  );
});
