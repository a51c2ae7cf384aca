/** A query's filters as SQL, for the tables `records r` and `sessions s`. */
import type { MachineNames } from '#src/project/machines.ts';
import { CHRONICLE_FOLDER } from '#src/project/paths.ts';
import { hasText, observationFilters, type Query } from '#src/search/query.ts';
import { KIND_FACTS, RECORD_KINDS } from '#src/search/record.ts';
import type { Database } from './sqlite.ts';

/** A condition and its values, in their order. Values are never part of the SQL. */
export interface Where {
  sql: string;
  values: (string | number)[];
}

/** What passes the filters of a query; its text is not checked. Equals `admits` in `src/search/facets.ts`. */
export function filtersOf(database: Database, query: Query, machines: MachineNames): Where {
  const conditions: Where[] = [...kindsOf(query), ...restOf(database, query, machines)];
  return all(conditions);
}

/** The same without the kinds that the query asks for. */
export function filtersWithoutKinds(database: Database, query: Query, machines: MachineNames): Where {
  return all(restOf(database, query, machines));
}

function all(conditions: readonly Where[]): Where {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1',
    values: conditions.flatMap(({ values }) => values),
  };
}

function kindsOf(query: Query): Where[] {
  if (new Set(query.kinds).size === RECORD_KINDS.length) return [];
  if (query.kinds.length > 0) return [oneOf('r.kind', query.kinds)];
  if (hasText(query) || observationFilters(query).some(({ length }) => length > 0)) return [];
  return [
    oneOf(
      'r.kind',
      RECORD_KINDS.filter((kind) => !KIND_FACTS[kind].needsWords),
    ),
  ];
}

function restOf(database: Database, query: Query, machines: MachineNames): Where[] {
  const { tags, months, concepts, types, scopes, since, until } = query;
  return [
    ...(tags.length === 0 ? [] : [oneOf('r.tag', tags)]),
    ...(months.length === 0 ? [] : [oneOf('substr(r.date, 1, 7)', months)]),
    ...(since === null ? [] : [{ sql: 'substr(r.date, 1, ?) >= ?', values: [since.length, since] }]),
    ...(until === null ? [] : [{ sql: 'substr(r.date, 1, ?) <= ?', values: [until.length, until] }]),
    ...(types.length === 0 ? [] : [oneOf("json_extract(r.about, '$.type')", types)]),
    ...(scopes.length === 0 ? [] : [oneOf("json_extract(r.about, '$.scope')", scopes)]),
    ...(concepts.length === 0
      ? []
      : [
          {
            sql: `EXISTS (SELECT 1 FROM json_each(r.about, '$.concepts') AS c WHERE ${oneOf('c.value', concepts).sql})`,
            values: oneOf('', concepts).values,
          },
        ]),
    ...sessionsOf(database, query),
    ...(query.machines.length === 0 ? [] : [onMachines(query.machines, machines)]),
  ];
}

/** Names are compared as the scan does: SQLite's own `lower` knows no letters beyond ASCII. */
function sessionsOf(database: Database, { projects, branches, tasks, sessions }: Query): Where[] {
  const asked = [
    ['slug', projects],
    ['branch', branches],
    ['task', tasks],
    ['name', sessions],
  ] as const;
  return asked.flatMap(([column, names]): Where[] => {
    if (names.length === 0) return [];
    const wanted = new Set([...names, ...names.map((name) => name.toLowerCase())]);
    const known = database.prepare(`SELECT DISTINCT ${column} AS name FROM sessions`).all();
    const meant = known
      .map(({ name }) => String(name))
      .filter((name) => wanted.has(name) || wanted.has(name.toLowerCase()));
    return [oneOf(`s.${column}`, meant)];
  });
}

/** Sessions from the archives with these names: a session's root is what its path has before its project's directory. */
export function onMachines(names: readonly string[], machines: MachineNames): Where {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const roots = [...machines].flatMap(([root, name]) => (wanted.has(name.toLowerCase()) ? [root] : []));
  return oneOf(`substr(s.path, 1, instr(s.path, '/' || s.directory || '/${CHRONICLE_FOLDER}/') - 1)`, roots);
}

function oneOf(column: string, values: readonly string[]): Where {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}
