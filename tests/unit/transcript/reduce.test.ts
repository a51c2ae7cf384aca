import { describe, expect, it } from 'vitest';
import { sha1Of, sha256Of } from '#src/lib/digest.ts';
import { SessionReducer } from '#src/transcript/reduce.ts';
import { type LabelledPrompt, labelledPrompts } from '#tests/support/labelled-prompts.ts';
import { readSession, Transcript } from '../import/transcript.ts';
import { harvestOf, reader } from './harvester.ts';

const facts = (session: Transcript) => harvestOf(session.records).facts;
const at = (minute: number) => ({ timestamp: new Date(Date.UTC(2026, 2, 24, 9, minute)).toISOString() });
const usage = (input: number, output: number) => ({ input_tokens: input, output_tokens: output });
const message = (id: string, text: string, of: object = usage(2, 30)) => ({
  message: { id, role: 'assistant', model: 'claude-opus', content: [{ type: 'text', text }], usage: of },
});

/** A record as a program writes it again: with another id and the old time. */
function again(record: Record<string, unknown>, n: number): Record<string, unknown> {
  return { ...record, uuid: `${String(record.uuid)}-again-${n}` };
}

describe('a history that is written again before each turn', () => {
  it('counts once', () => {
    const { records } = new Transcript()
      .prompt('Who sells the most pears?')
      .answers('The stall at the gate.')
      .fails('npm test', 'Exit code 1\nno pears')
      .prompt('And apples?')
      .answers('The same one.')
      .makes('a.ts', 'a\n');
    const [first, rest] = [records.slice(0, 4), records.slice(4)];
    const written = [...first, ...first.map(again), ...rest, ...records.map(again)];
    const [once, twice] = [harvestOf(records), harvestOf(written)];
    expect(twice.facts.prompts.map(({ text }) => text)).toEqual(['Who sells the most pears?', 'And apples?']);
    expect(twice.facts).toEqual(once.facts);
    expect(harvestOf([...records, ...records]).facts).toEqual(once.facts);
    expect(readSession(written).prompts).toHaveLength(2);
  });

  it('does not swallow what a person says twice', () => {
    const session = new Transcript().prompt('go on').answers('Done.').prompt('go on').answers('Done.');
    expect(facts(session).prompts).toHaveLength(2);
  });
});

describe('tokens', () => {
  it('are not erased by a last usage of zero', () => {
    const session = new Transcript().prompt('one');
    session
      .add('assistant', null, message('m', 'a', usage(4, 9)))
      .add('assistant', null, message('m', 'b', usage(0, 0)));
    expect(facts(session).tokens).toMatchObject({ input: 4, output: 9 });
  });

  it('of subagents are apart, of inline ones too, and not counted for what they copied', () => {
    const session = new Transcript().prompt('one').add('assistant', null, message('m1', 'a', usage(4, 9)));
    session.add('assistant', null, { ...message('s1', 'b', usage(3, 5)), isSidechain: true });
    const reducer = reader();
    for (const [line, record] of session.records.entries()) reducer.add(record, { file: 'a.jsonl', line });
    const below = new Transcript().add('assistant', null, message('m1', 'a', usage(4, 9)));
    below.add('assistant', null, message('s2', 'c', usage(1, 2)));
    for (const [line, record] of below.records.entries())
      reducer.addSubagent({ ...record, isSidechain: true }, { file: 'agent-x.jsonl', line });
    const { tokens, subagentTokens, head } = reducer.end().facts;
    expect([tokens.output, subagentTokens?.output, subagentTokens?.input, head.tokens]).toEqual([9, 7, 4, 13]);
    expect(facts(new Transcript().prompt('one')).subagentTokens).toBeUndefined();
  });
});

describe('time', () => {
  it('is counted in order, although a host wrote the answers with the time of the resume', () => {
    const session = new Transcript();
    for (const minute of [0, 10, 20, 45])
      session.prompt(`prompt at ${minute}`, at(minute)).add('assistant', [{ type: 'text', text: 'ok' }], at(300));
    expect(facts(session).head).toMatchObject({ activeMinutes: 20, from: at(0).timestamp, to: at(300).timestamp });
  });

  it('of an event is before the prompt after its own', () => {
    const session = new Transcript().prompt('Make the list shorter', at(0));
    const command = 'git commit -m "Clip the list" -m "It pushed the footer off because rows wrap."';
    session.call('Bash', { command }, '[main a1b2c3d] Clip the list');
    Object.assign(session.records.at(-1) ?? {}, at(300));
    session.prompt('And the header?', at(5));
    const { events, facts: found } = harvestOf(session.records);
    expect(events).toHaveLength(1);
    expect(events[0]?.origin).toMatchObject({ prompt: 0, at: Date.parse(at(5).timestamp) - 1 });
    expect(found.commits[0]).toMatchObject({ prompt: 0 });
  });
});

describe('a session of a program that watches others', () => {
  it('has no prompt of a person', () => {
    const session = new Transcript()
      .prompt('You are a Claude-Mem, a specialized observer tool.')
      .answers('<observation/>')
      .prompt('<observed_from_primary_session>Edit</observed_from_primary_session>')
      .prompt('PROGRESS SUMMARY CHECKPOINT');
    expect(facts(session).prompts).toEqual([]);
    expect(readSession(session.records)).toMatchObject({ prompts: [], untimed: 0 });
  });
});

