import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { directoryName } from '#src/lib/directory-name.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { MAIN, SAMPLE } from '../support/root.ts';
import { HOSTILE_MEMORIES, HOSTILE_RECORD } from './hostile-memories.ts';
import { HOSTILE, HOSTILE_NOTEBOOK } from './hostile-session.ts';

/** More sessions than fit on one page of a list. */
const LARGE = 320;

/**
 * Builds the sites for the specs, as an owner would, and serves them with `chronicle preview`:
 * `own` (the sample's sessions, drafts and series as the owner's, and hostile sessions), `sample`, `empty`, `single` (one
 * unremarkable session), `first` (nothing else), `broken` (a file that cannot be read) and `large`. `fixtures.ts` reads their addresses from the environment.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // For the commands started here and by the specs.
  Object.assign(process.env, { NODE_COMPILE_CACHE: COMPILE_CACHE });
  const home = mkdtempSync(join(tmpdir(), 'chronicle-site-'));
  const stops: (() => Promise<void>)[] = [];
  const end = async () => {
    for (const stop of stops) await stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const sites: Record<string, { url: string; directory: string }> = {};
    const open = async (name: string) => {
      const directory = join(home, 'sites', name);
      const env = environment(home, name);
      await run(['build', '--out', directory, ...(name === 'sample' ? ['--sample'] : [])], env);
      const { url, stop } = await serve(directory, env);
      stops.push(stop);
      sites[name] = { url, directory };
    };
    // Two at a time: a build keeps one core busy.
    const waiting = ['large', 'own', 'sample', 'empty', 'single', 'first', 'broken'];
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await open(name);
    };
    await Promise.all([work(), work()]);
    Object.assign(process.env, { CHRONICLE_SITES: JSON.stringify(sites) });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** A home for each site, with the owner's files. */
function environment(home: string, name: string): NodeJS.ProcessEnv {
  const config = join(home, name, '.claude');
  mkdirSync(join(config, 'projects'), { recursive: true });
  if (name === 'own') {
    for (const directory of ['projects', 'session-chronicle'])
      cpSync(join(SAMPLE, directory), join(config, directory), { recursive: true });
    writeChronicles(config, 'hostile', { ...HOSTILE, 'notebooks/2026-06-01-markup.md': HOSTILE_NOTEBOOK });
    writeMemories(config, 'hostile', HOSTILE_MEMORIES);
    writeChronicles(config, 'hostile', HOSTILE_RECORD);
    writeSettings(config, { editor: 'zed://file{path}:{line}:{column}', rots: [] });
  }
  if (name === 'single') {
    writeChronicles(config, 'single', archiveOf(1));
    writePlanned(config, join(home, name, 'planned'));
    writeFailure(config, home, name);
  }
  if (name === 'first') writeChronicles(config, 'first', { '2026-07-23-lar-2-round.md': QUIET });
  if (name === 'broken') writeChronicles(config, 'broken', { '2025-01-01-torn.md': 'Torn.\n' });
  if (name === 'large') {
    const { [LAPTOP_FILE]: laptop = '', [IMPORTED_FILE]: imported = '', ...others } = archiveOf(LARGE);
    const from = 'source: import\nimported_from: claude-mem\n---';
    writeChronicles(config, 'large', { ...others, [IMPORTED_FILE]: imported.replace('\n---', `\n${from}`) });
    const path = join(home, name, 'laptop');
    write(join(path, '-home-robin-code-large/chronicle'), { [LAPTOP_FILE]: laptop });
    writeSettings(config, { roots: [{ path, name: 'laptop' }] });
    writeMemories(config, 'large', memoriesOf(LARGE));
  }
  return { ...process.env, HOME: join(home, name), USERPROFILE: join(home, name), CLAUDE_CONFIG_DIR: config };
}

/** A session of `large` that lies in an archive with a name, and one that was imported. */
const LAPTOP_FILE = '2025-11-13-step-316.md';
const IMPORTED_FILE = '2025-11-15-step-318.md';

/** A session in which nothing was logged. */
const QUIET =
  '---\nsession_id: quiet\ndate: 2026-07-23\nbranch: lar/2-round\ntask: LAR-2\nstarted: 2026-07-23T14:06:00Z\n---\n\n## Events\n';

