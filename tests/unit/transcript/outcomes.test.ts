import { describe, expect, it } from 'vitest';
import { Transcript } from '../import/transcript.ts';
import { harvestOf, harvestOfScript } from './harvester.ts';

const facts = (session: Transcript) => harvestOf(session.records).facts;

describe('plans and questions', () => {
  const SCRIPT = `
about: Plans and questions
language: en
project: /home/robin/code/relay
start: 2026-09-14T08:02:00Z
steps:
  - user: limit the rate, make a plan first
  - plan: "# By address\\n\\nx"
    accepted: by key please
  - plan: "# By name\\n\\nx"
    accepted: false
  - user: another one
  - plan: "# Plan: Rate limits per API key\\n\\n## Context\\n\\nOne client sends most of the traffic."
    accepted: true
  - ask: [{header: Storage, question: "Which store?", options: [SQLite, Postgres], answer: SQLite}]
  - assistant: Done.
`;

  it('are those that the person accepted and answered', () => {
    const { plans, questions, files, head } = harvestOfScript(SCRIPT).facts;
    expect(plans).toMatchObject([{ heading: 'Plan: Rate limits per API key', prompt: 1 }]);
    expect(plans[0]?.text).toContain('\n\n## Context\n\nOne client');
    expect(questions).toMatchObject([{ question: 'Which store?', answer: 'SQLite', prompt: 1 }]);
    expect(head.titles.plan).toBe('Rate limits per API key');
    expect(files).toEqual([]);
  });

  it('are also a plan that the host put into the first prompt', () => {
    const session = new Transcript().prompt('Implement the following plan:\n\n# Offline drafts\n\n1. Store');
    const { plans, head } = facts(session);
    expect(plans).toMatchObject([{ heading: 'Offline drafts', text: '# Offline drafts\n\n1. Store' }]);
    expect(head.titles).toEqual({ plan: 'Offline drafts' });
  });
});

describe('a denied command', () => {
  it.each<[text: string, kind?: string]>([
    ['This command requires approval', 'user-rejected'],
    ['Denied in the words of a later version.', 'automode-blocked'],
    ['This command requires approval'],
    ["Claude requested permissions to use Bash, but you haven't granted it yet."],
    ['Permission to use Bash with command npm test has been denied.'],
    ['Permission for this action was denied by the Claude Code auto mode classifier.'],
    ['PreToolUse:Bash hook error: [guard]: not now'],
  ])('never ran, so it is no test run, failure or error: %s %s', (text, kind) => {
    const session = new Transcript()
      .prompt('run the tests')
      .denied('npm test', text, kind)
      .denied('npm run x', text, kind);
    const { head, tests, failures, prompts } = facts(session);
    expect([head.tests, tests, failures]).toEqual([{ runs: 0, failed: 0 }, [], []]);
    expect(prompts[0]?.did).toEqual({ reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 });
    expect(session.found().filter((event) => event.startsWith('ERROR'))).toEqual([]);
  });

  it('is not one that ran and printed such words', () => {
    const session = new Transcript().prompt('go').fails('npm test', 'Exit code 1\nThis command requires approval');
    expect(facts(session).head.tests).toEqual({ runs: 1, failed: 1 });
  });
});

describe('a failed command of ours', () => {
  const error = 'Exit code 2\nsession-chronicle: Line 5: There is no type "gotcha".';

  it.each([
    "chronicle observe <<'EOF'\n- [gotcha] x\nEOF",
    'cd web && ~/.claude/session-chronicle/app/bin/chronicle log "x"',
    "git status -s; chronicle observe <<'EOF'\nx\nEOF",
  ])('is no failure, and no error however often it fails: %j', (command) => {
    const session = new Transcript().prompt('go').fails(command, error).fails(command, error).fails(command, error);
    expect([facts(session).failures, session.found()]).toEqual([[], []]);
  });

  it('does not make the tests fail that ran before it', () => {
    const session = new Transcript().prompt('go').fails("npm test; chronicle log 'x'", error);
    expect(facts(session).head.tests).toEqual({ runs: 1, failed: 0 });
  });

  it('is not another one that failed before it', () => {
    const session = new Transcript().prompt('go').fails("npm run build && chronicle log 'x'", 'Exit code 1\nboom');
    expect(facts(session).failures).toHaveLength(1);
  });
});

describe('compactions', () => {
  // The words around it are those of client 2.1.329 and of older versions.
  it.each([
    'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n<system-reminder>\n<tools-used-before-summary></tools-used-before-summary>\n</system-reminder>\nSummary:\nIt works.\n\nNext: tests.\n\nIf you need specific details from before compaction (like exact code snippets), read the full transcript at: /x.jsonl\nContinue the conversation from where it left off without asking.',
    'This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\nAnalysis:\nFirst I …\n\nSummary:\nIt works.\n\nNext: tests.\nPlease continue the conversation from where we left it off.',
    '<analysis>x</analysis>\n<summary>\nIt works.\n\nNext: tests.\n</summary>',
  ])('keep what the model kept: %j', (text) => {
    const session = new Transcript().prompt('one').prompt(text, { isCompactSummary: true });
    expect(facts(session).compactions).toEqual([
      { summary: 'It works.\n\nNext: tests.', at: '2026-03-24T13:00:01.000Z' },
    ]);
  });
});

