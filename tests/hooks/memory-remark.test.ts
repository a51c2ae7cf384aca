import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EMPTY_LOOKUP, type Lookup, serializeLookup } from '#src/memory/lookup.ts';
import { lookupPath, writeMemory } from './memory-box.ts';
import { openQuickSandbox, type Sandbox } from './sandbox.ts';

function know(box: Sandbox, changes: Partial<Lookup>): void {
  mkdirSync(dirname(lookupPath(box)), { recursive: true });
  writeFileSync(lookupPath(box), serializeLookup({ ...EMPTY_LOOKUP, ...changes }));
}

/** The output of `log` after the id. */
async function remark(box: Sandbox, id: string, text: string, tag = 'MEMORY-MISS'): Promise<string> {
  const finished = await box.log(id, tag, text);
  expect(finished).toSucceed(/^e-[0-9a-f]{6}(?:-\d)? logged in \S+\.md\n/);
  return finished.stdout.slice(finished.stdout.indexOf('\n') + 1);
}

describe("log's remark on a miss", () => {
  it('counts the misses of the memory it names: in the archive and in its own session', async () => {
    const box = openQuickSandbox();
    writeMemory(box, 'feedback_money.md', 'x', '2026-03-01T10:00:00Z');
    know(box, {
      memories: new Map([['feedback_money.md', { count: 2, isBroken: true, events: ['old#e-1', 'old#e-2'] }]]),
    });
    await box.start('one');
    expect(await remark(box, 'one', 'Float, see feedback_money.md')).toBe(
      'Third miss that feedback_money.md should have prevented.\n',
    );
    expect(await remark(box, 'one', 'FEEDBACK_MONEY.MD once more')).toBe(
      'Fourth miss that feedback_money.md should have prevented.\n',
    );
    expect(await remark(box, 'one', 'Rounded', 'MEMORY-HIT')).toBe('');
    expect(await remark(box, 'one', 'Rounded\nalthough feedback_money.md says so')).toBe(
      'Fifth miss that feedback_money.md should have prevented.\n',
    );
  });
});

it('a session is told of the memories that were missed since they were written', async () => {
  const box = openQuickSandbox();
  const memories = { count: 4, isBroken: true, events: [] };
  know(box, { memories: new Map([['c.md', memories]]) });
  const { stdout } = await box.start('one');
  expect(stdout).toContain('Memories that were missed since they were written: c.md (4). Apply them.');
});
