import { expect, it } from 'vitest';
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
