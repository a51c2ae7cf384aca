/**
 * What claude-mem kept: its database, of any version, or what its export script writes, one JSON object with a list for each
 * table. Their rows are grouped into sessions alike.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expandedPath } from '#src/lib/checkout.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { isDirectory, statsOf } from '#src/lib/is-there.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { localDay } from '#src/lib/text/day.ts';
import type { Env } from '#src/lib/env.ts';
import { databaseSource, isDatabase, withDatabase } from './claude-mem-database.ts';
import {
  momentIn,
  type Row,
  SESSION_COLUMNS,
  sessionOf,
  TABLES,
  type Table,
  type Tables,
  textIn,
} from './claude-mem-rows.ts';
import { type ImportKind, type Item, plainSource, type Source } from './source.ts';

const DATABASE = 'claude-mem.db';
const LARGEST_SETTINGS = 1024 * 1024;
/** V8 has no longer strings. */
const LARGEST_EXPORT = 500 * 1024 * 1024;

export const claudeMem: ImportKind = {
  find({ env, paths }) {
    const path = databasePath(env);
    return statsOf(path) ? [databaseSource(paths, path)] : [];
  },
  at(path, { paths }) {
    const file = isDirectory(path) ? join(path, DATABASE) : path;
    const beginning = readBeginning(file, 4096);
    if (beginning === null) {
      const fault = statsOf(file) ? `${file} cannot be read as a file` : `There is no file ${file}`;
      throw new ChronicleError(
        'CHRONICLE_NOT_IMPORTABLE',
        `${fault}. Give the path of claude-mem.db or of a JSON export. Nothing was changed.`,
      );
    }
    return !isDatabase(file) && /^\ufeff?\s*[{[]/.test(beginning) ? exportSource(file) : databaseSource(paths, file);
  },
  *read({ path }, { paths }) {
    if (isDatabase(path)) yield* withDatabase(paths, path, sessionsIn);
    else {
      const read = readExport(path);
      if (typeof read === 'string') yield { problem: read };
      else yield* sessionsIn(read);
    }
  },
};

/** Where claude-mem keeps its database: as it finds that itself. */
export function databasePath({ variables: env, home }: Pick<Env, 'variables' | 'home'>): string {
  const usual = join(home, '.claude-mem');
  const settings = parseObject(readBeginning(join(usual, 'settings.json'), LARGEST_SETTINGS) ?? '');
  const nested = isRecord(settings.env) ? settings.env.CLAUDE_MEM_DATA_DIR : undefined;
  const set = [env.CLAUDE_MEM_DATA_DIR, settings.CLAUDE_MEM_DATA_DIR, nested].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return join(typeof set === 'string' ? expandedPath(set, home) : usual, DATABASE);
}

/** The sessions of these tables, in the order in which claude-mem met them, then those that only rows name. */
function* sessionsIn(tables: Tables): Generator<Item> {
  const leftOut: string[] = [];
  for (const group of groupsOf(tables)) {
    const [session = null] = tables.rows('sessions', group.sessions.slice(0, 1));
    const [observations, summaries, prompts] = [
      tables.rows('observations', group.observations),
      tables.rows('summaries', group.summaries),
      tables.rows('prompts', group.prompts),
    ];
    const read = sessionOf({ session, observations, summaries, prompts }, sha1Of, (reason) => leftOut.push(reason));
    for (const reason of leftOut.splice(0)) yield { leftOut: reason };
    if (read !== null) yield { session: read };
  }
}

/** The numbers of the rows of each session. */
function groupsOf(tables: Tables): Record<Table, number[]>[] {
  const groups: Record<Table, number[]>[] = [];
  const byMemory = new Map<string, Record<Table, number[]>>();
  const byContent = new Map<string, Record<Table, number[]>>();
  for (const table of TABLES)
    for (const { row, memory, content } of tables.keys(table)) {
      let group = byMemory.get(memory) ?? byContent.get(content);
      if (!group) {
        group = { sessions: [], observations: [], summaries: [], prompts: [] };
        groups.push(group);
      }
      if (memory !== '') byMemory.set(memory, group);
      if (content !== '') byContent.set(content, group);
      group[table].push(row);
    }
  return groups;
}

/** What is in an export, or why it cannot be imported. */
function exportSource(path: string): Source {
  const read = readExport(path);
  if (typeof read === 'string') return plainSource('claude-mem', path, read);
  const days = read.lists.observations
    .map((row) => momentIn(row, ['created_at_epoch'], ['created_at']))
    .filter((at) => Math.abs(at) < 8e15)
    .map((at) => localDay(new Date(at).toISOString()))
    .sort();
  return {
    ...plainSource('claude-mem', path),
    counts: Object.fromEntries(TABLES.map((table) => [table, read.lists[table].length])),
    days: days[0] === undefined ? null : { from: days[0], to: days.at(-1) ?? days[0] },
  };
}

/** The tables of an export, or why it cannot be read. */
function readExport(path: string): (Tables & { lists: Record<Table, Row[]> }) | string {
  let value: unknown;
  try {
    if (statSync(path).size > LARGEST_EXPORT)
      return `${path} is larger than 500 MB. Import claude-mem's database instead, which is read piece by piece.`;
    value = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    return error instanceof SyntaxError ? `${path} is not valid JSON: it may be cut off.` : sentenceOf(error);
  }
  const list = (table: Table): Row[] => {
    const rows = isRecord(value) ? value[table] : null;
    return Array.isArray(rows) ? rows.filter(isRecord) : [];
  };
  const lists = Object.fromEntries(TABLES.map((table) => [table, list(table)])) as Record<Table, Row[]>;
  const rows = [...lists.observations, ...lists.summaries, ...lists.prompts];
  if (!rows.some((row) => textIn(row, ...SESSION_COLUMNS.memory, ...SESSION_COLUMNS.content) !== ''))
    return `${path} is JSON, but not an export of claude-mem: it has no observations with a session.`;
  return {
    lists,
    keys: (table) =>
      lists[table].map((row, at) => ({
        row: at,
        memory: textIn(row, ...SESSION_COLUMNS.memory),
        content: textIn(row, ...SESSION_COLUMNS.content),
      })),
    rows: (table, numbers) => numbers.flatMap((at): Row[] => [lists[table][at] ?? []].flat()),
  };
}
