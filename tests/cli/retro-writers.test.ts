import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { environmentOf } from '../commands/own-command.ts';
import { AFTER, context, ID, logged, STORY, seenIn, summaryOf } from '../commands/retro-box.ts';
import type { Sandbox } from '../hooks/sandbox.ts';
import { spawnCommand } from './spawn-command.ts';

describe('a narrative beside other writers', () => {
  const spawned = (box: Sandbox, seen: string, input: string, env: Record<string, string> = {}) => {
    const environment = environmentOf(box, { session: ID, env });
    return spawnCommand(['retro', 'narrative', '--seen', seen], { env: environment, cwd: box.project, input });
  };
  const preload = (name: string) => `--require ${fileURLToPath(new URL(name, import.meta.url))}`;

  it.each(['at once', 'slow', 'appended', 'built'])('takes over a save in the same instant (%s)', async (kind) => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    const env = { NODE_OPTIONS: preload('../hooks/late-save.cjs'), LATE_SAVE: kind, LATE_SAVE_PATH: box.only().path };
    const { code, stderr } = await spawned(box, seen, `Lead.\n\n${STORY}`, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { chronicle: read } = parseChronicle(box.only().text);
    expect(read?.events.map(({ text }) => text)).toEqual(expect.arrayContaining(['The migration ran twice']));
    expect(read?.events.length).toBeGreaterThan(1);
    expect(read?.summary).toMatchObject({ kind: 'retro', lead: 'Lead.', narrative: { title: AFTER } });
    expect(box.leftovers()).toEqual([]);
  });

  it('leaves a summary that somebody saves in the same instant, and says so', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    const env = { NODE_OPTIONS: preload('late-summary.cjs'), LATE_SAVE_PATH: box.only().path };
    const input = `Lead.\n\n${STORY}`;
    const { code, stderr } = await spawned(box, seen, input, env);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has changed since it was shown')]);
    expect(summaryOf(box)).toEqual({ kind: 'agent', lead: 'Mine, at the last moment.', narrative: null });
  });

  it('loses no event that is logged at the same time', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    const logs = Array.from({ length: 6 }, (_, n) => box.log(ID, 'INSIGHT', `Meanwhile ${n}`));
    const [told] = await Promise.all([spawned(box, seen, `Lead.\n\n${STORY}`), ...logs]);
    expect(told.code).toBe(0);
    expect(parseChronicle(box.only().text)).toMatchObject({
      chronicle: { events: { length: 7 }, summary: { kind: 'retro', narrative: { title: AFTER } } },
      problems: [],
    });
  });
});
