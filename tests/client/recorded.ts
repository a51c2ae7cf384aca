/* What a client's sessions left: chronicles, facts, failures, and the processes that read transcripts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseChronicle } from '#src/format/parse.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { factsPath } from '#src/lib/paths.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import type { Facts } from '#src/transcript/facts.ts';

export interface ChronicleFile {
  /** Claude Code's directory for the project. */
  directory: string;
  name: string;
  path: string;
  text: string;
  /** The front matter, without keys that have no value. */
  fields: Record<string, string>;
  /** First lines of its events: `[ERROR] The list was empty`. */
  events: string[];
  /** The text below `## Summary`, or null without that heading. */
  summary: string | null;
}

/** Every chronicle under a configuration directory, oldest session first; in the same second, `-2` after the name it repeats. */
export function readChronicles(config: string): ChronicleFile[] {
  const projects = join(config, 'projects');
  const started = ({ fields }: ChronicleFile) => fields.started ?? '';
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/\\]+[/\\]chronicle[/\\][^/\\]+\.md$/.test(path))
    .map((path) => readChronicle(projects, path))
    .sort((a, b) => started(a).localeCompare(started(b)) || a.name.length - b.name.length);
}

function readChronicle(projects: string, path: string): ChronicleFile {
  const [directory = '', , name = ''] = path.split(/[/\\]/);
  const text = readFileSync(join(projects, path), 'utf8');
  const { frontMatter = {}, events = [] } = parseChronicle(text).chronicle ?? {};
  const given = Object.entries(frontMatter).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...{ directory, name, path: join(projects, path), text },
    fields: Object.fromEntries(given.map(([key, value]) => [key, String(value)])),
    events: events.map((event) => `[${event.tag}] ${event.text}`),
    summary: text.split(/^## Summary$/m)[1]?.trim() ?? null,
  };
}

/** Names of the files in a chronicle's directory and below, hidden ones too: a lock or a half-written file would show. */
export function filesBeside({ path }: ChronicleFile): string[] {
  const entries = readdirSync(dirname(path), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [] : entry.name)).sort();
}

/** The facts of a chronicle, or null. */
export function factsOf({ path }: Pick<ChronicleFile, 'path'>): Facts | null {
  return readFacts(factsPath(path)).facts;
}

/** Waits up to 20 s for what takes a second or two. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 20_000; !holds(); await sleep(25))
    if (Date.now() > deadline) throw new Error(`Not within 20 s: ${what}.`);
}

/** Waits until nothing reads transcripts for a configuration directory. */
export async function harvestersEnded(config: string): Promise<void> {
  const reads = (pid: string) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      if (!command[1]?.endsWith('/harvest.mjs')) return false;
      // Only its environment says for which directory.
      const env = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      return env.includes(`CLAUDE_CONFIG_DIR=${config}`) || env.includes(`HOME=${join(config, '..')}`);
    } catch {
      // It has ended.
      return false;
    }
  };
  await until('the end of the processes that read transcripts', () => !readdirSync('/proc').some(reads));
}

/** The sessions whose transcripts wait to be read. */
export function queue(config: string): string[] {
  return namesIn(join(config, 'session-chronicle/index/harvest')).filter((name) => !name.startsWith('.'));
}

/** Lines of the failure log. */
export function failures(config: string): string[] {
  const log = join(config, 'session-chronicle/log.jsonl');
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
}
