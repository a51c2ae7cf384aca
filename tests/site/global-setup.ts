import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { directoryName } from '#src/lib/directory-name.ts';
import { SAMPLE } from '../support/root.ts';
import { finished, startCommand, startServing } from '../support/running-command.ts';
import { HOSTILE_MEMORIES, HOSTILE_RECORD } from './hostile-memories.ts';
import { HOSTILE, HOSTILE_NOTEBOOK } from './hostile-session.ts';

type Files = Record<string, string>;

/** More sessions than fit on one page of a list. */
const LARGE = 320;
/** A session of `large` that lies in an archive with a name, and one that was imported. */
const LAPTOP_FILE = '2025-11-13-step-316.md';
const IMPORTED_FILE = '2025-11-15-step-318.md';

/** The archive of each site: writes below Claude Code's directory; the home is above. Those with a search are indexed. */
const SITES: Record<string, { hasSearch?: true; write(config: string): void }> = {
  large: { write: writeLarge },
  // The sample's sessions and drafts as the owner's, and hostile ones.
  own: { hasSearch: true, write: writeOwn },
  sample: { hasSearch: true, write() {} },
  empty: { write() {} },
  single: { write: writeSingle },
  // One session in which nothing was logged.
  first: { write: (config) => write(config, ofProject('first', 'chronicle'), { '2026-07-23-lar-2-round.md': QUIET }) },
  // A file that cannot be read.
  broken: { write: (config) => write(config, ofProject('broken', 'chronicle'), { '2025-01-01-torn.md': 'Torn.\n' }) },
};

/**
 * Builds the sites for the specs, as an owner would, and serves them with `chronicle preview`. `fixtures.ts` reads their
 * addresses from the environment.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'chronicle-site-'));
  const stops: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const stop of stops) await stop();
    rmSync(home, { recursive: true, force: true });
  };
  const sites: Record<string, { url: string; directory: string }> = {};
  const waiting = Object.entries(SITES);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, site] = next;
      const directory = join(home, 'sites', name);
      const env = {
        HOME: join(home, name),
        USERPROFILE: join(home, name),
        CLAUDE_CONFIG_DIR: join(home, name, '.claude'),
      };
      mkdirSync(join(env.CLAUDE_CONFIG_DIR, 'projects'), { recursive: true });
      site.write(env.CLAUDE_CONFIG_DIR);
      const options = [...(site.hasSearch ? [] : ['--no-search']), ...(name === 'sample' ? ['--sample'] : [])];
      const { code, stderr } = await finished(startCommand(env, ['build', '--out', directory, ...options]));
      if (code !== 0) throw new Error(`The site ${name} was not built:\n${stderr}`);
      const { child, url, end: ended } = await startServing(env, ['preview', '--dir', directory, '--port', '0']);
      stops.push(() => {
        child.kill();
        return ended;
      });
      sites[name] = { url: url.replace(/\/$/, ''), directory };
    }
  };
  try {
    // Two at a time: a build keeps one core busy.
    await Promise.all([work(), work()]);
  } catch (error) {
    await end();
    throw error;
  }
  Object.assign(process.env, { CHRONICLE_SITES: JSON.stringify(sites) });
  return end;
}

function writeOwn(config: string): void {
  for (const directory of ['projects', 'session-chronicle'])
    cpSync(join(SAMPLE, directory), join(config, directory), { recursive: true });
  const notebook = { 'notebooks/2026-06-01-markup.md': HOSTILE_NOTEBOOK };
  write(config, ofProject('hostile', 'chronicle'), { ...HOSTILE, ...HOSTILE_RECORD, ...notebook });
  write(config, ofProject('hostile', 'memory'), HOSTILE_MEMORIES);
  writeSettings(config, { editor: 'zed://file{path}:{line}:{column}', rots: [] });
}

/** One unremarkable session, one in a checkout that has a plan for its branch, and the failure to record a third. */
function writeSingle(config: string): void {
  write(config, ofProject('single', 'chronicle'), archiveOf(1));
  const [home, day] = [dirname(config), '2025-01-02'];
  const checkout = join(home, 'planned');
  const head = `session_id: planned\ndate: ${day}\nbranch: a/b\ntask: ""\nstarted: ${day}T08:00:00Z\ncwd: ${checkout}`;
  write(config, join('projects', directoryName(checkout), 'chronicle'), {
    [`${day}-a-b.md`]: `---\n${head}\n---\n\n## Events\n\n- 09:00 [DECISION] Plan\n`,
  });
  const plan = '# Ship <b>it</b>\n\n- [x] Build\n- [ ] <img src=x onerror="window.harmed = true">\n- [ ] Sell\n';
  write(checkout, '', { '.git/HEAD': 'ref: refs/heads/a/b\n', '.claude/plans/a/b.md': plan });
  const message = `There is no room left on the disk of ${config}. Nothing was written. <b>`;
  const failure = { at: new Date(Date.now() + 60_000).toISOString(), event: 'session-start', code: 'ENOSPC', message };
  write(config, 'session-chronicle', { 'log.jsonl': `${JSON.stringify(failure)}\n` });
}

