import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readChronicles } from '../client/recorded.ts';
import { log } from '../client/scenario.ts';
import { type CleanRoom, filesBelow, listing, openCleanRoom, read } from './clean-room.ts';

/** Settings of a user who has hooks already, indented as no tool would do it. */
const SETTINGS = `{
   "cleanupPeriodDays" : 365,
   "hooks": {
      "SessionStart": [ { "hooks": [ { "type": "command", "command": "true" } ] } ]
   }
}
`;

let room: CleanRoom;
let settings = '';
let installed: string[] = [];

// The scenes build on each other, as a user's first day does.
beforeAll(async () => {
  room = await openCleanRoom([
    { prompt: 'fix the build', commands: [log('ERROR', 'Took the wrong port for granted')] },
  ]);
  settings = join(room.lab.config, 'settings.json');
  writeFileSync(settings, SETTINGS);
});
afterAll(() => room.lab.close());

it('is installed with npm, and has one Node to run on', async () => {
  expect(await room.npm('install', '--global', room.tarball)).toMatchObject({ code: 0 });
  installed = listing(room.prefix);
  expect(await room.shell('node --version && chronicle --version')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^v22\.12\.0\n\d+\.\d+\.\d+\n$/),
    stderr: '',
  });
});

it('is small, Pagefind included', () => {
  const modules = join(room.prefix, 'lib/node_modules');
  const files = filesBelow(modules);
  const bytes = files.reduce((sum, path) => sum + lstatSync(join(modules, path)).size, 0);
  const packages = files.filter((path) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^@/][^/]*\/package\.json$/.test(path));
  expect(bytes).toBeLessThan(40e6);
  expect(packages.length).toBeLessThanOrEqual(5);
});

it('sets itself up, and a second time changes nothing', async () => {
  expect(await room.shell('chronicle init --yes')).toMatchObject({ code: 0 });
  const after = read(settings);
  expect(after).toContain('SessionEnd');
  expect(await room.shell('chronicle init --yes')).toMatchObject({ code: 0 });
  expect(read(settings)).toBe(after);
});

it('records a session of the real client, which logs an event without being asked for permission', async () => {
  const run = await room.lab.run(['-p', 'fix the build']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(readChronicles(room.lab.config)).toMatchObject([
    {
      events: ['[ERROR] Took the wrong port for granted'],
      summary: expect.stringContaining('Auto-generated: 1 event'),
    },
  ]);
});

it('says that it is well', async () => {
  const { code, stdout, stderr } = await room.shell('chronicle doctor');
  expect([code, stdout, stderr]).toEqual([0, expect.any(String), expect.any(String)]);
  expect(await room.shell('chronicle status')).toMatchObject({ code: 0 });
});

it('shows the session in a site, in dev and built', async () => {
  const [chronicle] = readChronicles(room.lab.config);
  const server = await room.serve('chronicle dev --port 0');
  const sessions = await (await fetch(new URL('/sessions/', server.url))).text();
  const [page = ''] = /\/sessions\/[^"/]+\/[^"/]+\//.exec(sessions) ?? [];
  expect(page).toContain(chronicle?.name.replace('.md', ''));
  const text = await (await fetch(new URL(page, server.url))).text();
  expect(text).toContain('Took the wrong port for granted');
  expect(scriptsOf(text)).not.toEqual([]);
  for (const address of scriptsOf(text)) expect((await fetch(new URL(address, server.url))).status).toBe(200);
  expect(await server.stop()).toMatchObject({ code: 0 });

  expect(await room.shell('chronicle build')).toMatchObject({ code: 0 });
  const site = join(room.lab.config, 'session-chronicle/site');
  expect(read(join(site, page, 'index.html'))).toContain('Took the wrong port for granted');
});

it('writes nothing into its own directory, the project or HOME', () => {
  expect(listing(room.prefix)).toEqual(installed);
  expect(filesBelow(room.lab.project)).toEqual([]);
  const ours = /^\.claude\/(?:session-chronicle|skills|projects\/[^/]+\/chronicle)\/|^\.claude\/CLAUDE\.md$/;
  const clients = /^\.claude\/projects\/[^/]+\/[^/]+\.jsonl$/;
  const elsewhere = filesBelow(room.lab.home).filter(
    (path) => /chronicle/i.test(path) && ![/^my prefix\//, ours, clients].some((known) => known.test(path)),
  );
  expect(elsewhere).toEqual([]);
});

it('leaves the settings as they were byte for byte, and chronicles where they are', async () => {
  const { code, stdout, stderr } = await room.shell('chronicle uninstall --yes');
  expect([code, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('projects')]);
  expect(read(settings)).toBe(SETTINGS);
  expect(readChronicles(room.lab.config)).toHaveLength(1);
  const left = filesBelow(room.lab.config).filter((path) => /^(?:session-chronicle|skills)\/|^CLAUDE\.md$/.test(path));
  // Addresses of projects outlive what is derived.
  const kept = /^session-chronicle\/(?:(?:cache|index|site)\/|addresses\.jsonl$)/;
  expect(left.filter((path) => !kept.test(path))).toEqual([]);
  rmSync(join(room.lab.config, 'session-chronicle'), { recursive: true });
  expect(await room.lab.run(['-p', 'fix the build'])).toMatchObject({ code: 0, stderr: '' });
  expect(readChronicles(room.lab.config)).toHaveLength(1);
});

function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
}
