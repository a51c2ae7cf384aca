import { basename, dirname, join } from 'node:path';
import { type ImportedNote, type ImportedSession, recordKey } from '#src/import/imported-session.ts';
import {
  freeFormEntry,
  isMindMemory,
  isMindReminders,
  isMindSession,
  type MindEntry,
  readMindMemory,
  readMindReminders,
  readMindSession,
} from '#src/import/sources/mind.ts';
import { sha1Of } from '#src/node/disk/digest.ts';
import { isDirectory } from '#src/node/disk/is-there.ts';
import { readBeginning } from '#src/node/disk/read-file.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { OWN_ZONE } from '#src/record/local-time.ts';
import { compare } from '#src/value/compare.ts';
import { groupBy } from '#src/value/group-by.ts';
import { parseObject } from '#src/value/json-object.ts';
import type { Opened, SessionKind, Source } from '../kind.ts';
import { readTextFile, type TextFile } from '../text-file.ts';

const FOLDER = '.mind';
const LARGEST_STATE = 1024 * 1024;

interface FileForm {
  name: string;
  word: string;
  is(text: string): boolean;
  read(text: string): MindEntry[];
}

/** The files of Mind that are read. Its state and settings are not. */
const FILES: readonly FileForm[] = [
  { name: 'SESSION.md', word: 'session notes', is: isMindSession, read: readMindSession },
  { name: 'MEMORY.md', word: 'memories', is: isMindMemory, read: readMindMemory },
  { name: 'REMINDERS.md', word: 'reminders', is: isMindReminders, read: readMindReminders },
];

export const mind: SessionKind = {
  name: 'mind',
  async find(place) {
    return [...new Set(place.roots())].sort().flatMap((root) => sourcesOf(join(root, FOLDER)));
  },
  async at(path) {
    const folder = isDirectory(join(path, FOLDER)) ? join(path, FOLDER) : path;
    const sources = sourcesOf(folder);
    if (sources.length > 0) return sources;
    throw new ChronicleError(
      'CHRONICLE_NOT_IMPORTABLE',
      isDirectory(folder)
        ? `${folder} has no SESSION.md, MEMORY.md or REMINDERS.md. Nothing was changed.`
        : `There is no file or directory ${folder}. Nothing was changed.`,
    );
  },
  async open({ path }) {
    const { entries, problems } = readFolder(path);
    const sessions = sessionsOf(path, entries);
    return {
      total: sessions.length,
      sessions: () => sessions,
      leftOut: {},
      problems,
      close: () => {},
    } satisfies Opened;
  },
};

interface FoundEntry extends MindEntry {
  day: string;
  /** Whether the file says its day; otherwise it is the day on which the file was last written. */
  isDated: boolean;
  /** The name of its file. */
  from: string;
  /** When the file was last written. */
  writtenMs: number;
}

interface Folder {
  entries: FoundEntry[];
  counts: Record<string, number>;
  others: string[];
  problems: string[];
  isMind: boolean;
}

/** Reads a folder of Mind, or one of its files. */
function readFolder(path: string): Folder {
  const folder: Folder = { entries: [], counts: {}, others: [], problems: [], isMind: false };
  const files = FILES.flatMap((form): [FileForm, TextFile][] => {
    const each = isDirectory(path) ? join(path, form.name) : basename(path) === form.name ? path : null;
    const file = each === null ? null : readTextFile(each);
    if (typeof file === 'string') folder.problems.push(file);
    return file === null || typeof file === 'string' ? [] : [[form, file]];
  });
  const isOwn = files.some(([{ is }, { text }]) => is(text)) || hasState(path);
  folder.isMind = isOwn;
  for (const [{ name, word, is, read }, { text, day, writtenMs, path: each }] of files) {
    if (text.trim() === '') continue;
    if (!isOwn) {
      folder.others.push(`${each} is something else: it has none of Mind's headings. It is left alone.`);
      continue;
    }
    const isOfForm = is(text);
    const found = isOfForm ? read(text) : freeFormEntry(name, text);
    if (!isOfForm) folder.others.push(`${each} has a form of its own: it comes in as one note, as it is.`);
    folder.entries.push(
      ...found.map((entry) => ({
        ...entry,
        day: entry.day ?? day,
        isDated: entry.day !== null,
        from: name,
        writtenMs,
      })),
    );
    folder.counts[word] = found.length;
  }
  return folder;
}

/** Mind keeps its state beside the files. */
function hasState(path: string): boolean {
  if (!isDirectory(path) || basename(path) !== FOLDER) return false;
  const state = parseObject(readBeginning(join(path, 'state.json'), LARGEST_STATE) ?? '');
  return 'last_activity' in state || 'schema_version' in state || 'memory_hash' in state;
}

function sourcesOf(path: string): Source[] {
  const { entries, counts, others, problems, isMind } = readFolder(path);
  if (entries.length + others.length + problems.length === 0) return [];
  const days = entries.map(({ day }) => day).sort();
  return [
    {
      kind: 'mind',
      path,
      counts,
      days: days[0] === undefined ? null : { from: days[0], to: days.at(-1) ?? days[0] },
      remarks: others,
      problem: problems[0] ?? null,
      isOther: !isMind && problems.length === 0,
    },
  ];
}

/** One session for each day: Mind keeps one file for all sessions of a project. */
function sessionsOf(path: string, entries: readonly FoundEntry[]): ImportedSession[] {
  const folder = isDirectory(path) ? path : dirname(path);
  const root = basename(folder) === FOLDER ? dirname(folder) : null;
  const name = root === null ? 'mind' : basename(root);
  const days = [...groupBy(entries, ({ day }) => day)].sort(([a], [b]) => compare(a, b));
  return days.map(([day, own]): ImportedSession => {
    const first = own.find(({ from }) => from === 'SESSION.md') ?? own[0];
    return {
      id: `${recordKey(sha1Of, 'mind', root, day)}-mind-${day}`,
      at: momentOf(day, own),
      project: { name, root },
      branch: null,
      title: '',
      about: first?.text ?? '',
      prompts: [],
      notes: unique(own.map((entry) => keyed(entry, name))),
      observations: [],
      handoff: null,
      remark: '',
    };
  });
}

/** Noon of the day, or when its files were last written, if they were written earlier on that day. */
function momentOf(day: string, own: readonly FoundEntry[]): number {
  const noon = OWN_ZONE.momentOf(day, '12:00');
  const written = own.reduce((latest, { writtenMs }) => Math.max(latest, writtenMs), 0);
  return OWN_ZONE.timeOf(written).date === day ? Math.min(noon, written) : noon;
}

function keyed({ kind, text, details, day, isDated, memory, from }: FoundEntry, project: string): ImportedNote {
  const key = recordKey(sha1Of, 'mind', project, from, isDated ? day : null, kind, text, details);
  return { key, kind, at: null, text, details, memory };
}

/** Mind promotes the same line more than once. */
function unique(notes: readonly ImportedNote[]): ImportedNote[] {
  return [...new Map(notes.map((note) => [note.key, note])).values()];
}
