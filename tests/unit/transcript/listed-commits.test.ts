import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Commits, isListed, type ListedCommit, spanOf } from '#src/transcript/commit-list.ts';
import { Transcript } from '../import/transcript.ts';
import { harvestOf } from './harvester.ts';

const START = Date.UTC(2026, 2, 24, 13, 0, 0);
/** Git's entry for a commit so many seconds after the first record. */
const entry = (hash: string, second: number, subject: string): ListedCommit => ({
  hash,
  at: START + second * 1000,
  subject,
});

/** What a session with one prompt and these commands shows. Their calls run from second 1 to 2, from 3 to 4 and so on. */
function shown(commands: string[], listed: ListedCommit[], texts: string[] = []) {
  const session = new Transcript().prompt('Tidy up the parser');
  for (const [index, command] of commands.entries()) session.call('Bash', { command }, texts[index] ?? '');
  const { facts, events, missing } = harvestOf(session.records, { listed });
  const commits = facts.commits.map(({ hash, subject, body }) => [hash, subject, body]);
  return { commits, events: events.map(({ tag, text, source }) => [tag, text, source?.reference]), missing };
}

const REASON = 'The switch grew too long because each case repeated the last.';
const QUIET = `git commit -qm "Use a table" -m "${REASON}"`;

describe('a commit that no output shows', () => {
  it('is found in the list of git by its subject and time, with its reason', () => {
    const { commits, events, missing } = shown([QUIET], [entry('a1b2c3d', 2, 'Use a table')]);
    expect(commits).toEqual([['a1b2c3d', 'Use a table', REASON]]);
    expect(events).toEqual([['DECISION', expect.stringContaining('Use a table'), 'a1b2c3d']]);
    expect(missing).toEqual([]);
  });

  it.each([
    ['nothing', []],
    ['another subject', [entry('a1b2c3d', 2, 'Use a table now')]],
    ['an earlier time', [entry('a1b2c3d', -60, 'Use a table')]],
    ['a later time', [entry('a1b2c3d', 60, 'Use a table')]],
  ])('is left out if git lists %s, and named as missing', (_, listed) => {
    const { commits, events, missing } = shown([QUIET], listed);
    expect([commits, events]).toEqual([[], []]);
    expect(missing).toEqual([{ from: START + 1000, to: START + 2000, subjects: ['Use a table'] }]);
    expect(spanOf(missing)).toEqual({ from: START - 4000, to: START + 3000 });
  });

  it('was not made by a call that failed, unless git lists it', () => {
    const failed = new Transcript().prompt('x').fails(QUIET, 'Exit code 1\npre-commit: 2 errors');
    expect(harvestOf(failed.records).facts.commits).toEqual([]);
    const later = new Transcript().prompt('x').fails(`${QUIET} && npm test`, 'Exit code 1\n1 test failed');
    const listed = [entry('a1b2c3d', 2, 'Use a table')];
    expect(harvestOf(later.records, { listed }).facts.commits).toMatchObject([{ hash: 'a1b2c3d' }]);
  });

  it('is each of several in a command, also of those with the same subject', () => {
    const listed = [entry('c1b2c3d', 2, 'wip'), entry('a1b2c3d', 1, 'wip'), entry('b1b2c3d', 2, 'Use a table')];
    const several = 'git commit -qam wip && git commit -qm "Use a table" -m r && git commit -qam wip';
    expect(shown([several], listed).commits).toEqual([
      ['a1b2c3d', 'wip', ''],
      ['b1b2c3d', 'Use a table', 'r'],
      ['c1b2c3d', 'wip', ''],
    ]);
  });

  it('is no commit that an output shows, however short its hash is there', () => {
    const commands = ['git commit -m wip', 'git commit -qm wip'];
    const listed = [entry('a1b2c3d4e', 2, 'wip'), entry('b1b2c3d4e', 4, 'wip')];
    const { commits } = shown(commands, listed, ['[main a1b2c3d] wip']);
    expect(commits.map(([hash]) => hash)).toEqual(['a1b2c3d', 'b1b2c3d4e']);
    expect(shown(commands, listed.slice(0, 1), ['[main a1b2c3d] wip']).commits).toHaveLength(1);
  });

  it('replaces the one before it if it amends that, shown or not', () => {
    const amend = 'git commit -q --amend -m "Use a map" -m r';
    const subjects = (...given: Parameters<typeof shown>) => shown(...given).commits.map(([, subject]) => subject);
    const loud = ['git commit -m "Begin"', 'git commit -m "Use a table"', amend];
    const outputs = ['[main a1b2c3d] Begin', '[main b1b2c3d] Use a table'];
    expect(subjects(loud, [entry('c1b2c3d', 6, 'Use a map')], outputs)).toEqual(['Begin', 'Use a map']);
    const quiet = ['git commit -m "Begin"', QUIET, 'git commit --amend -m "Use a map"'];
    const others = ['[main a1b2c3d] Begin', '', '[main c1b2c3d] Use a map'];
    expect(subjects(quiet, [entry('b1b2c3d', 4, 'Use a table')], others)).toEqual(['Begin', 'Use a map']);
  });

  it('is what an amended one replaces, and not the commit before it, although nothing shows it', () => {
    const amend = 'git commit --amend -m "Use a map"';
    const texts = ['[main a1b2c3d] Begin', '', '[main c1b2c3d] Use a map'];
    const subjects = (...commands: string[]) => shown(commands, [], texts).commits.map(([, subject]) => subject);
    expect(subjects('git commit -m "Begin"', QUIET, amend)).toEqual(['Begin', 'Use a map']);
    expect(subjects('git commit -m "Begin"', 'git commit -q --amend -m "Use a table"', amend)).toEqual(['Use a map']);
    const failed = new Transcript()
      .prompt('x')
      .call('Bash', { command: 'git commit -m "Begin"' }, texts[0])
      .fails(QUIET, 'Exit code 1')
      .call('Bash', { command: amend }, texts[2]);
    expect(harvestOf(failed.records).facts.commits.map(({ subject }) => subject)).toEqual(['Use a map']);
  });

  it('is found for a subagent, too', () => {
    const session = new Transcript().prompt('Tidy up').call('Bash', { command: QUIET }, '');
    const records = session.records.map((record, n) => ({ ...record, isSidechain: n > 0 }));
    const { facts } = harvestOf(records, { listed: [entry('a1b2c3d', 2, 'Use a table')] });
    expect(facts.commits).toMatchObject([{ hash: 'a1b2c3d', body: REASON, prompt: 0 }]);
  });
});

