import { sessionIn } from '#src/format/front-matter-line.ts';
import type { ArchiveRecord } from '#src/import/archive-record.ts';

/** The session that a facts file names in its head; empty if it names none. */
export function factsSession(bytes: string): string {
  return /"session_id":\s*"([A-Za-z0-9][A-Za-z0-9._-]{0,127})"/.exec(bytes.slice(0, 4096))?.[1] ?? '';
}

/** The session that a record's file names; empty for other kinds, and if it names none. Untrusted. */
export function sessionOfRecord({ kind, bytes }: Pick<ArchiveRecord, 'kind' | 'bytes'>): string {
  if (kind === 'facts') return factsSession(bytes);
  if (kind !== 'chronicle' && kind !== 'notebook') return '';
  return sessionIn(bytes);
}

/** What a chronicle and the files that belong to it have in common: their project and name. */
export function stemOf(path: string): string {
  const [directory = ''] = path.split('/');
  return `${directory}/${(path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '')}`;
}
