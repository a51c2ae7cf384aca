/* `chronicle mcp` as a server of the real client: it lists the tools, and the model gets records from them. */
import { expect, it } from 'vitest';
import { CLI } from '../cli/cli-bundle.ts';
import { bashCalls } from './api-request.ts';
import { labWithPlugin, log } from './scenario.ts';

const TOOLS = ['mcp__chronicle__recall', 'mcp__chronicle__read', 'mcp__chronicle__around'];

it('answers a model that has no shell', async () => {
  const lab = await labWithPlugin([
    { prompt: 'log it', commands: [log('ERROR', 'The redirect loops\nThe cookie is lost in an iframe')] },
    {
      prompt: 'ask it',
      commands: [
        { tool: 'mcp__chronicle__recall', input: { question: 'why is the cookie lost?' } },
        { tool: 'mcp__chronicle__recall', input: { since: 'whenever' } },
      ],
    },
  ]);
  await lab.run(['-p', 'log it']);
  const config = { mcpServers: { chronicle: { command: process.execPath, args: [CLI, 'mcp'] } } };
  const run = await lab.run([
    ...['-p', 'ask it', '--mcp-config', JSON.stringify(config), '--strict-mcp-config'],
    ...['--allowedTools', TOOLS.join(',')],
  ]);
  expect(run.code).toBe(0);
  const [, found, refused] = bashCalls(lab.requests);
  expect(found).toMatchObject({
    isError: false,
    output: expect.stringMatching(
      /event: \[error\] The redirect loops … The cookie is lost in an iframe \(\d+ tokens\)/,
    ),
  });
  expect(refused).toMatchObject({
    isError: true,
    output: expect.stringContaining('since must be a year, month or day'),
  });
});
