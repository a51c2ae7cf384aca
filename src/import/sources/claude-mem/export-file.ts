/** Reads what claude-mem's export script writes: one JSON object with a list for each table. */

import { readFileSync, statSync } from 'node:fs';
import type { ImportedSession } from '#src/import/imported-session.ts';
import { momentIn, type Row, SESSION_COLUMNS, sessionOf, textIn } from '#src/import/sources/claude-mem.ts';
import { partsOf } from '#src/import/sources/session-parts.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { localDay } from '#src/lib/text/day.ts';
import { isRecord } from '#src/lib/is-record.ts';
import type { Opened, Source } from '../kind.ts';

/** V8 has no longer strings. */
const LARGEST = 500 * 1024 * 1024;

interface Export {
  sessions: Row[];
  observations: Row[];
  summaries: Row[];
  prompts: Row[];
}

/** Whether a file begins as JSON does. */
export function looksLikeExport(beginning: string): boolean {
  return /^\ufeff?\s*[{[]/.test(beginning);
}

/** What is in the file, or why it cannot be imported. */
export function exportSource(path: string): Source {
  const empty: Source = { kind: 'claude-mem', path, counts: {}, days: null, remarks: [], problem: null };
  const read = readExport(path);
  if (typeof read === 'string') return { ...empty, problem: read };
  const { sessions, observations, summaries, prompts } = read;
  const days = observations
    .map((row) => momentIn(row, ['created_at_epoch'], ['created_at']))
    .filter((at) => Math.abs(at) < 8e15)
    .map((at) => localDay(new Date(at).toISOString()))
    .sort();
  return {
    ...empty,
    counts: {
      sessions: sessions.length,
      observations: observations.length,
      summaries: summaries.length,
      prompts: prompts.length,
    },
    days: days[0] === undefined ? null : { from: days[0], to: days.at(-1) ?? days[0] },
  };
}

/** Opens a file that `exportSource` found. */
export function openExport(path: string): Opened {
  const read = readExport(path);
  const leftOut: Record<string, number> = {};
  const groups = typeof read === 'string' ? [] : groupsOf(read);
  return {
    total: groups.length,
    leftOut,
    problems: typeof read === 'string' ? [read] : [],
    close: () => {},
    *sessions(): Generator<ImportedSession> {
      const leave = (reason: string) => {
        leftOut[reason] = (leftOut[reason] ?? 0) + 1;
      };
      for (const { session, ...rows } of groups)
        for (const part of partsOf(rows)) {
          const read = sessionOf({ session, ...part }, sha1Of, leave);
          if (read !== null) yield read;
        }
    },
  };
}

function readExport(path: string): Export | string {
  let value: unknown;
  try {
    if (statSync(path).size > LARGEST)
      return `${path} is larger than 500 MB. Import claude-mem's database instead, which is read piece by piece.`;
    value = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    return error instanceof SyntaxError ? `${path} is not valid JSON: it may be cut off.` : sentenceOf(error);
  }
  const list = (key: string): Row[] => {
    const rows = isRecord(value) ? value[key] : null;
    return Array.isArray(rows) ? rows.filter(isRecord) : [];
  };
  const [sessions, observations, summaries, prompts] = ['sessions', 'observations', 'summaries', 'prompts'].map(list);
  const rows = [...(observations ?? []), ...(summaries ?? []), ...(prompts ?? [])];
  const isOurs = rows.some((row) => textIn(row, ...SESSION_COLUMNS.memory, ...SESSION_COLUMNS.content) !== '');
  if (!isOurs) return `${path} is JSON, but not an export of claude-mem: it has no observations with a session.`;
  return {
    sessions: sessions ?? [],
    observations: observations ?? [],
    summaries: summaries ?? [],
    prompts: prompts ?? [],
  };
}

type Group = { session: Row | null; observations: Row[]; summaries: Row[]; prompts: Row[] };

function groupsOf({ sessions, ...tables }: Export): Group[] {
  const byMemory = new Map<string, Group>();
  const byContent = new Map<string, Group>();
  const groups: Group[] = [];
  const groupOf = (row: Row, session: Row | null): Group => {
    const memory = textIn(row, ...SESSION_COLUMNS.memory);
    const content = textIn(row, ...SESSION_COLUMNS.content);
    const known = byMemory.get(memory) ?? byContent.get(content);
    const group = known ?? { session, observations: [], summaries: [], prompts: [] };
    if (!known) groups.push(group);
    if (memory !== '') byMemory.set(memory, group);
    if (content !== '') byContent.set(content, group);
    return group;
  };
  for (const session of sessions) groupOf(session, session);
  for (const key of ['observations', 'summaries', 'prompts'] as const)
    for (const row of tables[key]) groupOf(row, null)[key].push(row);
  return groups;
}
