/* What the client's hooks make of sessions, whatever becomes of them: one chronicle each, and the facts of its transcript. */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Facts } from '#src/transcript/facts.ts';
import { bashCalls, hookContexts } from './api-request.ts';
import { type Lab, STREAM } from './client.ts';
import { type ChronicleFile, factsOf, failures, filesBeside, harvestersEnded, queue } from './recorded.ts';
import { BRANCH, chronicles, initialise, labWithGit, labWithPlugin, log } from './scenario.ts';

const COMMIT = `git add -A && git -c user.name=t -c user.email=t@example.org commit -m 'fix: take the lock before the check' -m 'Two runs could pass the check at once, because the lock was taken after it.'`;
const scripts = [
  { prompt: 'mend the lock', commands: [log('ERROR', 'First'), 'echo locked > lock.txt', COMMIT] },
  { prompt: 'second thing', commands: [log('DECISION', 'Second')] },
  { prompt: 'third thing', commands: [log('PIVOT', 'Third')] },
  { prompt: 'hang now', commands: [log('ERROR', 'Seen')], hangs: true },
];
const RUN = ['--allowedTools', 'Bash', '-p'] as const;

/** Waits until nothing is left to read, and returns the facts of a session. */
async function harvested(lab: Lab, chronicle: ChronicleFile): Promise<Facts> {
  await harvestersEnded(lab.config);
  const facts = factsOf(chronicle);
  expect([queue(lab.config), failures(lab.config)]).toEqual([[], []]);
  if (!facts) throw new Error(`${chronicle.name} has no facts.`);
  return facts;
}

const prompts = (facts: Facts) => facts.prompts.map(({ text }) => text);

it.for(['plugin', 'init'])('is reminded once, summed up and read (%s)', async (install) => {
  const lab = await (install === 'plugin' ? labWithPlugin : labWithGit)(scripts, { harvests: true });
  if (install === 'init') initialise(lab);
  const run = await lab.run([...RUN, 'mend the lock']);
  // Reports no cancelled hook: the plugin finished within the client's 1.5 s.
  expect(run).toMatchObject({ code: 0, stderr: '' });

  const [chronicle] = chronicles(lab, 1);
  expect(bashCalls(lab.requests)[0]).toMatchObject({
    output: expect.stringMatching(/^e-[0-9a-f]{6} /),
    isError: false,
  });
  for (const request of lab.requests.slice(0, 2)) {
    expect(hookContexts(request)).toEqual([expect.stringContaining(`Session chronicle active at ${chronicle.path}.`)]);
    expect(hookContexts(request)[0]?.length).toBeLessThan(1500);
  }
  expect(chronicle.fields).toMatchObject({ branch: BRANCH, task: 'CWS-96', cwd: lab.project, attended: 'no' });
  expect(chronicle.events).toEqual(['[ERROR] First']);
  expect(chronicle.summary).toMatch(/^Auto-generated: 1 event \(.*1 error.*\)/);
  expect(readdirSync(dirname(dirname(chronicle.path)))).toContain(`${chronicle.fields.session_id}.jsonl`);
  expect(readdirSync(lab.project).sort()).toEqual(['.git', 'lock.txt']);

  const facts = await harvested(lab, chronicle);
  expect(facts.head).toMatchObject({ prompts: 1, commits: 1, ending: 'answered' });
  expect(facts.found).toContainEqual(expect.objectContaining({ from: expect.stringMatching(/^commit [0-9a-f]{7,}$/) }));
});

it('goes on after it was resumed, and nothing is there twice', async () => {
  const lab = await labWithPlugin(scripts, { harvests: true });
  await lab.run([...RUN, 'mend the lock']);
  await harvestersEnded(lab.config);
  await lab.run([...RUN, 'second thing', '--continue']);
  const [chronicle] = chronicles(lab, 1);
  expect(chronicle.events).toEqual(['[ERROR] First', '[DECISION] Second']);
  expect(chronicle.summary?.split('\n').filter(Boolean)).toEqual([expect.stringContaining('Auto-generated: 2 events')]);
  expect(prompts(await harvested(lab, chronicle))).toEqual(['mend the lock', 'second thing']);

  await lab.run([...RUN, 'hello', '--continue']);
  expect(chronicles(lab, 1)[0].text).toBe(chronicle.text);
});

