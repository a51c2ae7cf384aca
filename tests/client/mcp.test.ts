/* `chronicle mcp` as a server of the real client: it lists the tools, and the model gets records from them. */
import { expect, it } from 'vitest';
import { CLI } from '../cli/cli-bundle.ts';
import { bashCalls } from './api-request.ts';
import { labWithPlugin, log } from './scenario.ts';

it('answers a model that has no shell', async () => {
  const recall = (input: object) => ({ tool: 'mcp__chronicle__recall', input });
  const lab = await labWithPlugin([
    { prompt: 'log it', commands: [log('ERROR', 'The redirect loops\nThe cookie is lost in an iframe')] },
    { prompt: 'ask it', commands: [recall({ question: 'why is the cookie lost?' }), recall({ since: 'whenever' })] },
  ]);
  await lab.run(['-p', 'log it']);
  const config = { mcpServers: { chronicle: { command: process.execPath, args: [CLI, 'mcp'] } } };
  const only = ['--mcp-config', JSON.stringify(config), '--strict-mcp-config'];
  const run = await lab.run(['-p', 'ask it', ...only, '--allowedTools', 'mcp__chronicle__recall']);
  expect(run.code).toBe(0);
  const [, found, refused] = bashCalls(lab.requests);
  expect([found?.isError, found?.output]).toEqual([false, expect.stringContaining('[error] The redirect loops')]);
  expect([refused?.isError, refused?.output]).toEqual([true, expect.stringContaining('since must be a year')]);
});
