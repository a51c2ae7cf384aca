import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newProof, proofDigest, shownDigest } from '#src/memory/approval.ts';
import type { MemoryVerb } from '#src/memory/tool-call.ts';
import { leaveTicket } from '#src/memory/ticket.ts';
import { isRetroOpen, openRetro } from '#src/record/live.ts';
import { pathsOf, memoryPlace } from '#src/lib/paths.ts';
import { NEW, type Box, openBox, SESSION } from './proposal-box.ts';

const env = { CLAUDE_CODE_SESSION_ID: SESSION, CLAUDECODE: '1' };

/** Runs a command as the host does after a person's yes to a question about `shown`, after `meanwhile`. */
async function allowed(box: Box, words: string[], shown: string[], meanwhile = () => {}) {
  const verb = words[0] as MemoryVerb;
  const proof = newProof();
  const paths = pathsOf(box.config);
  const asker = { variables: {}, home: box.root, cwd: box.root, now: () => new Date(), host: hostname() };
  leaveTicket(
    paths,
    SESSION,
    { ...asker, parentPid: process.pid },
    {
      call: 'toolu_1',
      verb,
      proof: proofDigest(proof),
      shown: shownDigest(memoryPlace(paths, '-home-robin-tide'), verb, shown),
      transcript: { path: join(box.root, 'transcript.jsonl'), size: 0 },
      agent: null,
    },
  );
  meanwhile();
  return box.run([...words, '--proof', proof], { env });
}

async function proposed(): Promise<{ box: Box; first: string; second: string }> {
  const box = openBox();
  const [first, second] = await box.propose(NEW, { ...NEW, file: 'b.md' });
  return { box, first: first?.id ?? '', second: second?.id ?? '' };
}

describe('chronicle memory in a session', () => {
  it('applies what the person was asked about, once', async () => {
    const { box, first } = await proposed();
    expect(await allowed(box, ['apply', first], [first])).toMatchObject({ code: 0, stderr: '' });
    expect(await box.run(['undo', first], { env })).toRefuse('Nobody was asked');
    expect(box.history()).toHaveLength(1);
  });

  it('undoes and skips what the person was asked about', async () => {
    const { box, first, second } = await proposed();
    await allowed(box, ['apply', first], [first]);
    expect(await allowed(box, ['undo', first], [first])).toMatchObject({ code: 0, stderr: '' });
    expect(await allowed(box, ['skip', second], [second])).toMatchObject({ code: 0, stderr: '' });
    expect(box.proposals().map(({ state }) => state)).toEqual(['undone', 'skipped']);
  });

  it.each(['apply', 'skip'])('does not %s other proposals than the person was asked about', async (verb) => {
    const { box, first, second } = await proposed();
    for (const words of [[first, second], [second], ['all']]) {
      const { code, stderr } = await allowed(box, [verb, ...words], [first]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('not the proposals that the person was asked about')]);
    }
    expect(box.history()).toEqual([]);
    expect(box.proposals().map(({ state }) => state)).toEqual(['open', 'open']);
  });

  it('does not apply a proposal whose record was edited after the question', async () => {
    const { box, first } = await proposed();
    const path = join(box.chronicle, 'memory/proposals.jsonl');
    const edit = () => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('integer cents', 'floats, always'));
    const { code, stderr } = await allowed(box, ['apply', first], [first], edit);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has changed since')]);
    expect(stderr).toContain(`Check ${join(box.memories, 'feedback_money.md')}. Nothing was changed.`);
    expect(box.memory('feedback_money.md')).toBe(null);
  });

  it('does not apply a proposal whose memory was written after the question', async () => {
    const { box, first } = await proposed();
    const { code } = await allowed(box, ['apply', first], [first], () => box.write('feedback_money.md', 'mine'));
    expect([code, box.memory('feedback_money.md')]).toEqual([2, 'mine']);
  });

  it('ends the retrospective once the person has decided about all of its proposals', async () => {
    const { box, first, second } = await proposed();
    const paths = pathsOf(box.config);
    const env = { variables: {}, home: box.root, cwd: box.root, now: () => new Date(), host: hostname(), parentPid: 1 };
    openRetro(paths, SESSION, env);
    await allowed(box, ['apply', first], [first]);
    expect(isRetroOpen(paths, SESSION)).toBe(true);
    await allowed(box, ['skip', second], [second]);
    expect(isRetroOpen(paths, SESSION)).toBe(false);
  });

  it('skips nothing if nobody was asked', async () => {
    const { box, first } = await proposed();
    expect(await box.run(['skip', first], { env })).toRefuse('Nobody was asked');
    expect(box.proposals().map(({ state }) => state)).toEqual(['open', 'open']);
  });
});
