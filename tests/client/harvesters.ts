/* The processes that read transcripts after a session, as the system lists them, and what they wrote. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChronicleFile } from './chronicles.ts';

/** How long to wait for what a process does in a second or two. */
const PATIENCE = 20_000;

/** The processes that read transcripts for a configuration directory. */
export function harvesters(config: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isHarvester(pid, config))
    .map(Number);
}

/** They name no session and no directory in their arguments, only in their environment. */
function isHarvester(pid: string, config: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
    if (!command[1]?.endsWith('/harvest.mjs')) return false;
    const env = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return env.includes(`CLAUDE_CONFIG_DIR=${config}`) || env.includes(`HOME=${join(config, '..')}`);
  } catch {
    // It has ended.
    return false;
  }
}

export async function until<T>(what: string, look: () => T | null | false): Promise<T> {
  for (const deadline = Date.now() + PATIENCE; ; await sleep(25)) {
    const found = look();
    if (found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${PATIENCE / 1000} s: ${what}.`);
  }
}

export async function harvestersEnded(config: string): Promise<void> {
  await until('the end of the processes that read transcripts', () => harvesters(config).length === 0);
}

/** The sessions whose transcripts wait to be read. */
export function queue(config: string): string[] {
  return namesIn(join(config, 'session-chronicle/index/harvest')).filter((name) => !name.startsWith('.'));
}

export interface FactsFile {
  text: string;
  /** When it was written (ms). */
  at: number;
  head: { session_id: string; prompts: number; ending: string; commits: number };
  prompts: { text: string }[];
}

/** The facts of a chronicle, or null. */
export function factsOf({ path }: ChronicleFile): FactsFile | null {
  const file = path.replace(/([^/]*)\.md$/, 'facts/$1.json');
  try {
    const text = readFileSync(file, 'utf8');
    return { ...JSON.parse(text), text, at: statSync(file).mtimeMs };
  } catch {
    return null;
  }
}

/** Lines of the failure log. */
export function failures(config: string): { event: string; code: string; message: string }[] {
  try {
    const log = readFileSync(join(config, 'session-chronicle/log.jsonl'), 'utf8');
    return log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
