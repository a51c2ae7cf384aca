/* A session that repeats itself: what the hook and `chronicle note` tell the model about it. */
import { expect, it } from 'vitest';
import { bashCalls } from './api-request.ts';
import { labWithPlugin, note } from './scenario.ts';

/** Fails as a test does, and never in the same words. */
const failing = (n: number) => `cd . && SEED=${n} node -e "process.exit(3)" --seed ${n} 2>&1`;

it('tells the model at the third failure of a command, once, and of an attempt that it made before', async () => {
  const commands = [
    note('tried', 'httpOnly cookie for the JWT → Safari blocks it'),
    ...[1, 2, 3, 4].map(failing),
    note('tried', 'put the JWT into an httpOnly cookie → blocked by Safari'),
  ];
  const lab = await labWithPlugin([{ prompt: 'make it work', commands }]);
  await lab.run(['-p', 'make it work', '--allowedTools', 'Bash']);

  const calls = bashCalls(lab.requests);
  expect(calls.map(({ isError }) => isError)).toEqual([false, true, true, true, true, false]);
  const told = JSON.stringify(lab.requests.findLast(({ tools }) => tools.includes('Bash'))?.messages);
  expect(told.split('This command has failed 3 times')).toHaveLength(2);
  expect(calls.at(-1)?.output).toMatch(
    /^n-[0-9a-f]{6} noted in notebooks\/\S+\nTried before in this session:\n- \d\d:\d\d httpOnly cookie for the JWT/,
  );
});