/** A session in a checkout that has a plan for its branch. */
function writePlanned(config: string, checkout: string): void {
  const day = '2025-01-02';
  const head = `session_id: planned\ndate: ${day}\nbranch: a/b\ntask: ""\nstarted: ${day}T08:00:00Z\ncwd: ${checkout}`;
  const text = `---\n${head}\n---\n\n## Events\n\n- 09:00 [DECISION] Plan\n`;
  write(join(config, 'projects', directoryName(checkout), 'chronicle'), { [`${day}-a-b.md`]: text });
  const plan = '# Ship <b>it</b>\n\n- [x] Build\n- [ ] <img src=x onerror="window.harmed = true">\n- [ ] Sell\n';
  write(checkout, { '.git/HEAD': 'ref: refs/heads/a/b\n', '.claude/plans/a/b.md': plan });
}

/** The failure to record a session after the last recorded one. */
function writeFailure(config: string, home: string, name: string): void {
  const message = `There is no room left on the disk of ${home}/${name}/.claude. Nothing was written. <b>`;
  const failure = { at: new Date(Date.now() + 60_000).toISOString(), event: 'session-start', code: 'ENOSPC', message };
  mkdirSync(join(config, 'session-chronicle'), { recursive: true });
  writeFileSync(join(config, 'session-chronicle/log.jsonl'), `${JSON.stringify(failure)}\n`);
}

function writeSettings(config: string, settings: Record<string, unknown>): void {
  mkdirSync(join(config, 'session-chronicle'), { recursive: true });
  writeFileSync(join(config, 'session-chronicle/config.json'), JSON.stringify(settings));
}

function writeChronicles(config: string, project: string, files: Record<string, string>): void {
  write(join(config, `projects/-home-robin-code-${project}/chronicle`), files);
}

function writeMemories(config: string, project: string, files: Record<string, string>): void {
  write(join(config, `projects/-home-robin-code-${project}/memory`), files);
}

function write(directory: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
}

/** More than fit on one page. */
function memoriesOf(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `user_step_${i}.md`,
      `---\nname: user-step-${i}\ndescription: Likes step ${i}\ntype: user\n---\n\nStep ${i}.\n`,
    ]),
  );
}

/**
 * One session a day from January 2025 on, with two events each, and 62 in March, so that the timeline is split down to
 * weeks. Every third session has a narrative, and thirty name a memory that failed.
 */
function archiveOf(sessions: number): Record<string, string> {
  const days = Array.from({ length: sessions }, (_, i) =>
    new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10),
  );
  return Object.fromEntries(
    days.map((date, i) => [
      `${date}-step-${i}.md`,
      `---\nsession_id: large-${i}\ndate: ${date}\nbranch: step-${i}\ntask: ""\nstarted: ${date}T08:00:00Z\n${i % 3 === 2 ? `retro: ${date}T18:00:00Z\n` : ''}---\n\n## Events\n\n- 09:00 [DECISION] Take step ${i}\n- 09:30 [MEMORY-HIT] step.md\n${i > 0 && i <= 30 ? `- 09:40 [MEMORY-MISS] feedback_step_${i}.md\n` : ''}${date.startsWith('2025-03') ? MARCH : ''}${i % 3 === 2 ? `\n## Summary\n\nA step.\n\n### The story of step ${i}\n\nIt was taken.\n` : ''}`,
    ]),
  );
}

const MARCH = Array.from({ length: 60 }, (_, i) => `- 10:00 [ERROR] Slipped ${i}\n`).join('');

function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = chronicle(args, env);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`chronicle ${args[0]} ended with ${code}:\n${said}`)),
    );
  });
}

/** Serves a built site; the address is the first line the command prints. */
function serve(directory: string, env: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = chronicle(['preview', '--dir', directory, '--port', '0'], env);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => {
    child.kill();
    return ended;
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`chronicle preview ended with ${code}.`)));
    child.stdout.once('data', (line) => resolve({ url: String(line).trim().replace(/\/$/, ''), stop }));
  });
}

function chronicle(args: string[], env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}
