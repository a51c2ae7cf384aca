/* At the end of a turn the agent is asked for observations, once for each stretch of new text and after a compaction. */
import { existsSync, mkdirSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { answer, ID, type ObservedBox, observed, OTHER, prompt, tokens } from './observed-session.ts';

/** A session that has said enough to be asked. */
async function talkative(settings: object = {}, isApart = false): Promise<ObservedBox> {
  const box = await observed({ observationThreshold: 10, ...settings }, {}, isApart);
  box.say([prompt(tokens(20))]);
  return box;
}

const hasState = (box: ObservedBox) => existsSync(join(box.state, 'index/observer'));

describe('the hook at the end of a turn', () => {
  it('never asks an idle session, nor for what another session said', async () => {
    const box = await observed({ observationThreshold: 1000 });
    await box.start(OTHER);
    box.say([prompt(tokens(900))]);
    for (let turn = 0; turn < 4; turn++) {
      box.say([prompt(tokens(600))], OTHER);
      expect(await box.isAsked({ last_assistant_message: tokens(50) })).toBe(false);
    }
    expect([await box.isAsked({}, OTHER), await box.isAsked({}, OTHER)]).toEqual([true, false]);
  });

  it.each([
    ['while it answers what it was asked', { stop_hook_active: true }],
    ['for a subagent', { agent_id: 'a1', agent_type: 'Explore' }],
    ['for the summariser of the host', { agent_type: '' }],
    ['for a session without a chronicle', { session_id: 'unknown' }],
  ])('does nothing %s', async (_, fields) => {
    const box = await talkative();
    expect([await box.isAsked(fields), hasState(box)]).toEqual([false, false]);
    expect(await box.isAsked()).toBe(true);
  });

  it.each<[string, (box: ObservedBox) => object]>([
    ['without the layer', () => ({ layers: ['log', 'notes'] })],
    ['if the settings turn the observer off', () => ({ enabled: false })],
    ['in an excluded directory', ({ project }) => ({ exclude: [project] })],
  ])('does nothing %s', async (_, settings) => {
    const box = await talkative();
    box.observing({ observationThreshold: 10, ...settings(box) });
    await box.compacting('after');
    expect([await box.isAsked(), hasState(box)]).toEqual([false, false]);
  });

  it('waits for the end of plan mode, in which each command needs a permission prompt', async () => {
    const box = await talkative();
    for (let turn = 0; turn < 2; turn++) expect(await box.isAsked({ permission_mode: 'plan' })).toBe(false);
    box.say([prompt('go')]);
    expect(await box.isAsked()).toBe(true);
  });

  it('asks once if several hooks run at the same time', async () => {
    const box = await talkative({}, true);
    const runs = await Promise.all(Array.from({ length: 6 }, () => box.stop()));
    expect(runs.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
    expect(box.leftovers()).toEqual([]);
  });

  it('lets the other installation of session-chronicle ask', async () => {
    const box = await talkative();
    const env = { CLAUDE_PLUGIN_ROOT: join(box.root, 'plugin') };
    expect((await box.stop({}, ID, { env })).stdout).toBe('');
    expect(await box.isAsked()).toBe(true);
  });

  it('starts counting again with chronicle observe', async () => {
    const box = await observed({ observationThreshold: 1000 });
    box.say([prompt('first'), answer('yes'), prompt(tokens(990))]);
    await box.agent(ID, 'observe', '- [P1] The lock is taken after the check');
    box.say([answer('ok'), prompt(tokens(990))]);
    expect(await box.isAsked()).toBe(false);
    box.say([prompt(tokens(20))]);
    expect(await box.isAsked()).toBe(true);
  });

  it('reads a long transcript in pieces of 4 MiB, one a turn', async () => {
    const box = await observed();
    const content = 'x'.repeat(3_000_000);
    for (let n = 0; n < 6; n++) box.say([{ type: 'attachment', attachment: { type: 'hook_success', content } }]);
    for (let turn = 0, before = 0; turn < 3; turn++) {
      expect(await box.isAsked()).toBe(false);
      const counted = Number(box.counts().counted);
      expect(counted).toBeGreaterThan(before);
      expect(counted - before).toBeLessThanOrEqual(4 * 1024 * 1024);
      before = counted;
    }
  });
});

describe('after a compaction', () => {
  it('asks once, however little was said, unless the compaction did not follow', async () => {
    const box = await observed();
    box.say([prompt('hello'), answer('hi')]);
    await box.compacting('before', { trigger: 'manual' });
    expect(await box.isAsked()).toBe(false);
    await box.compacting('after', { trigger: 'manual' });
    expect([await box.isAsked(), await box.isAsked()]).toEqual([true, false]);
    box.say([prompt('again')]);
    expect(await box.isAsked()).toBe(false);
  });

  it.each([
    ['the transcript is missing', '/nowhere/x.jsonl'],
    ['there is no path of a transcript', undefined],
    ['the path is one of Windows', 'C:\\Users\\me\\x.jsonl'],
  ])('still asks at the next turn if %s', async (_, transcript_path) => {
    const box = await observed();
    box.say([prompt('hello')]);
    await box.compacting('after');
    expect([await box.isAsked({ transcript_path }), await box.isAsked()]).toEqual([false, true]);
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
    expect(await box.stop()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^session-chronicle: [^\n]+\n$/) });
    expect(box.failures()).toMatchObject([{ event: 'stop', session_id: ID }]);
  });
});

it('asks at most once, wherever it was killed before, and leaves nothing behind', { tags: 'sample' }, async () => {
  const box = await observed({ observationThreshold: 100 });
  box.say([prompt(tokens(100))]);
  const state = join(box.state, 'index/observer');
  let kills = 0;
  for (let n = 0; ; n += IS_WHOLE ? 1 : 3) {
    rmSync(state, { recursive: true, force: true });
    const { signal, code, stdout } = await box.stop({}, undefined, { env: box.killing(n) });
    if (signal === null) {
      expect([code, stdout === '']).toEqual([0, false]);
      break;
    }
    kills++;
    const again = [await box.isAsked(), await box.isAsked()];
    expect([n, again.filter(Boolean).length <= 1, again[1]]).toEqual([n, true, false]);
    expect(box.counts()).toMatchObject({ characters: 0 });
    // Whatever comes next clears up.
    box.say([prompt('more')]);
    expect(await box.isAsked()).toBe(false);
    expect(box.leftovers()).toEqual([]);
  }
  expect(kills).toBeGreaterThan(1);
});
