import { counted } from '../lib/text/day.ts';
import { grouped } from '../lib/grouped.ts';
import { listed } from '../lib/listed.ts';
import { INDEX_BYTES, INDEX_LINES, type IndexEntry, indexEntries, indexSize, isNearlyFull } from './memory-index.ts';

/** The kinds of findings, worst first. */
export const AUDIT_KINDS = [
  'unreadable',
  'past-limits',
  'still-broken',
  'no-file',
  'not-indexed',
  'front-matter',
  'doubled-entry',
  'near-duplicate',
  'never-hit',
  'near-limit',
] as const;
type AuditKind = (typeof AUDIT_KINDS)[number];

/** A problem with a project's memories. Texts can contain file names: untrusted, one line each. */
export interface AuditFinding {
  kind: AuditKind;
  /** The memory it is about; null if it is about the index. */
  file: string | null;
  /** The line of MEMORY.md, or null. */
  line: number | null;
  /** The problem as a sentence. */
  message: string;
  /** What to do, as a sentence. */
  advice: string;
}

/** More names are only counted. */
const NAMED = 3;

/** Problems of MEMORY.md, whose text is null if it does not exist, with the memories `files`. */
export function auditIndex(index: string | null, files: readonly string[]): AuditFinding[] {
  const entries = indexEntries(index ?? '');
  return [
    ...pastLimits(index ?? '', entries),
    ...withoutFile(entries, files),
    ...withoutEntry(index, files),
    ...doubled(entries.filter(({ isCanonical }) => isCanonical)),
  ];
}

function pastLimits(index: string, entries: readonly IndexEntry[]): AuditFinding[] {
  const { lines, bytes, past } = indexSize(index);
  const limits = `${INDEX_LINES} lines and ${grouped(INDEX_BYTES)} bytes`;
  const size = `${counted(lines, 'line')} and ${counted(bytes, 'byte')}`;
  if (past > 0) {
    const first = lines - past + 1;
    const place =
      lines === 1
        ? `MEMORY.md is one line of ${counted(bytes, 'byte')}, and its end is`
        : past === 1
          ? `Line ${first} of MEMORY.md is`
          : `Lines ${first} to ${lines} of MEMORY.md are`;
    const cut = entries.filter(({ line }) => line >= first).map(({ file }) => file);
    return [
      {
        kind: 'past-limits',
        file: null,
        line: first,
        message: `${place} not loaded: Claude Code loads only the first ${limits}${cut.length > 0 ? `. It does not see ${shortList(cut)}` : ''}.`,
        advice: `Shorten the entries, or delete entries and memories you do not need; it has ${size}.`,
      },
    ];
  }
  if (!isNearlyFull({ lines, bytes })) return [];
  return [
    {
      kind: 'near-limit',
      file: null,
      line: null,
      message: `MEMORY.md is nearly full: it has ${size}, and Claude Code loads the first ${limits}.`,
      advice: 'Shorten its entries, or delete memories you do not need, before adding more.',
    },
  ];
}

function withoutFile(entries: readonly IndexEntry[], files: readonly string[]): AuditFinding[] {
  const names = new Set(files);
  const inLowerCase = new Map(files.map((file) => [file.toLowerCase(), file]));
  return entries
    .filter(({ file }) => !names.has(file))
    .map(({ file, line }) => {
      const twin = inLowerCase.get(file.toLowerCase());
      return {
        kind: 'no-file',
        file,
        line,
        message: `MEMORY.md names ${file}, but the file does not exist.`,
        advice: twin ? `The file is called ${twin}: correct the entry.` : 'Delete the entry, or restore the file.',
      };
    });
}

/** A file that the index mentions in prose is found as well as one with an entry. */
function withoutEntry(index: string | null, files: readonly string[]): AuditFinding[] {
  if (index === null) {
    if (files.length === 0) return [];
    return [
      {
        kind: 'not-indexed',
        file: null,
        line: null,
        message: `There is no MEMORY.md, so Claude Code does not know of ${files.length === 1 ? 'the memory' : `the ${files.length} memories`} here.`,
        advice: 'Create it, with a line such as - [Title](file.md) for each memory.',
      },
    ];
  }
  const named = new Set(indexEntries(index).map(({ file }) => file.toLowerCase()));
  return files
    .filter((file) => !named.has(file.toLowerCase()) && !index.includes(file))
    .map((file) => ({
      kind: 'not-indexed',
      file,
      line: null,
      message: `MEMORY.md does not name ${file}, so Claude Code does not know of it.`,
      advice: `Add a line to MEMORY.md: - [Title](${file})`,
    }));
}

function doubled(entries: readonly IndexEntry[]): AuditFinding[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ file, line }): AuditFinding[] => {
    const before = first.get(file);
    if (before === undefined) {
      first.set(file, line);
      return [];
    }
    const message = `MEMORY.md names ${file} again, after line ${before}.`;
    return [{ kind: 'doubled-entry', file, line, message, advice: 'Delete one of the two entries.' }];
  });
}

/** The first names, and how many more there are. */
function shortList(names: readonly string[]): string {
  const more = names.length - NAMED;
  return listed(more > 0 ? [...names.slice(0, NAMED), `${more} more`] : names);
}