describe('the labelled prompts of the development half', () => {
  const wanted = ({ alone, label }: LabelledPrompt) => (alone ? 0 : 1) + (label === 'person' ? 1 : 0);

  it.each(labelledPrompts('development'))('$label, $kind: $records', (labelled) => {
    const { id, text } = labelled;
    const options = { projects: '/p', sha1: sha1Of, sha256: sha256Of, now: Date.parse('2026-11-27T00:00:00Z') };
    const reducer = SessionReducer.survey({ id, ...options });
    for (const [line, record] of text.trim().split('\n').entries())
      reducer.add(JSON.parse(record), { file: 'x.jsonl', line });
    const { prompts } = reducer.endSurvey();
    const isUnattended = labelled.alone && prompts.every(({ isHeadless }) => isHeadless);
    expect(isUnattended ? 0 : prompts.length).toBe(wanted(labelled));
  });
});

describe('commits', () => {
  const REASON = '-m "Two writers lost a line because each read first."';
  const hashes = (session: Transcript) => facts(session).commits.map(({ hash }) => hash);
  const commit = (session: Transcript, command: string, hash: string, subject: string) =>
    session.call('Bash', { command }, `[main ${hash}] ${subject}\n 1 file changed, 1 insertion(+)`);

  it.each([
    'gt create -m "Lock the file" --all',
    'git cz',
    'npx git-cz --type=fix',
    './scripts/save.sh "Lock the file"',
  ])('by %s are found by the answer of git', (command) => {
    const session = commit(new Transcript().prompt('one'), command, '1a2b3c4', 'Lock the file');
    expect(facts(session).commits).toMatchObject([{ hash: '1a2b3c4', subject: 'Lock the file', branch: 'main' }]);
  });

  it.each(['cat build.log', 'gh run view 7 --log', 'npm test'])('that %s shows are none of the session', (command) => {
    expect(hashes(commit(new Transcript().prompt('one'), command, '1a2b3c4', 'Lock the file'))).toEqual([]);
  });

  it('by the person in a shell are found', () => {
    const session = new Transcript()
      .prompt('one')
      .prompt(`<bash-input>git commit -am "Lock the file" ${REASON}</bash-input>`)
      .prompt('<bash-stdout>[main 1a2b3c4] Lock the file\n 1 file changed</bash-stdout><bash-stderr></bash-stderr>');
    const { facts: found, events } = harvestOf(session.records);
    expect(found.prompts).toHaveLength(1);
    expect(found.commits).toMatchObject([
      { hash: '1a2b3c4', body: 'Two writers lost a line because each read first.' },
    ]);
    expect(events.map(({ source }) => source)).toEqual([{ from: 'commit', reference: '1a2b3c4' }]);
  });

  it('that were amended give their event the last hash', () => {
    const session = new Transcript().prompt('one');
    commit(session, `git commit -m "Lock the file" ${REASON}`, '1111111', 'Lock the file');
    commit(session, 'git commit --amend --no-edit', '2222222', 'Lock the file');
    commit(session, 'git commit --amend --no-edit', '3333333', 'Lock the file');
    const { events } = harvestOf(session.records);
    expect(hashes(session)).toEqual(['3333333']);
    expect(events.map(({ source }) => source?.reference)).toEqual(['3333333']);
  });

  it('that a rebase wrote again or folded in count once', () => {
    const session = new Transcript().prompt('one');
    commit(session, 'git commit -m "Lock the file"', '1111111', 'Lock the file');
    commit(session, 'git commit --fixup HEAD', '2222222', 'fixup! Lock the file');
    commit(session, 'git rebase -i --autosquash main', '3333333', 'Lock the file');
    expect(hashes(session)).toEqual(['3333333']);
  });

  it('that were dropped by a hard reset stay, as another branch may have them', () => {
    const session = commit(new Transcript().prompt('one'), 'git commit -m a', '1111111', 'a');
    commit(session.runs('git reset --hard HEAD~1'), 'git commit -m b', '2222222', 'b');
    expect(hashes(session)).toEqual(['1111111', '2222222']);
  });
});

describe('a failure', () => {
  it('has the command that passed next, in its turn or the one after it', () => {
    const session = new Transcript()
      .prompt('one')
      .fails('acme test', 'Exit code 1\nunknown subcommand')
      .runs('ls bin')
      .runs('npm test')
      .fails('make docs', 'Exit code 2\nno rule')
      .prompt('two')
      .fails('acme lint', 'Exit code 1\nunknown subcommand lint')
      .prompt('three')
      .runs('npm run lint')
      .fails('make site', 'Exit code 2\nno rule for site')
      .prompt('four')
      .prompt('five')
      .runs('npm run site');
    expect(facts(session).failures.map(({ command, next }) => [command, next])).toEqual([
      ['acme test', 'npm test'],
      ['make docs', undefined],
      ['acme lint', 'npm run lint'],
      ['make site', undefined],
    ]);
  });
});
