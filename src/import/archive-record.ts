/**
 * The archive as JSON lines, for `chronicle export --json` and `chronicle import archive`; docs/install.md describes it:
 *
 *     {"format":"session-chronicle","version":1,"exported":"2026-11-25T10:00:00Z"}
 *     {"kind":"chronicle","path":"-home-me-larder/chronicle/2026-03-24-main.md","session":"3f6c…","text":"---\n…"}
 *     {"end":true,"records":1}
 *
 * A record is a file with all its bytes, so nothing is lost, whatever a later version reads in it.
 */
import {
  CHRONICLE_FOLDER,
  FACTS_FOLDER,
  isLedgerName,
  MEMORY_FOLDER,
  NOTEBOOKS_FOLDER,
  PROPOSALS_FILE,
  RECORDS_FOLDER,
} from '../lib/paths.ts';
import { isRecord } from '../lib/is-record.ts';

const ARCHIVE_FORMAT = 'session-chronicle';
export const ARCHIVE_VERSION = 1;

const NAME = '[^./\\\\\\p{Cc}][^/\\\\\\p{Cc}]{0,219}';

interface KindFacts {
  /** Where its path is below: `<config>/projects`, or our own directory. */
  below: 'projects' | 'state';
  /** What its path is. */
  path: RegExp;
}

/** In the parts of a path, `*` is a name. */
function placed(below: KindFacts['below'], ...parts: string[]): KindFacts {
  return { below, path: new RegExp(`^${parts.join('/').replaceAll('*', NAME)}$`, 'u') };
}

const CHRONICLES = ['*', CHRONICLE_FOLDER];

/** In the order in which they are exported: what belongs to a chronicle comes after it. */
export const ARCHIVE_KINDS = {
  chronicle: placed('projects', ...CHRONICLES, '*\\.md'),
  facts: placed('projects', '*', FACTS_FOLDER, '*\\.json'),
  notebook: placed('projects', '*', NOTEBOOKS_FOLDER, '*\\.md'),
  ledger: placed('projects', ...CHRONICLES, '*\\.jsonl'),
  proposals: placed('projects', '*', RECORDS_FOLDER, PROPOSALS_FILE.replace('.', '\\.')),
  memory: placed('projects', '*', MEMORY_FOLDER, '*\\.md'),
  draft: placed('state', 'drafts', '*', '(?:draft\\.mdx|draft\\.yml|redactions\\.yml)'),
  series: placed('state', 'series', '*\\.yml'),
  clusters: placed('state', 'clusters\\.yml'),
  redact: placed('state', 'redact\\.yml'),
} as const satisfies Record<string, KindFacts>;

export type ArchiveKind = keyof typeof ARCHIVE_KINDS;

export interface ArchiveRecord {
  kind: ArchiveKind;
  /** With `/`, below the directory of its kind. */
  path: string;
  /** The session that it belongs to; empty for other kinds, and where the file does not say. */
  session: string;
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
export function recordLine({ kind, path, session, bytes }: ArchiveRecord): string {
  const buffer = Buffer.from(bytes, 'latin1');
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
  const { format, version, end, records, kind, path, session = '', text, base64 } = value;
  if (format !== undefined) {
    const isOurs = format === ARCHIVE_FORMAT && typeof version === 'number';
    return isOurs ? { header: { version } } : { fault: 'it is the beginning of another format' };
  }
  if (end === true) return typeof records === 'number' ? { end: records } : { fault: 'the end has no "records"' };
  if (!isKind(kind)) return { fault: `its kind is unknown: ${JSON.stringify(kind ?? null).slice(0, 40)}` };
  if (typeof path !== 'string' || !isPathOf(kind, path)) return { fault: `its path is none of a ${kind}` };
  if (typeof session !== 'string') return { fault: 'its session is not a text' };
  if (typeof text === 'string') return { record: { kind, path, session, bytes: Buffer.from(text).toString('latin1') } };
  if (typeof base64 === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    return { record: { kind, path, session, bytes: Buffer.from(base64, 'base64').toString('latin1') } };
  return { fault: 'it has neither "text" nor "base64"' };
}

function isKind(word: unknown): word is ArchiveKind {
  return typeof word === 'string' && Object.hasOwn(ARCHIVE_KINDS, word);
}

/** Whether a path is one of a kind's. No part of it begins with a dot, so it leads nowhere else. */
export function isPathOf(kind: ArchiveKind, path: string): boolean {
  return ARCHIVE_KINDS[kind].path.test(path) && (kind !== 'ledger' || isLedgerName(path.split('/').at(-1) ?? ''));
}
