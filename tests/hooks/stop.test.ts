/* At the end of a turn the agent is asked for observations, once for each stretch of new text and after a compaction. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answer,
  begin,
  compacting,
  configure,
  ID,
  isAsked,
  observe,
  observed,
  OTHER,
  prompt,
  say,
  stateOf,
  stop,
  tokens,
} from './observed-session.ts';
import type { Sandbox } from './sandbox.ts';

/** A session that has said enough to be asked. */
async function talkative(settings: object = {}, isApart = false): Promise<Sandbox> {
  const box = await observed({ observationThreshold: 10, ...settings }, {}, isApart);
  say(box, [prompt(tokens(20))]);
  return box;
}

const hasState = (box: Sandbox) => existsSync(join(box.state, 'index/observer'));

describe('the hook at the end of a turn', () => {
  it('never asks an idle session, nor for what another session said', async () => {
    const box = await observed({ observationThreshold: 1000 });
    await begin(box, OTHER);
    say(box, [prompt(tokens(900))]);
    for (let turn = 0; turn < 4; turn++) {
      say(box, [prompt(tokens(600))], OTHER);
      expect(await isAsked(box, { last_assistant_message: tokens(50) })).toBe(false);
    }
    expect([await isAsked(box, {}, OTHER), await isAsked(box, {}, OTHER)]).toEqual([true, false]);
  });

  it.each([
    ['while it answers what it was asked', { stop_hook_active: true }],
    ['for a subagent', { agent_id: 'a1', agent_type: 'Explore' }],
    ['for the summariser of the host', { agent_type: '' }],
    ['for a session without a chronicle', { session_id: 'unknown' }],
  ])('does nothing %s', async (_, fields) => {
    const box = await talkative();
    expect([await isAsked(box, fields), hasState(box)]).toEqual([false, false]);
    expect(await isAsked(box)).toBe(true);
  });

  it.each<[string, (box: Sandbox) => object]>([
    ['without the layer', () => ({ layers: ['log', 'notes'] })],
    ['if the settings turn the observer off', () => ({ enabled: false })],
    ['in an excluded directory', ({ project }) => ({ exclude: [project] })],
  ])('does nothing %s', async (_, settings) => {
    const box = await talkative();
    configure(box, { observationThreshold: 10, ...settings(box) });
    await compacting(box, 'after');
    expect([await isAsked(box), hasState(box)]).toEqual([false, false]);
  });

  it('waits for the end of plan mode, in which each command needs a permission prompt', async () => {
    const box = await talkative();
    for (let turn = 0; turn < 2; turn++) expect(await isAsked(box, { permission_mode: 'plan' })).toBe(false);
    say(box, [prompt('go')]);
    expect(await isAsked(box)).toBe(true);
  });

  it('asks once if several hooks run at the same time', async () => {
    const box = await talkative({}, true);
    const runs = await Promise.all(Array.from({ length: 6 }, () => stop(box)));
    expect(runs.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
    expect(box.leftovers()).toEqual([]);
  });

  it('lets the other installation of session-chronicle ask', async () => {
    const box = await talkative();
    const env = { CLAUDE_PLUGIN_ROOT: join(box.root, 'plugin') };
    expect((await stop(box, {}, ID, { env })).stdout).toBe('');
    expect(await isAsked(box)).toBe(true);
  });

  it('starts counting again with chronicle observe', async () => {
    const box = await observed({ observationThreshold: 1000 });
    say(box, [prompt('first'), answer('yes'), prompt(tokens(990))]);
    await observe(box, '- [P1] The lock is taken after the check');
    say(box, [answer('ok'), prompt(tokens(990))]);
    expect(await isAsked(box)).toBe(false);
    say(box, [prompt(tokens(20))]);
    expect(await isAsked(box)).toBe(true);
  });

  it('reads a long transcript in pieces of 4 MiB, one a turn', async () => {
    const box = await observed();
    const content = 'x'.repeat(3_000_000);
    for (let n = 0; n < 6; n++) say(box, [{ type: 'attachment', attachment: { type: 'hook_success', content } }]);
    for (let turn = 0, before = 0; turn < 3; turn++) {
      expect(await isAsked(box)).toBe(false);
      const counted = Number(stateOf(box).counted);
      expect(counted).toBeGreaterThan(before);
      expect(counted - before).toBeLessThanOrEqual(4 * 1024 * 1024);
      before = counted;
    }
  });
});

describe('after a compaction', () => {
  it('asks once, however little was said, unless the compaction did not follow', async () => {
    const box = await observed();
    say(box, [prompt('hello'), answer('hi')]);
    await compacting(box, 'before', { trigger: 'manual' });
    expect(await isAsked(box)).toBe(false);
    await compacting(box, 'after', { trigger: 'manual' });
    expect([await isAsked(box), await isAsked(box)]).toEqual([true, false]);
    say(box, [prompt('again')]);
    expect(await isAsked(box)).toBe(false);
  });

  it.each([
    ['the transcript is missing', '/nowhere/x.jsonl'],
    ['there is no path of a transcript', undefined],
    ['the path is one of Windows', 'C:\\Users\\me\\x.jsonl'],
  ])('still asks at the next turn if %s', async (_, transcript_path) => {
    const box = await observed();
    say(box, [prompt('hello')]);
    await compacting(box, 'after');
    expect([await isAsked(box, { transcript_path }), await isAsked(box)]).toEqual([false, true]);
  });
});

describe('a failure never makes the agent go on, and is logged', () => {
  it.each(['', '[]', 'null', '{', '"x"', '{"session_id":7}'])('of reading %s', async (input) => {
    const box = await observed();
    const { code, stdout, stderr } = await box.run(['stop'], input, { cwd: box.root });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^session-chronicle: [^\n]+\n$/);
    expect(box.failures()).toMatchObject([{ event: 'stop' }]);
  });

  it('of writing the state', async () => {
    const box = await talkative();
    mkdirSync(join(box.state, 'index'), { recursive: true });
    writeFileSync(join(box.state, 'index/observer'), 'no directory');
    expect(await stop(box)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^session-chronicle: [^\n]+\n$/) });
    expect(box.failures()).toMatchObject([{ event: 'stop', session_id: ID }]);
  });
});
