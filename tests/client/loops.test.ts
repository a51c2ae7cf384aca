/* A session that repeats itself: what the hook and `chronicle note` tell the model about it. */
import { expect, it } from 'vitest';
import { bashCalls } from './api-request.ts';
import { labWithPlugin } from './scenario.ts';

const note = (kind: string, text: string) => `chronicle note ${kind} <<'EOF'\n${text}\nEOF`;
/** Fails as a test does, and never in the same words. */
const failing = (n: number) => `cd . && SEED=${n} node -e "process.exit(3)" --seed ${n} 2>&1`;

it('tells the model at the third failure of a command, once, and of an attempt that it made before', async () => {
  const commands = [
    note('focus', 'JWT for the API'),
    note('constraint', 'Has to work in a Safari iframe'),
    failing(1),
    note('tried', 'httpOnly cookie for the JWT → Safari blocks it'),
    failing(2),
    failing(3),
    failing(4),
    note('tried', 'put the JWT into an httpOnly cookie → blocked by Safari'),
  ];
  const lab = await labWithPlugin([{ prompt: 'make it work', commands }]);
  await lab.run(['-p', 'make it work', '--allowedTools', 'Bash']);

  const calls = bashCalls(lab.requests);
  expect(calls.map(({ isError }) => isError)).toEqual([false, false, true, false, true, true, true, false]);
  const last = lab.requests.findLast(({ tools }) => tools.includes('Bash'));
  const told = (last?.messages ?? []).flatMap(({ blocks }) =>
    blocks.flatMap(({ text, content }) => [
      text ?? '',
      typeof content === 'string' ? content : JSON.stringify(content ?? ''),
    ]),
  );
  const reminders = told.filter((text) => text.includes('This command has failed 3 times'));
  expect(reminders).toHaveLength(1);
  expect(reminders[0]).toContain('httpOnly cookie for the JWT → Safari blocks it (n-');
  expect(calls.at(-1)?.output).toMatch(
    /^n-[0-9a-f]{6} noted in notebooks\/\S+\nTried before in this session:\n- \d\d:\d\d httpOnly cookie for the JWT → Safari blocks it \(n-[0-9a-f]{6}\)/,
  );
});
