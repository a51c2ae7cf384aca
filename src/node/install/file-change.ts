import { readFileSync } from 'node:fs';
import { type HookEntries, hookEntries, mayHoldOwnHook, sharedHookEntries } from '#src/install/hook-entries.ts';
import type { FileRecord } from '#src/install/record.ts';
import {
  contractLines,
  hasSection,
  IMPORT_LINES,
  mayHoldSection,
  sectionFault,
  withoutSection,
  withSection,
} from '#src/install/section.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { type Edit, readForeign, requireFits, requireWritable } from './foreign-file.ts';
import { digestOf } from './package-files.ts';
import { backupPath, readBackup } from './record-file.ts';
import { withOwnHooks, withoutOwnHooks } from './settings/edit-own-hooks.ts';
import { readOwnHooks } from './settings/own-hooks.ts';
import { extensionSentence } from './settings/settings-text.ts';

/** What of ours stands in a file of others. */
export type Part = 'settings' | 'contract' | 'import';

/** A change of a file of others, as it would be now, and how to make it whatever the file is by then. */
export interface FileChange {
  part: Part;
  path: string;
  before: string | null;
  after: string | null;
  edit: Edit;
}

/** The change that puts our part into a file; `isShared` for settings of all people of a project. Refuses what cannot be. */
export function addition(part: Part, path: string, layout: Layout, isShared = false): FileChange {
  const entries = isShared ? sharedHookEntries() : hookEntries(layout.app, process.platform);
  const edit: Edit = (text) => {
    requireSound(part, path, text);
    if (part === 'settings') requireLoaded(path, text);
    return withPart(part, text ?? '', entries);
  };
  return changeBy(edit, part, path);
}

/**
 * The change that takes our part out of a file: byte for byte, if nothing else in it changed since init, else our part
 * alone. A file that init made goes, if nothing else is in it.
 */
export function removal(part: Part, path: string, record: FileRecord | null): FileChange {
  const edit: Edit = (text) => {
    if (text === null) return null;
    const kept = record ? readBackup(record) : null;
    if (record && digestOf(text) === record.after && (record.before === null || kept !== null)) return kept;
    requireSound(part, path, text);
    return textWithout(part, text, record);
  };
  return changeBy(edit, part, path);
}

function changeBy(edit: Edit, part: Part, path: string): FileChange {
  const before = readForeign(path);
  const after = edit(before);
  if (after !== before) requireWritable(path);
  requireFits(path, before, after);
  return { part, path, before, after, edit };
}

/** Whether our part stands in a file, as far as its text tells where it is broken. */
export function holdsPart(part: Part, path: string): boolean {
  const text = readForeign(path);
  if (text === null) return false;
  if (part !== 'settings') return hasSection(text);
  const read = readOwnHooks(text);
  return 'lines' in read ? read.lines.length > 0 : mayHoldOwnHook(text);
}

/** Whether our part may stand in a file, which need not be text. */
export function mayHoldPart(part: Part, path: string): boolean {
  try {
    const text = readFileSync(path, 'latin1');
    return part === 'settings' ? mayHoldOwnHook(text) : mayHoldSection(text);
  } catch {
    return false;
  }
}

/**
 * How to take a change back later: to what was there before ours, not to what an earlier init left. `keeps` are the texts to
 * keep for it, and the file as it is.
 */
export function recordOf({ part, path, before, after }: FileChange, old: FileRecord | null, layout: Layout) {
  const left = digestOf(after ?? '');
  if (old && before !== null && digestOf(before) === old.after) return { record: { ...old, after: left }, keeps: [] };
  const keep = before === null ? null : textWithout(part, before, old);
  const base = keep === null ? null : { digest: digestOf(keep), backup: backupPath(layout, keep) };
  const record: FileRecord = { path, before: base?.digest ?? null, after: left, backup: base?.backup ?? null };
  return { record, keeps: keep === null || before === null ? [] : [...new Set([keep, before])] };
}

/** A sound text without our part, whichever init put that in; null if no file is to be left. */
function textWithout(part: Part, text: string, record: FileRecord | null): string | null {
  const kept = record ? readBackup(record) : null;
  const left = withoutPart(part, text, kept ?? '');
  if (record?.before === null && isNothing(left)) return null;
  // To go in and out again may cost white space, such as the missing end of a last line.
  const isOurDoing = kept !== null && left === withoutPart(part, withPart(part, kept, sharedHookEntries()), kept);
  return isOurDoing ? kept : left;
}

function withPart(part: Part, text: string, entries: HookEntries): string {
  if (part === 'settings') return withOwnHooks(text, entries);
  return withSection(text, part === 'contract' ? contractLines() : IMPORT_LINES);
}

function withoutPart(part: Part, text: string, before: string): string {
  return part === 'settings' ? withoutOwnHooks(text, before) : withoutSection(text);
}

/** Whether this is what is left of a file in which nothing stood but ours. */
export function isNothing(text: string): boolean {
  return /^\ufeff?\s*(?:\{\s*\}\s*)?$/.test(text);
}

/** Refuses (CHRONICLE_BAD_SETTINGS) to add hooks to a file that Claude Code does not load. */
function requireLoaded(path: string, text: string | null): void {
  const read = readOwnHooks(text ?? '');
  if ('message' in read || read.extension === null) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SETTINGS',
    `${extensionSentence(path, read.extension)} Remove it, then run chronicle init again. No file was changed.`,
  );
}

function requireSound(part: Part, path: string, text: string | null): void {
  if (text === null) return;
  if (part === 'settings') {
    const read = readOwnHooks(text);
    if (!('message' in read)) return;
    const place = `${path}:${read.line}:${read.column}`;
    throw new ChronicleError(
      'CHRONICLE_BAD_SETTINGS',
      `${place}: ${read.message}. Mend it there, then run this again. It was not changed.`,
    );
  }
  const fault = sectionFault(text);
  if (!fault) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SECTION',
    `${path}:${fault.line}:1: ${fault.message}. Mend the markers, then run this again. It was not changed.`,
  );
}
