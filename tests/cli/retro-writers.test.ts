import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { environmentOf } from '../commands/own-command.ts';
import { AFTER, context, ID, logged, STORY, seenIn } from '../commands/retro-box.ts';
import type { Sandbox } from '../hooks/sandbox.ts';
import { spawnCommand } from './spawn-command.ts';

describe('a narrative beside other writers', () => {
  const spawned = (box: Sandbox, seen: string, input: string, env: Record<string, string> = {}) => {
    const environment = environmentOf(box, { session: ID, env });
    return spawnCommand(['retro', 'narrative', '--seen', seen], { env: environment, cwd: box.project, input });
  };

  it('loses no event that is logged at the same time', async () => {
    const box = await logged(true);
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
