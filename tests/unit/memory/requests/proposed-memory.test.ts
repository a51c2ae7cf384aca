import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import type { Proposal } from '#src/memory/proposals.ts';
import { failedIn } from '#src/memory/failures.ts';
import { knownProposal, proposedMemory, slashCommand } from '#src/memory/proposed-memory.ts';
import { mostRepeated, RepeatsFinder } from '#src/memory/repeats.ts';
import { toldIn } from '#src/memory/requests.ts';
import { readMemoryText } from '#src/memory/memory-files.ts';
import { aProposal } from '#tests/support/memory-lines.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const template = aSession();
const { head } = someFacts({});

function sessions(count: number): Session[] {
  return Array.from({ length: count }, (_, index) => ({
    ...aSession({ id: `session-${count - index}`, date: `2026-03-${String(count - index).padStart(2, '0')}` }),
    project: template.project,
    facts: { ...head, prompts: 1 },
  }));
}

const says = (text: string) => () => ({ told: toldIn([{ text }]), failed: [] });
const fails = () => ({
  told: toldIn([]),
  failed: failedIn([
    { command: 'acme test', line: 'unknown subcommand `</p>`', times: 1, prompt: 0, next: 'npm test' },
  ]),
});
const promptOf = (sessionId: string) => ({ record: sessionId, text: 'add a test' });
const [request] = mostRepeated(new RepeatsFinder().find(sessions(9), says('add a test for this')), 3);
const [failure] = mostRepeated(new RepeatsFinder().find(sessions(9), fails), 3);
const proposal = (text: string, more: Partial<Proposal> = {}) => ({
  ...{ id: 'p-000001', state: 'approved' as const, file: 'feedback_x.md', decided: '2026-03-05T10:00:00Z' },
  ...{ text, events: [], project: template.project, ...more },
});

describe('proposedMemory', () => {
  it('becomes a memory that Claude Code reads, which quotes the prompts and rests on them', () => {
    if (!request) throw new Error('no request');
    const { file, text, events, reason } = proposedMemory(
      request,
      promptOf,
      new Set(['feedback_add_a_test_for_this.md']),
    );
    expect(file).toBe('feedback_add_a_test_for_this_2.md');
    const memory = readMemoryText(text);
    expect(memory).toMatchObject({
      type: 'feedback',
      description: 'The user keeps asking: "add a test for this"',
      fault: null,
    });
    expect(reason).toBe('You asked for it in 9 of 9 sessions, 1 Mar to 9 Mar 2026.');
    expect(events[0]).toMatch(/^session-9#p-[0-9a-f]{6}$/);
  });

  it('opens no tag and no code span of its own with what a program printed', () => {
    if (!failure) throw new Error('no failure');
    const { text } = proposedMemory(failure, promptOf, new Set());
    expect(readMemoryText(text)).toMatchObject({ type: 'project', fault: null });
    expect(text).not.toContain('</p>');
    expect(text).toContain('Run `npm test` instead.');
  });
});

describe('RepeatsFinder', () => {
  const find = (given: Parameters<RepeatsFinder['find']>[2]) =>
    new RepeatsFinder().find(sessions(9), says('add a test for this'), given).flatMap(({ requests }) => requests);

  it('leaves out what the owner dismissed, however it is worded', () => {
    const key = template.project.root ?? template.project.directory;
    expect(find({})).toHaveLength(1);
    expect(find({ dismissed: { [key]: ['please add a test'] } })).toEqual([]);
    expect(find({ dismissed: { '/elsewhere': ['please add a test'] } })).toHaveLength(1);
  });

  it('tells of an approved memory only if the request came back since, and never of a skipped one', () => {
    if (!request) throw new Error('no request');
    const { text } = proposedMemory(request, promptOf, new Set());
    const filed = (more: Partial<Proposal>) => find({ proposals: [{ ...aProposal(), ...proposal(text, more) }] });
    expect(filed({})).toMatchObject([{ known: { state: 'approved' }, since: 4 }]);
    expect(filed({ decided: '2026-03-09T10:00:00Z' })).toEqual([]);
    expect(filed({ state: 'skipped' })).toEqual([]);
    expect(filed({ state: 'open', decided: null })).toMatchObject([{ known: { state: 'open' } }]);
    expect(knownProposal({ kind: 'request', words: 'rename the file' }, [proposal(text)])).toBeNull();
  });

  it('counts only attended sessions that have prompts', () => {
    const all = sessions(9).map((session, index) => (index < 2 ? { ...session, facts: undefined } : session));
    expect(new RepeatsFinder().find(all, says('add a test for this'))).toEqual([]);
  });
});

it('names a slash command after words in Latin letters only', () => {
  expect(slashCommand('commit, push and open a draft')).toEqual({
    file: '.claude/commands/commit-push-and-open.md',
    text: 'Commit, push and open a draft.\n',
  });
  expect(slashCommand('提交; rm -rf ../x').file).toBe('.claude/commands/rm-rf-x.md');
  expect(slashCommand('テスト').file).toBe('.claude/commands/routine.md');
});
