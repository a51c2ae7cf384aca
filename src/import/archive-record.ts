/**
 * The archive as JSON lines, for `chronicle export --json` and `chronicle import archive`; docs/install.md describes it:
 *
 *     {"format":"session-chronicle","version":1,"exported":"2026-11-25T10:00:00Z"}
 *     {"kind":"chronicle","path":"-home-me-larder/chronicle/2026-03-24-main.md","session":"3f6c…","text":"---\n…"}
 *     {"end":true,"records":1}
 *
 * A record is a file with all its bytes, so nothing is lost, whatever a later version reads in it.
 */
import { sessionIn } from '#src/format/front-matter-line.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { isHistoryName, PROPOSALS_FILE } from '#src/lib/paths.ts';

const ARCHIVE_FORMAT = 'session-chronicle';
export const ARCHIVE_VERSION = 1;

/** No part of a path begins with a dot, so that it leads nowhere else. */
const NAME = '[^./\\\\\\p{Cc}][^/\\\\\\p{Cc}]{0,219}';

interface KindPlace {
  /** Where its path is below: `<config>/projects`, or our own directory. */
  below: 'projects' | 'state';
  path: RegExp;
}

/** In a path, `*` is a name. */
function kind(below: KindPlace['below'], path: string): KindPlace {
  return { below, path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', NAME)}$`, 'u') };
}

/** In the order in which they are exported: what belongs to a chronicle comes after it. */
export const ARCHIVE_KINDS = {
  chronicle: kind('projects', '*/chronicle/*.md'),
  facts: kind('projects', '*/chronicle/facts/*.json'),
  notebook: kind('projects', '*/chronicle/notebooks/*.md'),
  ledger: kind('projects', '*/chronicle/*.jsonl'),
  proposals: kind('projects', `*/chronicle/memory/${PROPOSALS_FILE}`),
  memory: kind('projects', '*/memory/*.md'),
  draft: kind('state', 'drafts/*.(?:md|yml)'),
  clusters: kind('state', 'clusters.yml'),
  redact: kind('state', 'redact.yml'),
} as const satisfies Record<string, KindPlace>;

export type ArchiveKind = keyof typeof ARCHIVE_KINDS;

export interface ArchiveRecord {
  kind: ArchiveKind;
  /** With `/`, below the directory of its kind. */
  path: string;
  /** All bytes of the file, read as Latin-1. */
  bytes: string;
}

export function headerLine(exported: string): string {
  return `${JSON.stringify({ format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exported })}\n`;
}

export function endLine(records: number): string {
  return `${JSON.stringify({ end: true, records })}\n`;
}

/** A record as a line. Bytes that are not UTF-8 are written in base64. */
export function recordLine(record: ArchiveRecord): string {
  const { kind, path } = record;
  const session = sessionOf(record);
  const buffer = Buffer.from(record.bytes, 'latin1');
  const text = buffer.toString('utf8');
  const content = Buffer.from(text).equals(buffer) ? { text } : { base64: buffer.toString('base64') };
  const line = JSON.stringify({ kind, path, ...(session !== '' && { session }), ...content });
  // Some programs take these for the end of a line.
  return `${line.replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)}\n`;
}

/** What a line says, or why it cannot be used, as the end of a sentence. */
export type ArchiveLine =
  | { header: { version: number } }
  | { end: number }
  | { record: ArchiveRecord }
  | { fault: string };

/** Reads a line. Never throws; a path that leads elsewhere is a fault. */
export function readArchiveLine(line: string): ArchiveLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { fault: 'it is not valid JSON' };
  }
  if (!isRecord(value)) return { fault: 'it is not a JSON object' };
  const { format, version, end, records, kind: of, path, text, base64 } = value;
  if (format !== undefined) {
    const isOurs = format === ARCHIVE_FORMAT && typeof version === 'number';
    return isOurs ? { header: { version } } : { fault: 'it is the beginning of another format' };
  }
  if (end === true) return typeof records === 'number' ? { end: records } : { fault: 'the end has no "records"' };
  if (!isKind(of)) return { fault: `its kind is unknown: ${JSON.stringify(of ?? null).slice(0, 40)}` };
  if (typeof path !== 'string' || !isPathOf(of, path)) return { fault: `its path is none of a ${of}` };
  if (typeof text === 'string') return { record: { kind: of, path, bytes: Buffer.from(text).toString('latin1') } };
  if (typeof base64 === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    return { record: { kind: of, path, bytes: Buffer.from(base64, 'base64').toString('latin1') } };
  return { fault: 'it has neither "text" nor "base64"' };
}

/** Whether a path is one of a kind's. */
export function isPathOf(kind: ArchiveKind, path: string): boolean {
  return ARCHIVE_KINDS[kind].path.test(path) && (kind !== 'ledger' || isHistoryName(path.split('/').at(-1) ?? ''));
}

/** The session that a record's file names; empty for other kinds, and if it names none. Untrusted. */
export function sessionOf({ kind, bytes }: Pick<ArchiveRecord, 'kind' | 'bytes'>): string {
  if (kind === 'facts')
    return /"session_id":\s*"([A-Za-z0-9][A-Za-z0-9._-]{0,127})"/.exec(bytes.slice(0, 4096))?.[1] ?? '';
  return kind === 'chronicle' || kind === 'notebook' ? sessionIn(bytes) : '';
}

function isKind(word: unknown): word is ArchiveKind {
  return typeof word === 'string' && Object.hasOwn(ARCHIVE_KINDS, word);
}
