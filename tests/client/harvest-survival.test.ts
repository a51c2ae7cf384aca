/* Whether the process that a session's end starts outlives the client, however the client ends. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { bashCalls } from './api-request.ts';
import type { Lab } from './client.ts';
import { STREAM } from './client.ts';
import { harvesters, queue, until } from './harvesters.ts';
import { installPlugin, labWithGit, log } from './scenario.ts';
import { appOf, initialise } from './settings-install.ts';
import { hasTmux, openTerminal } from './terminal.ts';

/** Longer than the time that the client gives a plugin's SessionEnd hook, with all its children (ms). */
const WORK = 3000;

const scripts = [
  { prompt: 'log it', commands: [log('ERROR', 'Seen')] },
  { prompt: 'log and hang', commands: [log('ERROR', 'Seen')], hangs: true },
];

type Install = 'plugin' | 'init';
const INSTALLS: Install[] = ['plugin', 'init'];
const SIGNALS: Record<Install, NodeJS.Signals[]> = { plugin: ['SIGINT', 'SIGHUP'], init: ['SIGTERM'] };

interface Slow {
  lab: Lab;
  /** When the first process began and when it had done its work (ms). */
  done: () => Promise<{ from: number; to: number }>;
  starts: () => number;
}

/** A lab in which reading transcripts takes long: the program is replaced by one that works for some seconds. */
async function slowLab(install: Install): Promise<Slow> {
  const lab = await labWithGit(scripts, { harvests: true });
  const log = join(lab.home, 'harvests.txt');
  const slow = `import { appendFileSync } from 'node:fs';
const from = Date.now();
appendFileSync(${JSON.stringify(log)}, 'start\\n');
setTimeout(() => appendFileSync(${JSON.stringify(log)}, from + ' ' + Date.now() + '\\n'), ${WORK});
`;
  if (install === 'plugin') {
    const root = join(lab.home, 'plugin copy');
    cpSync(inject('plugin'), root, { recursive: true });
    writeFileSync(join(root, 'hooks/dist/harvest.mjs'), slow);
    await installPlugin(lab, root);
  } else {
    initialise(lab);
    writeFileSync(join(appOf(lab), 'hooks/dist/harvest.mjs'), slow);
  }
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []);
  return {
    lab,
    starts: () => lines().filter((line) => line === 'start').length,
    done: async () => {
      const line = await until('the end of the work', () => lines().find((each) => each !== 'start') ?? null);
      const [from = 0, to = 0] = line.split(' ').map(Number);
      return { from, to };
    },
  };
}

/** One process went on after the client's end and did its work to the end. */
async function expectSurvival({ lab, done, starts }: Slow, ended: number): Promise<void> {
  expect(harvesters(lab.config)).toHaveLength(1);
  const { from, to } = await done();
  expect(to - from).toBeGreaterThanOrEqual(WORK - 50);
  expect(to).toBeGreaterThan(ended + 500);
  expect([starts(), queue(lab.config)]).toEqual([1, [expect.any(String)]]);
}

describe.each(INSTALLS)('reading a transcript outlives the client (%s)', (install) => {
  it('after claude -p', async () => {
    const slow = await slowLab(install);
    const run = await slow.lab.run(['-p', 'log it']);
    const ended = Date.now();
    expect(run).toMatchObject({ code: 0, stderr: '' });
    await expectSurvival(slow, ended);
  });

  it.for(SIGNALS[install])('after %s', async (signal) => {
    const slow = await slowLab(install);
    const client = slow.lab.start(['-p', 'log and hang']);
    while (bashCalls(slow.lab.requests).length === 0) await sleep(50);
    client.signal(signal);
    await client.end();
    await expectSurvival(slow, Date.now());
  });

  it('after /clear, which does not wait for it', async () => {
    const slow = await slowLab(install);
    const client = slow.lab.start(STREAM);
    await client.ask('log it');
    await client.ask('/clear');
    const { from, to } = await slow.done();
    expect(to - from).toBeGreaterThanOrEqual(WORK - 50);
    // The start of the next session has not started another one.
    expect(slow.starts()).toBe(1);
    await client.end();
  });

  describe.skipIf(!hasTmux())('in a terminal (skipped where tmux is missing)', () => {
    it.for([
      ['/exit', async ({ enter }: Keys) => enter('/exit')],
      [
        'Ctrl-C twice',
        async ({ press }: Keys) => {
          await press('C-c');
          await sleep(300);
          await press('C-c');
        },
      ],
      ['the closed window', async ({ closeWindow }: Keys) => closeWindow()],
    ] as const)('after %s', async ([, leave]) => {
      const slow = await slowLab(install);
      const terminal = await openTerminal(slow.lab);
      onTestFinished(() => terminal.close());
      await terminal.enter('log it');
      await terminal.waitFor(/● Done\./);
      await leave(terminal);
      await terminal.ended();
      await expectSurvival(slow, Date.now());
    });
  });
});

type Keys = Pick<Awaited<ReturnType<typeof openTerminal>>, 'enter' | 'press' | 'closeWindow'>;
