import { describe, expect, it } from 'vitest';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { type Box, MISS, memory, openBox } from '../commands/proposal-box.ts';
import { spawnCommand } from './spawn-command.ts';

const MANY = IS_WHOLE ? 12 : 4;
const names = Array.from({ length: MANY }, (_, n) => `memory_${n}.md`);

const spawned = (box: Box, words: string[], input = '') =>
  spawnCommand(box.words(words), { env: box.environment(), cwd: box.root, input });

describe('many commands at once', { tags: 'sample' }, () => {
  it('apply a proposal each and lose nothing', async () => {
    const box = openBox();
    box.write('MEMORY.md', '# Memory\n\n- [Dates](dates.md) — UTC\n');
    const proposals = await box.propose(
      ...names.map((file, n) => ({ action: 'NEW', file, text: memory(`memory-${n}`, `About ${n}`) })),
    );
    const ends = await Promise.all(proposals.map(({ id }) => spawned(box, ['apply', id, '--yes'])));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']));
    for (const [n, name] of names.entries()) expect(box.memory(name)).toBe(memory(`memory-${n}`, `About ${n}`));
    const index = box.memory('MEMORY.md') ?? '';
    expect(index.startsWith('# Memory\n\n- [Dates](dates.md) — UTC\n')).toBe(true);
    expect(index.split('\n').slice(3, -1).sort()).toEqual(
      names.map((name, n) => `- [Memory ${n}](${name}) — About ${n}`).sort(),
    );
    expect(
      box
        .history()
        .map(({ file }) => file)
        .sort(),
    ).toEqual([...names].sort());
    expect(box.proposals().map(({ state }) => state)).toEqual(names.map(() => 'approved'));
    expect(box.leftovers()).toEqual([]);
  });

  it('file a proposal each, and apply the same one once', async () => {
    const box = openBox();
    const filing = (file: string) => {
      const proposal = { action: 'NEW', file, text: memory('a-name', 'A description') };
      const proposals = [{ events: [MISS], reason: 'Floats again.', ...proposal }];
      return spawned(box, ['propose'], JSON.stringify({ proposals }));
    };
    const filed = await Promise.all(names.map(filing));
    expect(filed.map(({ code }) => code)).toEqual(names.map(() => 0));
    const proposals = box.proposals();
    expect(proposals.map(({ file }) => file).sort()).toEqual([...names].sort());
    const [{ id, file } = { id: '', file: '' }] = proposals;
    const ends = await Promise.all(names.map(() => spawned(box, ['apply', id, '--yes'])));
    expect(ends.map(({ code }) => code).sort()).toEqual([0, ...Array(MANY - 1).fill(2)]);
    expect(box.history().map((line) => line.file)).toEqual([file]);
  });
});