function writeLarge(config: string): void {
  const { [LAPTOP_FILE]: laptop = '', [IMPORTED_FILE]: imported = '', ...others } = archiveOf(LARGE);
  const from = 'source: import\nimported_from: claude-mem\n---';
  const own = { ...others, [IMPORTED_FILE]: imported.replace('\n---', `\n${from}`) };
  write(config, ofProject('large', 'chronicle'), own);
  const path = join(dirname(config), 'laptop');
  write(path, '-home-robin-code-large/chronicle', { [LAPTOP_FILE]: laptop });
  writeSettings(config, { roots: [{ path, name: 'laptop' }] });
  const memories = Array.from({ length: LARGE }, (_, i) => [
    `user_step_${i}.md`,
    `---\nname: user-step-${i}\ndescription: Likes step ${i}\ntype: user\n---\n\nStep ${i}.\n`,
  ]);
  write(config, ofProject('large', 'memory'), Object.fromEntries(memories));
}

function ofProject(project: string, folder: string): string {
  return `projects/-home-robin-code-${project}/${folder}`;
}

function writeSettings(config: string, settings: Record<string, unknown>): void {
  write(config, 'session-chronicle', { 'config.json': JSON.stringify(settings) });
}

function write(root: string, directory: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

const QUIET =
  '---\nsession_id: quiet\ndate: 2026-07-23\nbranch: lar/2-round\ntask: LAR-2\nstarted: 2026-07-23T14:06:00Z\n---\n\n## Events\n';
const MARCH = Array.from({ length: 60 }, (_, i) => `- 10:00 [ERROR] Slipped ${i}\n`).join('');

/**
 * One session a day from January 2025 on, with two events each, and 62 in March, so that the timeline draws bars. Every third
 * session has a narrative, and thirty name a memory that failed.
 */
function archiveOf(sessions: number): Files {
  const files = Array.from({ length: sessions }, (_, i) => {
    const date = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
    const isTold = i % 3 === 2;
    const head = `session_id: large-${i}\ndate: ${date}\nbranch: step-${i}\ntask: ""\nstarted: ${date}T08:00:00Z`;
    const miss = i > 0 && i <= 30 ? `- 09:40 [MEMORY-MISS] feedback_step_${i}.md\n` : '';
    const events = `- 09:00 [DECISION] Take step ${i}\n- 09:30 [MEMORY-HIT] step.md\n${miss}${date.startsWith('2025-03') ? MARCH : ''}`;
    const story = `\n## Summary\n\nA step.\n\n### The story of step ${i}\n\nIt was taken.\n`;
    return [
      `${date}-step-${i}.md`,
      `---\n${head}\n${isTold ? `retro: ${date}T18:00:00Z\n` : ''}---\n\n## Events\n\n${events}${isTold ? story : ''}`,
    ];
  });
  return Object.fromEntries(files);
}
