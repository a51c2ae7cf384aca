import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ChronicleFile } from './chronicles.ts';
import { type Lab, STREAM } from './client.ts';
import { foundEvents } from './found-events.ts';
import { type FactsFile, factsOf, failures, harvesters, harvestersEnded, queue } from './harvesters.ts';
import { chronicles, installPlugin, labWithGit } from './scenario.ts';
import { initialise } from './settings-install.ts';

const COMMIT = `git add -A && git -c user.name=t -c user.email=t@example.org commit -m 'fix: take the lock before the check' -m 'Two runs could pass the check at once, because the lock was taken after it.'`;
const CAUSE = 'Found it. The root cause is that the lock was taken after the check, so two runs could pass it.';
const scripts = [
  { prompt: 'mend the lock', commands: ['echo locked > lock.txt', COMMIT], says: CAUSE },
  { prompt: 'check the docs', says: 'I looked at the docs.' },
  { prompt: 'hang now', hangs: true },
];

type Install = 'plugin' | 'init';

async function labWith(install: Install): Promise<Lab> {
  const lab = await labWithGit(scripts, { harvests: true });
  if (install === 'plugin') await installPlugin(lab);
  else initialise(lab);
  return lab;
}

const ALLOWED = ['--allowedTools', 'Bash'] as const;
const RUN = [...ALLOWED, '-p'] as const;

/** Waits until nothing is left to read, and returns the facts of a session. */
async function harvested(lab: Lab, chronicle: ChronicleFile): Promise<FactsFile> {
  await harvestersEnded(lab.config);
  const facts = factsOf(chronicle);
  expect([queue(lab.config), failures(lab.config)]).toEqual([[], []]);
  if (!facts) throw new Error(`${chronicle.name} has no facts.`);
  return facts;
}

const words = ({ prompts }: FactsFile) => prompts.map(({ text }) => text);

describe.each(['plugin', 'init'] as const)('a session in which the agent logs nothing (%s)', (install) => {
  it('ends with facts and found events, without anybody doing anything', async () => {
    const lab = await labWith(install);
    const run = await lab.run([...RUN, 'mend the lock']);
    const ended = Date.now();
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(chronicles(lab, 1)[0].events).toEqual([]);

    const facts = await harvested(lab, chronicles(lab, 1)[0]);
    expect(facts.at).toBeGreaterThan(ended);
    expect(facts.head).toMatchObject({ prompts: 1, commits: 1, ending: 'answered' });
    expect(words(facts)).toEqual(['mend the lock']);
    const [chronicle] = chronicles(lab, 1);
    expect(chronicle.events).toEqual([]);
    expect(foundEvents(chronicle)).toContainEqual(
      expect.objectContaining({ from: expect.stringMatching(/^commit [0-9a-f]{7,}$/) }),
    );
  });

  it('is read after its client was killed, when the next one starts', async () => {
    const lab = await labWith(install);
    const client = lab.start([...STREAM, ...ALLOWED]);
    await client.ask('mend the lock');
    // It never gets a result.
    void client.ask('hang now');
    await sleep(1500);
    client.signal('SIGKILL');
    await client.end();
    expect([harvesters(lab.config), queue(lab.config)]).toEqual([[], []]);
    await lab.run([...RUN, 'check the docs']);
    const [killed] = chronicles(lab, 2);
    const facts = await harvested(lab, killed);
    expect(words(facts)).toEqual(['mend the lock', 'hang now']);
    expect(facts.head.ending).toBe('open');
  });
});

describe('a session that goes on', () => {
  it('is read again after it was resumed, and nothing is there twice', async () => {
    const lab = await labWith('plugin');
    await lab.run([...RUN, 'mend the lock']);
    const first = await harvested(lab, chronicles(lab, 1)[0]);
    const [{ events }] = chronicles(lab, 1);
    await lab.run([...RUN, 'check the docs', '--continue']);
    const again = await harvested(lab, chronicles(lab, 1)[0]);
    expect([words(first), words(again)]).toEqual([['mend the lock'], ['mend the lock', 'check the docs']]);
    expect(chronicles(lab, 1)[0].events).toEqual(events);
  });

  it('leaves what it had to the original when it is forked', async () => {
    const lab = await labWith('plugin');
    await lab.run([...RUN, 'mend the lock']);
    await harvested(lab, chronicles(lab, 1)[0]);
    const [before] = chronicles(lab, 1);
    await lab.run([...RUN, 'check the docs', '--fork-session', '--resume', before.fields.session_id ?? '']);
    const [origin, fork] = chronicles(lab, 2);
    const facts = await harvested(lab, fork);
    expect(words(facts)).toEqual(['check the docs']);
    expect(facts.head.commits).toBe(0);
    expect(chronicles(lab, 2)[1].events).toEqual([]);
    expect(chronicles(lab, 2)[0].text).toBe(origin.text);
  });

  it('stays one session over a compaction', async () => {
    const lab = await labWith('plugin');
    const client = lab.start([...STREAM, ...ALLOWED]);
    for (const prompt of ['mend the lock', '/compact', 'check the docs']) await client.ask(prompt);
    await client.end();
    const facts = await harvested(lab, chronicles(lab, 1)[0]);
    expect(words(facts)).toEqual(['mend the lock', 'check the docs']);
    expect(JSON.parse(facts.text).compactions).toHaveLength(1);
  });

  it('becomes another one by /clear: the first is read while the client runs on', async () => {
    const lab = await labWith('plugin');
    const client = lab.start([...STREAM, ...ALLOWED]);
    for (const prompt of ['mend the lock', '/clear']) await client.ask(prompt);
    const [before] = chronicles(lab, 2);
    const facts = await harvested(lab, before);
    expect(words(facts)).toEqual(['mend the lock']);
    await client.ask('check the docs');
    await client.end();
    expect(words(await harvested(lab, chronicles(lab, 2)[1]))).toEqual(['check the docs']);
  });
});

describe('a session without anything to read', () => {
  it.each([
    ['of --init-only', [['--init-only']]],
    ['of --no-session-persistence', [[...RUN, 'check the docs', '--no-session-persistence']]],
    ['that never existed', [[...RUN, 'check the docs', '--resume', '11111111-2222-4333-8444-555555555555']]],
    [
      'after /clear',
      [
        [...RUN, 'check the docs'],
        [...RUN, '/clear', '--continue'],
      ],
    ],
  ])('%s leaves no process, nothing in the queue and no failure', async (_, runs) => {
    const lab = await labWith('plugin');
    for (const args of runs) expect((await lab.run(args)).stderr).not.toMatch(/hook/i);
    await harvestersEnded(lab.config);
    expect([queue(lab.config), failures(lab.config)]).toEqual([[], []]);
  });
});
