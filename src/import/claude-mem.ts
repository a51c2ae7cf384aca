/**
 * What claude-mem kept: its database, of any version, or what its export script writes, one JSON object with a list for each
 * table. Their rows are grouped into sessions alike.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expandedPath } from '#src/lib/checkout.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha1Of } from '#src/lib/digest.ts';
import type { Env } from '#src/lib/env.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { isDirectory, statsOf } from '#src/lib/is-there.ts';
import { parseObject } from '#src/lib/json-object.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { readDatabase } from './claude-mem-database.ts';
import { type Row, SESSION_COLUMNS, sessionOf, TABLES, type Tables, textIn } from './claude-mem-rows.ts';
import { type ImportKind, type Item, plainSource, type Source } from './source.ts';

const DATABASE = 'claude-mem.db';
const LARGEST_SETTINGS = 1024 * 1024;
/** V8 has no longer strings. */
const LARGEST_EXPORT = 500 * 1024 * 1024;

export const claudeMem: ImportKind = {
  find({ env, paths }) {
    const path = databasePath(env);
    return statsOf(path) ? [sourceAt(paths, path)] : [];
  },
  at(path, { paths }) {
    const file = isDirectory(path) ? join(path, DATABASE) : path;
    if (readBeginning(file, 1) !== null) return sourceAt(paths, file);
    const fault = statsOf(file) ? `${file} cannot be read as a file` : `There is no file ${file}`;
    throw new ChronicleError(
      'CHRONICLE_NOT_IMPORTABLE',
      `${fault}. Give the path of claude-mem.db or of a JSON export. Nothing was changed.`,
    );
  },
  *read({ path }, { paths }) {
    const read = readFile(paths, path);
    if (typeof read === 'string') yield { problem: read };
    else yield* sessionsIn(read.tables);
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

/** What is in a file, or why it cannot be imported. */
function sourceAt(paths: Paths, path: string): Source {
  const read = readFile(paths, path);
  if (typeof read === 'string') return plainSource('claude-mem', path, read);
  const { tables, remarks } = read;
  return {
    ...plainSource('claude-mem', path),
    counts: Object.fromEntries(TABLES.map((table) => [table, tables[table].length])),
    remarks,
  };
}

function readFile(paths: Paths, path: string): { tables: Tables; remarks: string[] } | string {
  const isJson = /^\ufeff?\s*[{[]/.test(readBeginning(path, 4096) ?? '');
  return isJson ? readExport(path) : readDatabase(paths, path);
}

/** The tables of an export, or why it cannot be read. */
function readExport(path: string): { tables: Tables; remarks: string[] } | string {
  let value: unknown;
  try {
    if (statSync(path).size > LARGEST_EXPORT)
      return `${path} is larger than 500 MB. Import claude-mem's database instead.`;
    value = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    return error instanceof SyntaxError ? `${path} is not valid JSON: it may be cut off.` : sentenceOf(error);
  }
  const rowsOf = (list: unknown): Row[] => (Array.isArray(list) ? list.filter(isRecord) : []);
  const lists = TABLES.map((table) => [table, rowsOf(isRecord(value) ? value[table] : null)]);
  const tables = Object.fromEntries(lists) as Tables;
  const rows = [...tables.observations, ...tables.summaries, ...tables.prompts];
  if (!rows.some((row) => textIn(row, ...SESSION_COLUMNS.memory, ...SESSION_COLUMNS.content) !== ''))
    return `${path} is JSON, but not an export of claude-mem: it has no observations with a session.`;
  return { tables, remarks: [] };
}

/** The sessions of these tables, in the order in which claude-mem met them, then those that only rows name. */
function* sessionsIn(tables: Tables): Generator<Item> {
  const leftOut: string[] = [];
  for (const rows of groupsOf(tables)) {
    const read = sessionOf(rows, sha1Of, (reason) => leftOut.push(reason));
    for (const reason of leftOut.splice(0)) yield { leftOut: reason };
    if (read !== null) yield { session: read };
  }
}

/** The rows of each session, which is named in two ways. */
function groupsOf(tables: Tables): Tables[] {
  const groups: Tables[] = [];
  const known = new Map<string, Tables>();
  for (const table of TABLES)
    for (const row of tables[table]) {
      const keys = (['memory', 'content'] as const).flatMap((kind) => {
        const id = textIn(row, ...SESSION_COLUMNS[kind]);
        return id === '' ? [] : [`${kind} ${id}`];
      });
      let group = keys.map((key) => known.get(key)).find((each) => each !== undefined);
      if (!group) {
        group = { sessions: [], observations: [], summaries: [], prompts: [] };
        groups.push(group);
      }
      for (const key of keys) known.set(key, group);
      group[table].push(row);
    }
  return groups;
}
