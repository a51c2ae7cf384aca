/** Conditions as SQL, for the table `sessions s`. */
import type { MachineNames } from '#src/project/machines.ts';
import { CHRONICLE_FOLDER } from '#src/project/paths.ts';

/** A condition and its values, in their order. Values are never part of the SQL. */
export interface Where {
  sql: string;
  values: (string | number)[];
}

/** Sessions from the archives with these names: a session's root is what its path has before its project's directory. */
export function onMachines(names: readonly string[], machines: MachineNames): Where {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const roots = [...machines].flatMap(([root, name]) => (wanted.has(name.toLowerCase()) ? [root] : []));
  return oneOf(`substr(s.path, 1, instr(s.path, '/' || s.directory || '/${CHRONICLE_FOLDER}/') - 1)`, roots);
}

/** Sessions with one of these values in a column. */
export function oneOf(column: string, values: readonly string[]): Where {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** The system that a session was imported from, as SQL; null for any other. */
export const IMPORTED_FROM = "json_extract(s.card, '$.importedFrom')";
