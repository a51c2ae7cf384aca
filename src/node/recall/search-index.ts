/** Answers a search from the index: the same records in the same order as `searchRecords` finds by reading all. */
import type { MachineNames } from '#src/project/machines.ts';
import type { Found } from '#src/recall/found.ts';
import { hasText, type Query } from '#src/search/query.ts';
import { RECORD_KINDS, type RecordKind } from '#src/search/record.ts';
import { type Admits, admission, admissionButKind } from './admission.ts';
import { Columns, dayRank } from './columns.ts';
import { type Matches, matchingTexts } from './matching-texts.ts';
import { inOrderOfSessions, recordsAt } from './read-records.ts';
import type { Database } from './sqlite.ts';

/** More than any day (`dayRank`). */
const DAYS = 100_000_000;

/** The records that match a query, at most `limit` of them. */
export function searchIndex(database: Database, query: Query, limit: number, machines: MachineNames): Found {
  const columns = new Columns(database);
  const matches = hasText(query) ? matchingTexts(database, columns, query) : everyRecord(columns);
  const admits = admission(database, columns, query, machines);
  const keys = matches.keys.filter((key) => admits(key));
  const kinds = columns.get('kind');
  const candidate = RECORD_KINDS.indexOf('candidate');
  const sessions = columns.get('session');
  return {
    hits: recordsAt(database, bestKeys(database, columns, keys, matches.scores, limit), machines),
    total: keys.length,
    unconfirmed: keys.reduce((sum, key) => sum + (kinds[key] === candidate ? 1 : 0), 0),
    sessions: countDifferent(keys, sessions),
    kinds:
      query.kinds.length === 0
        ? new Map()
        : kindsIn(matches.keys, kinds, admissionButKind(database, columns, query, machines)),
  };
}

function everyRecord(columns: Columns): Matches {
  const sessions = columns.get('session');
  const keys = new Uint32Array(sessions.length);
  let found = 0;
  for (let key = 0; key < sessions.length; key++) if (sessions[key] !== 0) keys[found++] = key;
  return { keys: keys.subarray(0, found), scores: null };
}

/** The first records in their order. Only those that may be among them are ordered by their sessions. */
function bestKeys(
  database: Database,
  columns: Columns,
  keys: Uint32Array,
  scores: Uint32Array | null,
  limit: number,
): number[] {
  const days = columns.get('day');
  const levelOf = (key: number) => (scores?.[key] ?? 0) * DAYS + dayRank(days[key] ?? 0);
  const least = leastOf(keys, levelOf, limit);
  const among = inOrderOfSessions(database, columns, Array.from(keys.filter((key) => levelOf(key) >= least)));
  return among.sort((a, b) => levelOf(b) - levelOf(a)).slice(0, limit);
}

/** The level that the last of the `limit` highest ones has. */
function leastOf(keys: Uint32Array, levelOf: (key: number) => number, limit: number): number {
  if (keys.length <= limit) return Number.NEGATIVE_INFINITY;
  const counts = new Map<number, number>();
  for (const key of keys) {
    const level = levelOf(key);
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  let left = limit;
  for (const level of [...counts.keys()].sort((a, b) => b - a)) {
    left -= counts.get(level) ?? 0;
    if (left <= 0) return level;
  }
  return Number.NEGATIVE_INFINITY;
}

function countDifferent(keys: Uint32Array, sessions: Uint32Array): number {
  let count = 0;
  let last = 0;
  const known = new Set<number>();
  for (const key of keys) {
    const session = sessions[key] ?? 0;
    // Records of a session are next to each other.
    if (session === last) continue;
    last = session;
    if (known.has(session)) continue;
    known.add(session);
    count += 1;
  }
  return count;
}

function kindsIn(keys: Uint32Array, kinds: Uint8Array, admits: Admits): Map<RecordKind, number> {
  const counts = RECORD_KINDS.map(() => 0);
  for (const key of keys) {
    const kind = kinds[key] ?? 0;
    if (admits(key)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return new Map(RECORD_KINDS.flatMap((kind, i) => (counts[i] ? [[kind, counts[i]] as const] : [])));
}
