/* The skill that has the agent ask the archive: the model sees it, and what it runs needs no permission. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { estimatedTokens } from '#src/lib/text/plain.ts';
import { type ApiRequest, bashCalls } from './api-request.ts';
import { labWithPlugin, log } from './scenario.ts';

const ASK = 'chronicle recall lost cookie';
const REFUSED = [
  `${ASK} | tee mark`,
  `${ASK} > mark`,
  `X=1 ${ASK}`,
  `${ASK} && touch mark`,
  'chronicle recall $(touch mark)',
];

it('is listed for the model in few tokens', async () => {
  const lab = await labWithPlugin([]);
  await lab.run(['-p', 'hello']);
  const seen = lab.requests.map((request) => request.system + textOf(request)).join('\n');
  const listed = /^- session-chronicle:recall: .*$/m.exec(seen)?.[0] ?? '';
  expect(listed).toContain('earlier sessions');
  expect(estimatedTokens(listed)).toBeLessThanOrEqual(90);
});

it.for(['default', 'acceptEdits', 'dontAsk'])('asks without a prompt in %s mode', async (mode) => {
  const lab = await labWithPlugin([
    { prompt: 'log it', commands: [log('ERROR', 'The redirect loops\nThe cookie is lost in an iframe')] },
    { prompt: 'ask it', commands: [ASK, 'chronicle recall --tokens 200', ...REFUSED] },
  ]);
  await lab.run(['-p', 'log it', '--permission-mode', mode]);
  await lab.run(['-p', 'ask it', '--permission-mode', mode]);
  const [, found, listed, ...refused] = bashCalls(lab.requests);
  expect(found).toMatchObject({
    isError: false,
    output: expect.stringContaining('[error] The redirect loops … The cookie'),
  });
  expect(listed).toMatchObject({ isError: false, output: expect.stringMatching(/about \d+ tokens/) });
  expect(estimatedTokens(found?.output ?? '')).toBeLessThanOrEqual(800);
  expect(estimatedTokens(listed?.output ?? '')).toBeLessThanOrEqual(200);
  expect(refused.map(({ isError }) => isError)).toEqual(REFUSED.map(() => true));
  expect(existsSync(join(lab.project, 'mark'))).toBe(false);
});

function textOf({ messages }: ApiRequest): string {
  return messages.flatMap(({ blocks }) => blocks.map(({ text = '' }) => text)).join('\n');
}
