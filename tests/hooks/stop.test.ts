/* At the end of a turn the agent is asked for observations, once for each stretch of new text. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answer,
  begin,
  compacting,
  configure,
  ID,
  isAsked,
  OTHER,
  observe,
  observed,
  prompt,
  say,
  stop,
  tokens,
} from './observed-session.ts';

describe('the hook at the end of a turn', () => {
  it('never asks an idle session, nor for what another session said', async () => {
    const box = await observed({ observationThreshold: 1000 });
    await begin(box, OTHER);
    say(box, [prompt(tokens(900))]);
    for (let turn = 0; turn < 4; turn++) {
      say(box, [prompt(tokens(600))], OTHER);
      expect(await isAsked(box, { last_assistant_message: tokens(50) })).toBe(false);
    }
    expect(await isAsked(box, {}, OTHER)).toBe(true);
    expect(await isAsked(box, {}, OTHER)).toBe(false);
  });

  it.each([
    ['while it answers what it was asked', { stop_hook_active: true }],
    ['for a subagent', { agent_id: 'a1', agent_type: 'Explore' }],
    ['for the summariser of the host', { agent_type: '' }],
    ['for a session without a chronicle', { session_id: 'unknown' }],
  ])('does nothing %s', async (_, fields) => {
    const box = await observed({ observationThreshold: 10 });
    say(box, [prompt(tokens(20))]);
    expect(await isAsked(box, fields)).toBe(false);
    expect(existsSync(join(box.state, 'index/observer'))).toBe(false);
    expect(await isAsked(box)).toBe(true);
  });

  it.each<[string, object]>([
    ['without the layer', { layers: ['log', 'notes'] }],
    ['if the settings turn the observer off', { enabled: false }],
    ['in an excluded directory', { exclude: ['PROJECT'] }],
  ])('does nothing %s', async (_, settings) => {
    const box = await observed({ observationThreshold: 10 });
    configure(box, {
      observationThreshold: 10,
      ...JSON.parse(JSON.stringify(settings).replace('PROJECT', box.project)),
    });
    say(box, [prompt(tokens(20))]);
    expect(await isAsked(box)).toBe(false);
    await compacting(box, 'before');
    expect(await isAsked(box)).toBe(false);
    expect(existsSync(join(box.state, 'index/observer'))).toBe(false);
  });

  it('waits for the end of plan mode, in which each command needs a permission prompt', async () => {
    const box = await observed({ observationThreshold: 10 });
    say(box, [prompt(tokens(20))]);
    expect(await isAsked(box, { permission_mode: 'plan' })).toBe(false);
    expect(await isAsked(box, { permission_mode: 'plan' })).toBe(false);
    say(box, [prompt('go')]);
    expect(await isAsked(box)).toBe(true);
  });

  it('asks once if several hooks run at the same time', async () => {
    const box = await observed({ observationThreshold: 10 }, {}, true);
    say(box, [prompt(tokens(20))]);
    const runs = await Promise.all(Array.from({ length: 6 }, () => stop(box)));
    expect(runs.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
    expect(box.leftovers()).toEqual([]);
  });

  it('lets the other installation of session-chronicle ask', async () => {
    const box = await observed({ observationThreshold: 10 });
    say(box, [prompt(tokens(20))]);
    const env = { CLAUDE_PLUGIN_ROOT: join(box.root, 'plugin') };
    expect((await stop(box, {}, ID, { env })).stdout).toBe('');
    expect(await isAsked(box)).toBe(true);
  });

  it('starts counting again with chronicle observe', async () => {
    const box = await observed({ observationThreshold: 1000 });
    say(box, [prompt('first'), answer('yes'), prompt(tokens(990))]);
    await observe(box, '- [P1] The lock is taken after the check');
    expect(await isAsked(box)).toBe(false);
    say(box, [answer('ok'), prompt(tokens(990))]);
    expect(await isAsked(box)).toBe(false);
    await observe(box, '- [P2] The check comes first');
    say(box, [prompt(tokens(1000))]);
    expect(await isAsked(box)).toBe(true);
  });
});