it('gives a fork its own file and facts, and keeps the original', async () => {
  const lab = await labWithPlugin(scripts, { harvests: true });
  await lab.run([...RUN, 'mend the lock']);
  const [before] = chronicles(lab, 1);
  await harvested(lab, before);
  await lab.run([...RUN, 'second thing', '--fork-session', '--resume', before.fields.session_id ?? '']);

  const [origin, fork] = chronicles(lab, 2);
  expect(origin.text).toBe(before.text);
  expect(fork).toMatchObject({ events: ['[DECISION] Second'], name: before.name.replace('.md', '-2.md') });
  const facts = await harvested(lab, fork);
  expect([prompts(facts), facts.head.commits]).toEqual([['second thing'], 0]);
});

it('stays one over a compaction, which is reminded again, and becomes another by /clear', async () => {
  const lab = await labWithPlugin(scripts, { harvests: true });
  const client = lab.start([...STREAM, '--allowedTools', 'Bash']);
  for (const prompt of ['mend the lock', '/compact', 'second thing']) await client.ask(prompt);
  expect(lab.requests.at(-1)).toSatisfy((request) => hookContexts(request).length === 1);
  await client.ask('/clear');
  // It is read while the client runs on.
  const facts = await harvested(lab, chronicles(lab, 2)[0]);
  expect([prompts(facts), facts.compactions.length]).toEqual([['mend the lock', 'second thing'], 1]);
  await client.ask('third thing');
  expect((await client.end()).stderr).toBe('');

  const [before, after] = chronicles(lab, 2);
  expect(before.events).toEqual(['[ERROR] First', '[DECISION] Second']);
  expect(before.summary).toContain('Auto-generated: 2 events');
  expect(after.events).toEqual(['[PIVOT] Third']);
  expect(prompts(await harvested(lab, after))).toEqual(['third thing']);
});

it('is finished and read after its client was killed, when the next one starts', async () => {
  const lab = await labWithPlugin(scripts, { harvests: true });
  const client = lab.start([...RUN, 'hang now']);
  while (lab.requests.length < 2) await sleep(50);
  client.signal('SIGKILL');
  expect(await client.end()).toMatchObject({ signal: 'SIGKILL' });
  expect([chronicles(lab, 1)[0].summary ?? '', queue(lab.config)]).toEqual(['', []]);

  const run = await lab.run([...RUN, 'hello']);
  const [orphan, next] = chronicles(lab, 2);
  expect(orphan).toMatchObject({
    events: ['[ERROR] Seen'],
    summary: expect.stringMatching(/^Auto-generated: 1 event/),
  });
  expect(next.events).toEqual([]);
  expect(run.stderr).toBe('');
  const facts = await harvested(lab, orphan);
  expect([prompts(facts), facts.head.ending]).toEqual([['hang now'], 'open']);
});

it('leaves no process, nothing in the queue and no failure without anything to read', async () => {
  const lab = await labWithPlugin([], { harvests: true });
  const runs = [
    ['--init-only'],
    [...RUN, 'check the docs', '--no-session-persistence'],
    [...RUN, 'check the docs', '--resume', '11111111-2222-4333-8444-555555555555'],
    [...RUN, 'check the docs'],
    [...RUN, '/clear', '--continue'],
  ];
  for (const args of runs) expect((await lab.run(args)).stderr).not.toMatch(/hook/i);
  await harvestersEnded(lab.config);
  expect([queue(lab.config), failures(lab.config)]).toEqual([[], []]);
});

it('is recorded and reminded once where two installs have hooks', async () => {
  const lab = await labWithPlugin(scripts);
  initialise(lab, ['--no-contract']);
  initialise(lab, ['--project', '--shared', '--no-contract']);
  const client = lab.start(STREAM);
  for (const prompt of ['second thing', '/compact', 'hello']) await client.ask(prompt);
  const run = await client.end();

  const [chronicle] = chronicles(lab, 1);
  expect(filesBeside(chronicle)).toEqual([chronicle.name]);
  expect(chronicle.events).toEqual(['[DECISION] Second']);
  expect(chronicle.summary?.match(/Auto-generated:/g)).toHaveLength(1);
  const spoken = lab.requests.filter(({ tools }) => tools.includes('Bash'));
  for (const request of [spoken[0], spoken.at(-1)])
    expect(request && hookContexts(request).join('\n').split('Session chronicle active at')).toHaveLength(2);
  expect(run.stderr).toBe('');
});
