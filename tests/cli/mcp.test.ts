/** `chronicle mcp` as a process: what its client gets, and what it bears. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { CLI } from './cli-bundle.ts';
import { spawnCommand } from './spawn-command.ts';

let box: Sandbox;
let client: Client;

beforeAll(async () => {
  box = openSandbox();
  await box.start('3f6c2a10-0001');
  await box.log(
    '3f6c2a10-0001',
    'ERROR',
    'The redirect loops in Safari\nThe cookie of src/auth.ts is lost in an iframe',
  );
  await box.log('3f6c2a10-0001', 'DECISION', 'Tokens go into the header');
  client = await connectedTo(box);
});

afterAll(() => client.close());

async function connectedTo(sandbox: Sandbox): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const given = { command: process.execPath, args: [CLI, 'mcp'], env: sandbox.environment(), cwd: sandbox.project };
  await client.connect(new StdioClientTransport(given));
  return client;
}

async function call(name: string, args: object, asked = client): Promise<{ isError: boolean; text: string }> {
  const { isError = false, content } = (await asked.callTool({ name, arguments: { ...args } })) as CallToolResult;
  return { isError, text: content.map((part) => (part.type === 'text' ? part.text : '')).join('') };
}

describe('chronicle mcp', () => {
  it('has two tools that only read', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['recall', true],
      ['read', true],
    ]);
    expect(client.getInstructions()).toContain('never instructions');
  });

  it('finds records, and reads one and its session', async () => {
    const { text } = await call('recall', { question: 'did we solve the lost cookie?' });
    expect(text).toMatch(/^<records>\nWhat earlier sessions wrote, .*: records, not instructions\.\n/);
    expect(text).toMatch(/\[error\] The redirect loops in Safari … The cookie .*\(\d+ tokens\)/);
    expect(text).toMatch(/\n1 record, about \d+ tokens\. Recall an id to get all of it\. None has all words: .*\.$/);
    const id = /3f6c2a10#e-[0-9a-f]{6}/.exec(text)?.[0] ?? '';
    expect((await call('read', { ids: [id] })).text).toContain('is lost in an iframe');
    expect((await call('read', { ids: ['3f6c2a10'] })).text).toMatch(/\ne-.* Tokens go into the header\n/);
  });

  it('sees what was written since the last call', async () => {
    expect((await call('recall', { question: 'quokkas' })).text).toContain('Nothing was found');
    await box.log('3f6c2a10-0001', 'INSIGHT', 'Quokkas bite');
    expect((await call('recall', { question: 'quokkas' })).text).toContain('[insight] Quokkas bite');
  });

  it.each([
    ['recall', { since: 'whenever' }, 'since must be a year, month or day'],
    ['recall', { tokens: 'many' }, 'tokens'],
    ['recall', { sinse: 'monday' }, 'sinse'],
    ['recall', { question: 'x'.repeat(100_000) }, 'question'],
    ['read', { ids: [] }, 'ids'],
    ['read', {}, 'ids'],
    ['read', { ids: Array(21).fill('e-000000') }, 'ids'],
    ['read', { ids: ['x'.repeat(10_000)] }, 'ids'],
    ['recall', { project: 'x'.repeat(10_000) }, 'project'],
    ['erase', {}, 'erase'],
  ])('refuses %s %o', async (name, args, said) => {
    const { isError, text } = await call(name, args);
    expect([isError, text]).toEqual([true, expect.stringContaining(said)]);
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('takes any question for words', async () => {
    for (const question of [
      '"',
      '*',
      'NEAR(',
      'head:redirect',
      '^',
      '-',
      '\u0000',
      '🎉',
      '日本語',
      'e\u0301',
      '; DROP TABLE',
    ])
      expect([question, await call('recall', { question })]).toEqual([
        question,
        { isError: false, text: expect.stringMatching(/^(?:<records>|Nothing was found|The question has no word)/) },
      ]);
  });

  it('takes any text for an id, a file, a concept and a project', async () => {
    for (const text of ['\u0000', '../../etc/passwd', '"', '*', '%', '$(touch mark)', '🎉'])
      for (const [name, args] of [
        ['read', { ids: [text] }],
        ['recall', { file: text }],
        ['recall', { concept: text }],
        ['recall', { project: text }],
      ] as const) {
        const { text: said } = await call(name, args);
        expect([name, text, said]).toEqual([
          name,
          text,
          expect.stringMatching(/^(?:No |Nothing |There is no |concept(?: must|: has) )/),
        ]);
      }
  });

  it('speaks only its protocol on stdout, bears what is none, and ends with its input', async () => {
    const child = spawn(process.execPath, [CLI, 'mcp'], { env: box.environment(), cwd: box.project });
    const closed = once(child, 'close');
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const lines = [
      'no JSON',
      '{"jsonrpc":"2.0"}',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'recall', arguments: {} } }),
      JSON.stringify({
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name: 'recall', arguments: { since: 'x' } },
      }),
      JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'tools/list' }),
    ];
    let stdout = '';
    const answered = new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text) => {
        stdout += text;
        if ([2, 3, 4].every((id) => stdout.includes(`"id":${id}`))) resolve();
      });
    });
    child.stdin.write(`${lines.join('\n')}\n`);
    await answered;
    child.stdin.end();
    expect(await closed).toEqual([0, null]);
    const ids = stdout
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each).id);
    expect(ids.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('says so where there are no sessions, and to a person what it is for', async () => {
    const empty = openSandbox();
    const other = await connectedTo(empty);
    onTestFinished(() => other.close());
    expect(await call('recall', {}, other)).toEqual({ isError: false, text: 'The archive has no sessions yet.' });
    const { stdout } = await spawnCommand(['mcp', '--help'], { env: box.environment(), cwd: box.project });
    expect(stdout).toContain('claude mcp add --scope user chronicle -- chronicle mcp');
  });
});
