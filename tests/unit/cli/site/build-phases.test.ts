import { expect, it, vi } from 'vitest';
import { BuildPhases } from '#src/cli/site/build-phases.ts';
import { Progress } from '#src/cli/terminal/progress.ts';

function phasesAt(...times: number[]): BuildPhases {
  const progress = new Progress({ isTerminal: false, columns: 80, hasColour: false, write: () => {} });
  return new BuildPhases(progress, () => times.shift() ?? 0);
}

it('says what took how long, without what took no time', async () => {
  const phases = phasesAt(0, 8100, 8100, 8200, 8200, 11_400);
  await phases.run('pages', 'Rendering pages', () => {});
  await phases.run('sources', 'Writing sources', () => {});
  expect(await phases.run('search', 'Indexing', () => 'made')).toBe('made');
  expect(phases.summary()).toBe('11 s: pages 8.1 s and search 3.2 s');
});

it('only says the whole time if one part or none is worth naming', async () => {
  const phases = phasesAt(0, 800, 800, 900);
  await phases.run('pages', 'Rendering pages', () => {});
  await phases.run('sources', 'Writing sources', () => {});
  expect(phases.summary()).toBe('0.9 s');
});

it('passes on what a part throws', async () => {
  await expect(phasesAt(0, 1).run('pages', 'Rendering pages', () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
});

it('says how far a part is, and how long the rest takes once that can be told', () => {
  const progress = new Progress({ isTerminal: false, columns: 80, hasColour: false, write: () => {} });
  const say = vi.spyOn(progress, 'say');
  let now = 0;
  const phases = new BuildPhases(progress, () => now);
  for (now of [0, 900, 2000]) phases.advance('Rendering pages', now / 2, 5000);
  expect(say.mock.calls.flat()).toEqual([
    'Rendering pages, 0 of 5,000',
    'Rendering pages, 450 of 5,000',
    'Rendering pages, 1,000 of 5,000, about 8 s left',
  ]);
});
