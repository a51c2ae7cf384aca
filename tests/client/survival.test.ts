/* Whether the process that a session's end starts outlives the client, however the client ends. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { bashCalls } from './api-request.ts';
import { type Lab, STREAM } from './client.ts';
import { until } from './recorded.ts';
import { appOf, chronicles, initialise, installPlugin, labWithGit, log } from './scenario.ts';
import { hasTmux, openTerminal, type Terminal } from './terminal.ts';

/** Longer than the time that the client gives a plugin's SessionEnd hook, with all its children (ms). */
const WORK = 3000;

const scripts = [
  { prompt: 'log it', commands: [log('ERROR', 'Seen')] },
  { prompt: 'log and hang', commands: [log('ERROR', 'Seen')], hangs: true },
];

/** A lab in which reading transcripts takes long: the program is replaced by one that works for some seconds. */
async function slowLab(install: string): Promise<{ lab: Lab; work: () => string }> {
  const lab = await labWithGit(scripts, { harvests: true });
  const path = join(lab.home, 'work.txt');
  const write = (word: string) => `appendFileSync(${JSON.stringify(path)}, '${word} ')`;
  const slow = `import { appendFileSync } from 'node:fs';\n${write('begun')}\nsetTimeout(() => ${write('done')}, ${WORK});\n`;
  if (install === 'plugin') {
    const root = join(lab.home, 'plugin copy');
    cpSync(inject('plugin'), root, { recursive: true });
    writeFileSync(join(root, 'hooks/dist/harvest.mjs'), slow);
    await installPlugin(lab, root);
  } else {
    initialise(lab);
    writeFileSync(join(appOf(lab), 'hooks/dist/harvest.mjs'), slow);
  }
  return { lab, work: () => (existsSync(path) ? readFileSync(path, 'utf8') : '') };
}

/** One process is at work when the client has ended, and goes on to its end. The chronicle has its summary. */
async function expectSurvival({ lab, work }: Awaited<ReturnType<typeof slowLab>>): Promise<void> {
  await until('the beginning of the work', () => work() !== '');
  expect(work()).toBe('begun ');
  await until('the end of the work', () => work() !== 'begun ');
  expect(work()).toBe('begun done ');
  expect(chronicles(lab, 1)[0].summary).toMatch(/^Auto-generated: 1 event/);
}

it.for(['plugin', 'init'])('after claude -p (%s)', async (install) => {
  const slow = await slowLab(install);
  expect(await slow.lab.run(['-p', 'log it'])).toMatchObject({ code: 0, stderr: '' });
  await expectSurvival(slow);
});

it.for([
  ['plugin', 'SIGINT'],
  ['plugin', 'SIGHUP'],
  ['init', 'SIGTERM'],
] as const)('%s: after %s', async ([install, signal]) => {
  const slow = await slowLab(install);
  const client = slow.lab.start(['-p', 'log and hang']);
  while (bashCalls(slow.lab.requests).length === 0) await sleep(50);
  client.signal(signal);
  await client.end();
  await expectSurvival(slow);
});

it('after /clear, which does not wait for it, and the next session starts no other', async () => {
  const { lab, work } = await slowLab('plugin');
  const client = lab.start(STREAM);
  await client.ask('log it');
  await client.ask('/clear');
  await until('the end of the work', () => work() === 'begun done ');
  await client.end();
});

async function interrupt({ press, screen, waitFor }: Terminal): Promise<void> {
  await press('C-c');
  await waitFor(/again to exit|Interrupted/i);
  // A turn goes on for a moment after its answer shows, and then the first key only interrupts it.
  if (!/again to exit/i.test(await screen())) {
    await press('C-c');
    await waitFor(/again to exit/i);
  }
  await press('C-c');
}

it.skipIf(!hasTmux()).for([
  ['plugin', '/exit', ({ enter }: Terminal) => enter('/exit')],
  ['plugin', 'Ctrl-C twice', interrupt],
  ['plugin', 'the closed window', ({ closeWindow }: Terminal) => closeWindow()],
  ['init', 'the closed window', ({ closeWindow }: Terminal) => closeWindow()],
] as const)('%s: after %s in a terminal (skipped where tmux is missing)', async ([install, , leave]) => {
  const slow = await slowLab(install);
  const terminal = await openTerminal(slow.lab);
  onTestFinished(() => terminal.close());
  await terminal.enter('log it');
  await terminal.waitFor(/● Done\./);
  await leave(terminal);
  await terminal.ended();
  await expectSurvival(slow);
  expect(chronicles(slow.lab, 1)[0].fields).not.toHaveProperty('attended');
});
