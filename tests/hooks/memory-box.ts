/* A project's memories in a sandbox: writes files and reads the history. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HistoryLine, parseHistory } from '#src/memory/history.ts';
import { seeMemories } from '#src/memory/see-memories.ts';
import { pathsOf, memoryPlace } from '#src/lib/paths.ts';
import type { Sandbox } from './sandbox.ts';

/** Looks for changes of memory files, as the process that reads transcripts does after a session. */
export async function look(box: Sandbox, sessionId: string): Promise<void> {
  mkdirSync(box.chronicleDirectory, { recursive: true });
  const paths = pathsOf(box.config);
  const place = memoryPlace(paths, box.chronicleDirectory.split('/').at(-2) ?? '');
  seeMemories(paths, place, sessionId, new Date());
}

export function memoryDirectory(box: Sandbox): string {
  return join(dirname(box.chronicleDirectory), 'memory');
}

/** Writes a memory file; `at` sets its time. */
export function writeMemory(box: Sandbox, name: string, text = `${name}\n`, at?: string): string {
  const path = join(memoryDirectory(box), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (at) utimesSync(path, new Date(at), new Date(at));
  return path;
}

export function ledgerPath(box: Sandbox): string {
  return join(box.chronicleDirectory, 'memory-ledger.jsonl');
}

export function ledgerText(box: Sandbox): string {
  return existsSync(ledgerPath(box)) ? readFileSync(ledgerPath(box), 'utf8') : '';
}

/** All lines of the history; fails for an unreadable one. */
export function history(box: Sandbox): HistoryLine[] {
  const { value, problems } = parseHistory(ledgerText(box));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return value;
}

/** `new feedback_money.md`, one per line of the history. */
export function deeds(box: Sandbox): string[] {
  return history(box).map(({ action, file }) => `${action} ${file}`);
}

export function lookupPath(box: Sandbox): string {
  const [directory = ''] = box.chronicleDirectory.split('/').slice(-2);
  return join(box.state, 'index/memory', `${directory}.json`);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
