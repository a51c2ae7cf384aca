import { describe, expect, it } from 'vitest';
import { parseFacts, serializeFacts } from '#src/transcript/facts.ts';
import { TOLD_AT } from '#src/transcript/shell.ts';
import { reminder } from '#src/record/reminder.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { Transcript } from '../import/transcript.ts';
import { harvestOf } from './harvester.ts';

const ERROR = 'Exit code 1\nError: expected 200, got 500';
const headOf = (session: Transcript, options = {}) => harvestOf(session.records, options).facts.head;
const repeatsOf = (session: Transcript) => headOf(session).repeats;

function failing(times: number, command = 'npm test'): Transcript {
  const session = new Transcript().prompt('fix it').runs('npm ci');
  for (let n = 0; n < times; n++) session.fails(command, ERROR);
  return session;
}

describe('repeated failing commands', () => {
  it('are counted from the fourth failure on, with the commands run until the first of them', () => {
    expect(repeatsOf(failing(3))).toEqual({ runs: 4, until: 4, commands: 0, failures: 0 });
    expect(repeatsOf(failing(4).runs('npm run build').runs('git push'))).toEqual({
      runs: 7,
      until: 5,
      commands: 1,
      failures: 1,
    });
    const two = failing(5);
    for (let n = 0; n < 6; n++) two.fails('make lint-docs', ERROR);
    expect(repeatsOf(two)).toEqual({ runs: 12, until: 5, commands: 2, failures: 5 });
  });

  it('are the same command with other options, and another one with other words', () => {
    const wrapped = failing(2).fails('cd /srv && npm test 2>&1', ERROR).fails('timeout 60 npm test --silent', ERROR);
    expect(repeatsOf(wrapped)).toMatchObject({ commands: 1 });
    expect(repeatsOf(failing(3).fails('npm test -- totals', ERROR))).toMatchObject({ commands: 0 });
  });

  it('begin again after the command passed', () => {
    const session = failing(3).runs('npm test');
    for (let n = 0; n < 3; n++) session.fails('npm test', ERROR);
    expect(repeatsOf(session)).toEqual({ runs: 8, until: 8, commands: 0, failures: 0 });
  });

  it('do not include searches, refused calls and the commands of session-chronicle', () => {
    const session = new Transcript().prompt('fix it');
    for (let n = 0; n < 5; n++) {
      session.fails('grep -rn limiter src', 'Exit code 1').fails('ls missing', ERROR).rejects('npm publish');
      session.fails("chronicle note tried <<'EOF'\nA cookie → blocked\nEOF", ERROR);
      session.fails('~/.claude/session-chronicle/app/bin/chronicle notes', ERROR);
    }
    expect(repeatsOf(session)).toEqual({ runs: 0, until: 0, commands: 0, failures: 0 });
  });

  it('are counted from the failure after the one at which the hook speaks', () => {
    expect(repeatsOf(failing(TOLD_AT))).toMatchObject({ commands: 0 });
    expect(repeatsOf(failing(TOLD_AT + 1))).toMatchObject({ commands: 1 });
  });

  it('are counted without their words, in limited space', () => {
    const session = failing(6, 'curl -u admin:hunter2-hunter2 https://example.test');
    expect(JSON.stringify(repeatsOf(session))).toBe('{"runs":7,"until":5,"commands":1,"failures":3}');
    const many = new Transcript().prompt('fix it');
    for (let round = 0; round < 4; round++) for (let n = 0; n < 600; n++) many.fails(`make target-${n}`, ERROR);
    expect(repeatsOf(many)).toEqual({ runs: 2400, until: 1801, commands: 500, failures: 500 });
  });
});

describe('the layers of a session', () => {
  const PATH = '/home/robin/.claude/projects/-home-robin-code-tidemark/chronicle/2026-03-24-main.md';
  const told = (session: Transcript, content: unknown, hookEvent = 'SessionStart') =>
    session.add('attachment', undefined, { attachment: { type: 'hook_additional_context', hookEvent, content } });
  const starts = (...contents: unknown[]) => {
    const session = new Transcript();
    for (const content of contents) told(session, content).prompt('fix it').answers('done');
    return headOf(session).layers;
  };
  const ON = reminder(PATH, ['notes']);
  const OFF = reminder(PATH);

  it('are those of which the reminder told the agent, whether it wrote notes or not', () => {
    expect(starts([ON])).toEqual({ notes: 'on' });
    expect(starts(['Mind: read .mind/SESSION.md', ON])).toEqual({ notes: 'on' });
    expect(starts(`Another hook spoke first.\n${ON}`, [`${ON}\n## Tried\n- 14:31 A cookie`])).toEqual({ notes: 'on' });
    expect(starts([OFF])).toEqual({ notes: 'off' });
  });

  it('have changed if the starts of one session differ', () => {
    expect(starts([OFF], [ON])).toEqual({ notes: 'changed' });
    expect(starts([ON], [OFF], [ON])).toEqual({ notes: 'changed' });
  });

  it('are unknown without a reminder', () => {
    expect(starts(['Run `chronicle note focus` now.'], [7, null], undefined)).toBeUndefined();
    expect(headOf(told(new Transcript().prompt('fix it'), [ON], 'UserPromptSubmit')).layers).toBeUndefined();
    const copied = told(new Transcript(), [ON]).prompt('fix it');
    expect(headOf(copied, { began: Date.UTC(2026, 2, 25) }).layers).toBeUndefined();
  });
});

it('are read again from the file as they were written, and may be missing', () => {
  const head = { layers: { notes: 'off' as const }, repeats: { runs: 30, until: 12, commands: 1, failures: 2 } };
  expect(parseFacts(serializeFacts(someFacts({ head }))).facts?.head).toMatchObject(head);
  expect(parseFacts(serializeFacts(someFacts())).fault).toBeNull();
});