describe('any commits', () => {
  const words = ['wip', 'Use a table', 'Fix', '', '$(', "'", '"', '<<E', '&&', ';', '-m', '-q', 'git', 'commit'];
  const word = fc.constantFrom(...words);
  const options = fc.constantFrom('-qm wip', '-m wip', '-qam "Use a table" -m r', '--quiet --amend -m Fix');
  const command = fc.oneof(
    fc.array(word, { maxLength: 14 }).map((all) => `git commit ${all.join(' ')}`),
    fc.array(options, { maxLength: 4 }).map((all) => all.map((each) => `git commit ${each}`).join(' && ')),
  );
  const shownOne = '[main a1b2c3d] wip';
  const output = fc.constantFrom('', shownOne, `${shownOne}\n[main b1b2c3d] Fix`, 'a1b2c3d wip', 'fatal');
  const call = fc.record({ command, text: output, from: fc.integer({ max: 1e5, min: 0 }), length: fc.nat(9000) });
  const listed = fc.array(
    fc.record({ hash: fc.stringMatching(/^[0-9a-f]{7,9}$/), at: fc.integer({ max: 1.2e5, min: 0 }), subject: word }),
  );

  it('are found once each, in calls at their time', () => {
    fc.assert(
      fc.property(fc.array(call), listed, (calls, list) => {
        const commits = new Commits(list);
        const hashes = calls.flatMap(({ command: input, text, from, length }) => {
          const result = { callId: '', text, isError: false, denialKind: null, noted: {} };
          const asked = { id: '', name: 'Bash', input: { command: input } };
          const span = { from, to: from + length };
          const found = commits.of(asked, result, span).filter((commit) => commit.hash !== null);
          const unshown = found.filter(({ hash }) => !text.includes(hash));
          for (const { hash, subject } of unshown)
            expect(list.some((each) => each.hash === hash && isListed({ ...span, subjects: [subject] }, each))).toBe(
              true,
            );
          return unshown.map(({ hash }) => hash);
        });
        expect(new Set(hashes).size).toBe(hashes.length);
      }),
    );
  });
});
