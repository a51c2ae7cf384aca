import { isTag } from '#src/chronicle/tags.ts';
import { type MachineNames, machineOf } from '#src/project/machines.ts';
import type { FoundRecord } from '#src/recall/found.ts';
import type { AboutObservation, RecordKind } from '#src/search/record.ts';
import type { Columns } from './columns.ts';
import type { Database } from './sqlite.ts';
import { IMPORTED_FROM } from './where.ts';

/** The order of sessions in the archive: newest first. For the table `sessions s`. */
export const NEWEST_FIRST = 's.started DESC, s.name, s.path DESC';

/** Keys of records in the order of the archive: by their sessions, then by their place in them. */
export function inOrderOfSessions(database: Database, columns: Columns, keys: readonly number[]): number[] {
  const sessions = columns.get('session');
  const own = new Set(keys.map((key) => sessions[key] ?? 0));
  const rows = database
    .prepare(`SELECT key FROM sessions s WHERE key IN (SELECT value FROM json_each(?)) ORDER BY ${NEWEST_FIRST}`)
    .all(JSON.stringify([...own]));
  const places = new Map(rows.map(({ key }, place) => [Number(key), place]));
  const placeOf = (key: number) => places.get(sessions[key] ?? 0) ?? 0;
  return keys.toSorted((a, b) => placeOf(a) - placeOf(b) || a - b);
}

/** The records with these keys, in their order. */
export function recordsAt(database: Database, keys: readonly number[], machines: MachineNames): FoundRecord[] {
  const row = database.prepare(
    `SELECT r.kind, s.slug, s.name, s.title, r.event, r.anchor, r.tag, s.branch, s.task, r.date, r.time, r.text, a.about,
      s.id, s.path, s.start, ${IMPORTED_FROM} AS imported
    FROM records r JOIN sessions s ON s.key = r.session LEFT JOIN abouts a ON a.key = r.key WHERE r.key = ?`,
  );
  return keys.flatMap((key): FoundRecord[] => {
    const found = row.get(key);
    if (!found) return [];
    const { kind, slug, name, title, event, anchor, tag, branch, task, date, time, text, about, id, start } = found;
    const machine = machineOf(String(found.path), machines);
    const known = String(tag);
    const described = about === null ? undefined : (JSON.parse(String(about)) as AboutObservation);
    return [
      {
        kind: String(kind) as RecordKind,
        project: String(slug),
        session: String(name),
        title: String(title),
        event: String(event),
        anchor: String(anchor),
        tag: isTag(known) ? known : null,
        branch: String(branch),
        task: String(task),
        ...(machine !== '' && { machine }),
        ...(found.imported !== null && { from: String(found.imported) }),
        date: String(date),
        time: time === null ? null : String(time),
        text: String(text),
        ...(described && { about: described }),
        sessionId: String(id),
        start: String(start),
      },
    ];
  });
}
