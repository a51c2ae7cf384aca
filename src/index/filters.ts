/** The filters of a query as SQL conditions. Values are never part of the SQL. */
import { TAGS } from '#src/format/tags.ts';
import { admitsKind, type Query } from './query.ts';
import { RECORD_KINDS } from './record.ts';
import { PLACE_BITS } from './schema.ts';

/** A condition and its values, in their order. */
export interface Condition {
  sql: string;
  values: (string | number)[];
}

/** What records have to pass. */
export interface Filters {
  /** On the table `records r`. Null if all pass, so that it need not be read. */
  record: Condition | null;
  /** On the table `sessions s`. Null if all pass. */
  session: Condition | null;
}

/** Without words, kinds that nearly every session has are left out unless they are asked for. */
export function filtersOf(query: Query): Filters {
  const kinds = RECORD_KINDS.filter((kind) => admitsKind(query, kind));
  const isAll = kinds.length === RECORD_KINDS.length;
  return {
    ...filtersButKind(query),
    record: allOf([...(isAll ? [] : [oneOf('r.kind', kinds)]), ...recordFilters(query)]),
  };
}

/** The same without the kinds. */
export function filtersButKind(query: Query): Filters {
  return { record: allOf(recordFilters(query)), session: allOf(sessionFilters(query)) };
}

/** A condition on the key of a record: that its session passes. */
export function keyInSessions(key: string, { sql, values }: Condition): Condition {
  return { sql: `${key} >> ${PLACE_BITS} IN (SELECT s.key FROM sessions s WHERE ${sql})`, values };
}

const CONCEPTS = `EXISTS (SELECT 1 FROM json_each(r.about, '$.concepts') WHERE value IN (SELECT value FROM json_each(?)))`;
/** An observation may be imported into a session of ours. */
const SYSTEM = `coalesce(json_extract(r.about, '$.from'), (SELECT imported FROM sessions WHERE key = r.key >> ${PLACE_BITS}), '')`;

function recordFilters({ tags, months, concepts, types, scopes, systems, since, until }: Query): Condition[] {
  return [
    ...(tags.length === 0
      ? []
      : [
          oneOf(
            'r.tag',
            TAGS.filter((tag) => tags.includes(tag)),
          ),
        ]),
    ...(months.length === 0 ? [] : [oneOf('substr(r.date, 1, 7)', months)]),
    ...between('r.date', since, until),
    ...(types.length === 0 ? [] : [oneOf("json_extract(r.about, '$.type')", types)]),
    ...(scopes.length === 0 ? [] : [oneOf("json_extract(r.about, '$.scope')", scopes)]),
    ...(concepts.length === 0 ? [] : [{ sql: CONCEPTS, values: [JSON.stringify(concepts)] }]),
    ...(systems.length === 0 ? [] : [oneOfNames(SYSTEM, systems)]),
  ];
}

function sessionFilters({ projects, branches, tasks, sessions, machines }: Query): Condition[] {
  const asked = [
    ['s.slug', projects],
    ['s.branch', branches],
    ['s.task', tasks],
    ['s.name', sessions],
    ['machine(s.path)', machines],
  ] as const;
  return asked.flatMap(([column, names]) => (names.length === 0 ? [] : [oneOfNames(column, names)]));
}

/** All conditions as one; null if there are none. */
export function allOf(conditions: readonly Condition[]): Condition | null {
  if (conditions.length === 0) return null;
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** One of these values. */
export function oneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** One of these names in any case: SQLite's own `lower` knows no letters beyond ASCII. */
function oneOfNames(column: string, names: readonly string[]): Condition {
  return oneOf(`lowered(${column})`, names.map(loweredName));
}

export function loweredName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Days since and until others, which may be years or months; both inclusive. */
export function between(column: string, since: string | null, until: string | null): Condition[] {
  return [
    ...(since === null ? [] : [{ sql: `substr(${column}, 1, ?) >= ?`, values: [since.length, since] }]),
    ...(until === null ? [] : [{ sql: `substr(${column}, 1, ?) <= ?`, values: [until.length, until] }]),
  ];
}
