/** Which records of the index pass a query's filters, as `admits` says of a record (src/search/facets.ts). */
import { TAGS } from '#src/chronicle/tags.ts';
import type { MachineNames } from '#src/project/machines.ts';
import { admitsKind, admitsObservation, isAboutObservations } from '#src/search/facets.ts';
import type { Query } from '#src/search/query.ts';
import { isBetween } from '#src/search/query-day.ts';
import { type AboutObservation, RECORD_KINDS } from '#src/search/record.ts';
import { type Columns, Days } from './columns.ts';
import type { Database } from './sqlite.ts';
import { IMPORTED_FROM, oneOf, onMachines, type Where } from './where.ts';

export type Admits = (key: number) => boolean;

/** Whether a record that is there passes the filters of a query. Its text is not checked. */
export function admission(database: Database, columns: Columns, query: Query, machines: MachineNames): Admits {
  return all([...kindTests(columns, query), admissionButKind(database, columns, query, machines)]);
}

/** The same without the kinds that the query asks for. */
export function admissionButKind(database: Database, columns: Columns, query: Query, machines: MachineNames): Admits {
  return all([
    ...tagTests(columns, query),
    ...dayTests(database, columns, query),
    ...sessionTests(database, columns, query, machines),
    ...observationTests(database, query),
    ...systemTests(database, columns, query),
  ]);
}

function all(tests: readonly Admits[]): Admits {
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  return (key) => tests.every((test) => test(key));
}

function kindTests(columns: Columns, query: Query): Admits[] {
  const isAdmitted = RECORD_KINDS.map((kind) => admitsKind(query, kind));
  if (!isAdmitted.includes(false)) return [];
  const kinds = columns.get('kind');
  return [(key) => isAdmitted[kinds[key] ?? -1] === true];
}

function tagTests(columns: Columns, { tags: asked }: Query): Admits[] {
  if (asked.length === 0) return [];
  const isAdmitted = [false, ...TAGS.map((tag) => asked.includes(tag))];
  const tags = columns.get('tag');
  return [(key) => isAdmitted[tags[key] ?? 0] === true];
}

function dayTests(database: Database, columns: Columns, { months, since, until }: Query): Admits[] {
  if (months.length === 0 && since === null && until === null) return [];
  const days = columns.get('day');
  const texts = new Days(database);
  const isAdmitted = new Map<number, boolean>();
  return [
    (key) => {
      const day = days[key] ?? 0;
      const known = isAdmitted.get(day);
      if (known !== undefined) return known;
      const text = texts.textOf(day);
      const admits = (months.length === 0 || months.includes(text.slice(0, 7))) && isBetween(text, since, until);
      isAdmitted.set(day, admits);
      return admits;
    },
  ];
}

function sessionTests(database: Database, columns: Columns, query: Query, machines: MachineNames): Admits[] {
  const conditions = [
    ...namedSessions(database, query),
    ...(query.machines.length === 0 ? [] : [onMachines(query.machines, machines)]),
  ];
  return conditions.map(({ sql, values }): Admits => {
    const keys = database
      .prepare(`SELECT json_group_array(key) AS keys FROM sessions s WHERE ${sql}`)
      .get(...values)?.keys;
    const isAdmitted = new Set(JSON.parse(String(keys)) as number[]);
    const own = columns.get('session');
    return (key) => isAdmitted.has(own[key] ?? 0);
  });
}

/** Names are compared as the scan does: SQLite's own `lower` knows no letters beyond ASCII. */
function namedSessions(database: Database, { projects, branches, tasks, sessions }: Query): Where[] {
  const asked = [
    ['slug', projects],
    ['branch', branches],
    ['task', tasks],
    ['name', sessions],
  ] as const;
  return asked.flatMap(([column, names]): Where[] => {
    if (names.length === 0) return [];
    const wanted = new Set([...names, ...names.map((name) => name.toLowerCase())]);
    const known = database
      .prepare(`SELECT DISTINCT ${column} AS name FROM sessions`)
      .all()
      .map(({ name }) => String(name));
    const meant = known.filter((name) => wanted.has(name) || wanted.has(name.toLowerCase()));
    return meant.length === known.length ? [] : [oneOf(`s.${column}`, meant)];
  });
}

function observationTests(database: Database, query: Query): Admits[] {
  if (!isAboutObservations(query)) return [];
  const isAdmitted = new Set<number>();
  for (const { key, about } of database.prepare('SELECT key, about FROM abouts').iterate())
    if (admitsObservation(query, JSON.parse(String(about)) as AboutObservation)) isAdmitted.add(Number(key));
  return [(key) => isAdmitted.has(key)];
}

/** Whether a record was imported from a system: an observation by itself, else with its session. */
function systemTests(database: Database, columns: Columns, { systems }: Query): Admits[] {
  if (systems.length === 0) return [];
  const wanted = new Set(systems.map((name) => name.toLowerCase()));
  const isWanted = (name: unknown) => wanted.has(String(name).toLowerCase());
  const sql = `SELECT key, ${IMPORTED_FROM} AS system FROM sessions s WHERE system IS NOT NULL`;
  const sessions = new Set<number>();
  for (const { key, system } of database.prepare(sql).iterate()) if (isWanted(system)) sessions.add(Number(key));
  const own = new Map<number, boolean>();
  const abouts = "SELECT key, json_extract(about, '$.from') AS system FROM abouts WHERE system IS NOT NULL";
  for (const { key, system } of database.prepare(abouts).iterate()) own.set(Number(key), isWanted(system));
  const sessionOf = columns.get('session');
  return [(key) => own.get(key) ?? sessions.has(sessionOf[key] ?? 0)];
}
