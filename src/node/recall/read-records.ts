import { isTag } from '#src/chronicle/tags.ts';
import { type MachineNames, machineOf } from '#src/project/machines.ts';
import type { FoundRecord } from '#src/recall/found.ts';
import type { AboutObservation, RecordKind } from '#src/search/record.ts';
import type { Database } from './sqlite.ts';

/** The order of sessions in the archive: newest first. For the table `sessions s`. */
export const NEWEST_FIRST = 's.started DESC, s.name, s.path DESC';

/** The records with these keys, in their order. */
export function recordsAt(database: Database, keys: readonly number[], machines: MachineNames): FoundRecord[] {
  const row = database.prepare(
    `SELECT r.kind, s.slug, s.name, s.title, r.event, r.anchor, r.tag, s.branch, s.task, r.date, r.time, t.text, r.about,
      s.id, s.path, json_extract(s.card, '$.start') AS start
    FROM records r JOIN texts t ON t.key = r.key JOIN sessions s ON s.key = r.session WHERE r.key = ?`,
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
