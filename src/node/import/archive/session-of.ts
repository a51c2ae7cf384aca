import { readEntries } from '#src/chronicle/front-matter.ts';
import { frontMatterLines } from '#src/chronicle/read.ts';
import { scanFrontMatter } from '#src/chronicle/scan.ts';
import type { ArchiveRecord } from '#src/import/archive-record.ts';

/** The session that a facts file names in its head; empty if it names none. */
export function factsSession(bytes: string): string {
  return /"session_id":\s*"([A-Za-z0-9][A-Za-z0-9._-]{0,127})"/.exec(bytes.slice(0, 4096))?.[1] ?? '';
}

/** The session that a record's file names; empty for other kinds, and if it names none. Untrusted. */
export function sessionIn({ kind, bytes }: Pick<ArchiveRecord, 'kind' | 'bytes'>): string {
  if (kind === 'facts') return factsSession(bytes);
  if (kind !== 'chronicle' && kind !== 'notebook') return '';
  return frontOf(bytes).get('session_id')?.value ?? '';
}

/** The front matter of a chronicle or notebook, as bytes read as Latin-1. */
export function frontOf(bytes: string): ReturnType<typeof readEntries>['entries'] {
  return readEntries(frontMatterLines(bytes, scanFrontMatter(bytes)) ?? []).entries;
}

/** What a chronicle and the files that belong to it have in common: their project and name. */
export function stemOf(path: string): string {
  const [directory = ''] = path.split('/');
  return `${directory}/${(path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '')}`;
}
