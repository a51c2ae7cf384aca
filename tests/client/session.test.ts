import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bashCalls, hookContexts } from './api-request.ts';
import { filesBeside } from './chronicles.ts';
import { STREAM } from './client.ts';
import { chronicles, labWithPlugin, log, summary } from './scenario.ts';

const scripts = [
  { prompt: 'first thing', commands: [log('ERROR', 'First')] },
  { prompt: 'second thing', commands: [log('DECISION', 'Second')] },
  { prompt: 'third thing', commands: [log('PIVOT', 'Third')] },
  { prompt: 'sum up', commands: [summary('Written by the agent.')] },
];

it('ends with a machine summary of the logged events', async () => {
  const lab = await labWithPlugin(scripts);
  const run = await lab.run(['-p', 'first thing']);
  const [chronicle] = chronicles(lab, 1);
  expect(chronicle.summary).toMatch(/^Auto-generated: 1 event \(.*1 error.*\)/);
  // Reports no cancelled hook: the plugin finished within the client's 1.5 s.
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

it('renews the machine summary when a resumed session ends again with new events', async () => {
  const lab = await labWithPlugin(scripts);
  await lab.run(['-p', 'first thing']);
  await lab.run(['-p', 'second thing', '--continue']);
  const [{ text, events, summary: twice }] = chronicles(lab, 1);
  expect(events).toEqual(['[ERROR] First', '[DECISION] Second']);
  expect(twice?.split('\n').filter(Boolean)).toEqual([expect.stringContaining('Auto-generated: 2 events')]);

  await lab.run(['-p', 'hello', '--continue']);
  expect(chronicles(lab, 1)[0].text).toBe(text);
});

it('continues in its own file even if CHRONICLE_PATH names another', async () => {
  const lab = await labWithPlugin(scripts);
  await lab.run(['-p', 'first thing']);
  await lab.run(['-p', 'second thing']);
  const [first, second] = chronicles(lab, 2);
  // The client keeps the path of a session's first start for --continue. With the names swapped it
  // names the other session's file, and so does the index.
  renameSync(first.path, `${first.path}.aside`);
  renameSync(second.path, first.path);
  renameSync(`${first.path}.aside`, second.path);
  await lab.run(['-p', 'third thing', '--continue']);

  const files = new Map(chronicles(lab, 2).map((file) => [file.path, file]));
  expect(files.get(second.path)?.text).toBe(first.text);
  expect(files.get(first.path)?.events).toEqual(['[DECISION] Second', '[PIVOT] Third']);
});

it('gives a fork its own file and keeps the original', async () => {
  const lab = await labWithPlugin(scripts);
  await lab.run(['-p', 'first thing']);
  const [before] = chronicles(lab, 1);
  await lab.run(['-p', 'second thing', '--fork-session', '--resume', before.fields.session_id ?? '']);

  const [origin, fork] = chronicles(lab, 2);
  expect(origin.text).toBe(before.text);
  expect(fork.events).toEqual(['[DECISION] Second']);
  expect(fork.name).toBe(before.name.replace('.md', '-2.md'));
});

it('stays in one file across a compaction, and reminds the model again', async () => {
  const lab = await labWithPlugin(scripts);
  const client = lab.start(STREAM);
  for (const prompt of ['first thing', '/compact', 'second thing']) await client.ask(prompt);
  const run = await client.end();

  const [chronicle] = chronicles(lab, 1);
  expect(chronicle.events).toEqual(['[ERROR] First', '[DECISION] Second']);
  expect(lab.requests.at(-1)).toSatisfy((request) => hookContexts(request).length === 1);
  expect(run.stderr).toBe('');
});

it('begins a new file after /clear in the same process', async () => {
  const lab = await labWithPlugin(scripts);
  const client = lab.start(STREAM);
  for (const prompt of ['first thing', '/clear', 'second thing']) await client.ask(prompt);
  const run = await client.end();

  const [before, after] = chronicles(lab, 2);
  expect(before.events).toEqual(['[ERROR] First']);
  expect(before.summary).toContain('Auto-generated: 1 event');
  expect(after.events).toEqual(['[DECISION] Second']);
  expect(after.summary).toContain('Auto-generated: 1 event');
  expect(run.stderr).toBe('');
});

it('finishes a session whose client was killed when the next one starts', async () => {
  const lab = await labWithPlugin([{ prompt: 'log and hang', commands: [log('ERROR', 'First')], hangs: true }]);
  const client = lab.start(['-p', 'log and hang']);
  while (lab.requests.length < 2) await new Promise((later) => setTimeout(later, 50));
  client.signal('SIGKILL');
  expect(await client.end()).toMatchObject({ signal: 'SIGKILL' });
  expect(chronicles(lab, 1)[0].summary ?? '').toBe('');

  const run = await lab.run(['-p', 'hello']);
  const [orphan, next] = chronicles(lab, 2);
  expect(orphan.summary).toMatch(/^Auto-generated: 1 event/);
  expect(next.events).toEqual([]);
  expect(next.fields.session_id).not.toBe(orphan.fields.session_id);
  expect(filesBeside(next)).toHaveLength(2);
  expect(run.stderr).toBe('');
});

it('keeps two sessions at the same time apart', async () => {
  const lab = await labWithPlugin(scripts);
  await Promise.all([lab.run(['-p', 'first thing']), lab.run(['-p', 'second thing'])]);
  const files = chronicles(lab, 2);
  expect(files.flatMap(({ events }) => events).sort()).toEqual(['[DECISION] Second', '[ERROR] First']);
  expect(files.map(({ events }) => events.length)).toEqual([1, 1]);
  expect(bashCalls(lab.requests).filter(({ isError }) => isError)).toEqual([]);
});