describe('pull requests', () => {
  const URL = 'https://github.com/robin/relay/pull/12';

  it('are those that a command opened, and those that the host linked, each once', () => {
    const session = new Transcript().prompt('one');
    session.call('Bash', { command: 'gh pr create --title "Own clock" --body "x"' }, `Creating pull request\n${URL}\n`);
    const link = {
      type: 'pr-link',
      prNumber: 12,
      prUrl: URL,
      timestamp: '2026-03-24T13:00:09Z',
      sessionId: 'session-1',
    };
    const other = 'https://git.example.com/a/b/-/merge_requests/7';
    session.records.push(link, { ...link, prUrl: other }, { ...link, prUrl: 'javascript:x' });
    const { pullRequests, head } = facts(session);
    expect(pullRequests.map(({ url, number, title, prompt }) => [url, number, title, prompt])).toEqual([
      [URL, 12, 'Own clock', 0],
      [other, 7, '', 0],
    ]);
    expect(head.titles.pullRequest).toBe('Own clock');
  });
});

describe('titles', () => {
  it('are those of the person and the host, the last of each', () => {
    const session = new Transcript().prompt('one more clock').answers('ok');
    for (const [type, field, titles] of [
      ['custom-title', 'customTitle', ['First', 'Second']],
      ['ai-title', 'aiTitle', ['Fix', 'Fix the clock', '']],
    ] as const)
      for (const title of titles) session.records.push({ type, [field]: title, sessionId: 'session-1' });
    expect(facts(session).head.titles).toEqual({ custom: 'Second', host: 'Fix the clock', prompt: 'One more clock' });
    session.records.push({ type: 'custom-title', customTitle: '', sessionId: 'session-1' });
    expect(facts(session).head.titles.custom).toBeUndefined();
  });

  it('are a summary only if it belongs to this transcript', () => {
    const session = new Transcript().prompt('hm').answers('ok');
    const summary = (text: string, leafUuid: string) => ({ type: 'summary', summary: text, leafUuid });
    const records = [summary('Another session', 'elsewhere'), summary('The clock', 'record-1'), ...session.records];
    expect(harvestOf(records).facts.head.titles.host).toBe('The clock');
    expect(harvestOf(records.slice(0, 1)).facts.head.titles).toEqual({});
  });
});

describe('how a session ended', () => {
  const long = (word: string) => `${word} `.repeat(60).trim();
  const answer = (session: Transcript, text: string, stop: string | null, more = {}) =>
    session.add('assistant', undefined, {
      message: { id: `m${session.records.length}`, content: [{ type: 'text', text }], stop_reason: stop },
      ...more,
    });

  it('is the last long answer that ended a turn', () => {
    const session = answer(new Transcript().prompt('one').answers(long('before')).runs('ls'), long('done'), 'end_turn');
    session.prompt('thanks');
    answer(session, 'You are welcome.', 'end_turn');
    const { outcome, lastAnswer, head } = facts(session);
    expect(outcome).toEqual({ text: long('done'), at: '2026-03-24T13:00:04.000Z' });
    expect(lastAnswer?.text).toBe('You are welcome.');
    expect(head.ending).toBe('answered');
  });

  it('has no shorter last answer if the last answer is long, or broke off', () => {
    const session = new Transcript().prompt('one').answers('ok').prompt('two').answers(long('done'));
    expect(facts(session).lastAnswer).toBeUndefined();
    session.prompt('three').answers('half').interrupt();
    expect(facts(session).lastAnswer).toBeUndefined();
  });

  it('is a long text on the way if no turn ended with one', () => {
    const session = new Transcript().prompt('one').answers(long('before')).runs('ls');
    expect(facts(session).outcome?.text).toBe(long('before'));
    expect(facts(session).head.ending).toBe('open');
  });

  it('joins the blocks of one message', () => {
    const session = new Transcript().prompt('one');
    for (const text of [long('one'), long('two')])
      session.add('assistant', undefined, { message: { id: 'm1', content: [{ type: 'text', text }] } });
    expect(facts(session).outcome?.text).toBe(`${long('one')}\n\n${long('two')}`);
  });

  it('is not what the host wrote in the name of the model', () => {
    const session = new Transcript().prompt('one').answers(long('done')).prompt('two');
    const content = [{ type: 'text', text: long('API Error: 500') }];
    session.add('assistant', undefined, {
      message: { id: 'm9', model: '<synthetic>', content, stop_reason: 'stop_sequence' },
    });
    expect(facts(session).outcome?.text).toBe(long('done'));
    expect(facts(session).head.ending).toBe('open');
  });

  it.each<[string, string, (session: Transcript) => Transcript]>([
    ['open', 'no record', () => new Transcript()],
    ['open', 'a prompt', (session) => session],
    ['answered', 'an answer', (session) => session.answers('ok')],
    ['open', 'a call after an answer', (session) => session.answers('ok').runs('ls')],
    ['interrupted', 'an interrupt', (session) => session.answers('ok').interrupt()],
    ['open', 'a prompt after an interrupt', (session) => session.answers('ok').interrupt().prompt('two')],
    ['open', 'a broken answer', (session) => answer(session, 'half', null, { isAbortedMidStream: true })],
    ['open', 'an error', (session) => answer(session, 'Error', 'stop_sequence', { isApiErrorMessage: true })],
    ['open', 'words before a call', (session) => answer(session, 'Looking.', 'tool_use')],
  ])('is %s with %s', (ending, _, went) => {
    expect(facts(went(new Transcript().prompt('one'))).head.ending).toBe(ending);
  });
});
