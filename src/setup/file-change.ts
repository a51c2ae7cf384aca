import { readFileSync } from 'node:fs';
import { type HookEntries, hookEntries, mayHoldOwnHook, sharedHookEntries } from '#src/setup/hook-entries.ts';
import { layerChoices } from '#src/setup/layer-facts.ts';
import type { FileRecord } from '#src/setup/record.ts';
import {
  contractLines,
  hasSection,
  IMPORT_LINES,
  mayHoldSection,
  sectionFault,
  withoutSection,
  withSection,
} from '#src/setup/section.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { LAYERS, type Layer } from '#src/lib/layers.ts';
import type { Layout } from '#src/lib/paths.ts';
import { sha256Of } from '../lib/digest.ts';
import { type Edit, readForeign, requireFits, requireWritable } from '../lib/foreign-file.ts';
import { backupPath, readBackup } from './record-file.ts';
import { withOwnHooks, withoutOwnHooks } from './settings/edit-own-hooks.ts';
import { readOwnHooks } from './settings/own-hooks.ts';
import { extensionSentence } from '../lib/settings-text.ts';

/** What we add to a file of others: hooks, the contract, or the line that imports AGENTS.md. */
export type Part = 'settings' | 'contract' | 'import';

/** A change of a file of others: the result for its current text, and the edit for whatever text it has by then. */
export interface FileChange {
  part: Part;
  path: string;
  before: string | null;
  after: string | null;
  edit: Edit;
}

/** Which hooks go into settings. */
interface Hooks {
  /** For settings that a team shares. */
  isShared: boolean;
  layers: readonly Layer[];
}

/** The change that adds our part to a file. Refuses files that cannot take it. */
export function addition(part: Part, path: string, layout: Layout, hooks?: Hooks): FileChange {
  const { isShared, layers } = hooks ?? { isShared: false, layers: LAYERS };
  const entries = isShared ? sharedHookEntries(layers) : hookEntries(layout.app, process.platform, layers);
  const edit: Edit = (text) => {
    requireSound(part, path, text);
    if (part === 'settings') requireLoaded(path, text);
    return withPart(part, text ?? '', entries);
  };
  return changeBy(edit, part, path);
}

/**
 * The change that removes our part from a file. If nothing else changed since init, every byte is as before it. A file that
 * init created is deleted if nothing else is in it.
 */
export function removal(part: Part, path: string, record: FileRecord | null): FileChange {
  const edit: Edit = (text) => {
    if (text === null) return null;
    const kept = record ? readBackup(record) : null;
    if (record && sha256Of(text) === record.after && (record.before === null || kept !== null)) return kept;
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

/** Whether a file contains our part; for broken settings, whether the text looks like it. */
export function holdsPart(part: Part, path: string): boolean {
  const text = readForeign(path);
  if (text === null) return false;
  if (part !== 'settings') return hasSection(text);
  const read = readOwnHooks(text);
  return 'lines' in read ? read.lines.length > 0 : mayHoldOwnHook(text);
}

/** Whether a file seems to contain our part, even if it is not valid text. */
export function mayHoldPart(part: Part, path: string): boolean {
  try {
    const text = readFileSync(path, 'latin1');
    return part === 'settings' ? mayHoldOwnHook(text) : mayHoldSection(text);
  } catch {
    return false;
  }
}

/**
 * How to undo a change later: back to the text before our part, not to the result of an earlier init. `keeps` are the texts
 * to back up for that, including the current one.
 */
export function recordOf({ part, path, before, after }: FileChange, old: FileRecord | null, layout: Layout) {
  const left = sha256Of(after ?? '');
  if (old && before !== null && sha256Of(before) === old.after) return { record: { ...old, after: left }, keeps: [] };
  const keep = before === null ? null : textWithout(part, before, old);
  const base = keep === null ? null : { digest: sha256Of(keep), backup: backupPath(layout, keep) };
  const record: FileRecord = { path, before: base?.digest ?? null, after: left, backup: base?.backup ?? null };
  return { record, keeps: keep === null || before === null ? [] : [...new Set([keep, before])] };
}

/** A valid text without our part, no matter which init added it; null if no file should remain. */
function textWithout(part: Part, text: string, record: FileRecord | null): string | null {
  const kept = record ? readBackup(record) : null;
  const left = withoutPart(part, text, kept ?? '');
  if (record?.before === null && isNothing(left)) return null;
  // Adding and removing our part can change white space, such as a missing last line end.
  const roundTrip = (original: string, layers: readonly Layer[]) =>
    withoutPart(part, withPart(part, original, sharedHookEntries(layers)), original);
  // Which layers were installed is not known here.
  const isOurDoing = kept !== null && layerChoices().some((layers) => left === roundTrip(kept, layers));
  return isOurDoing ? kept : left;
}

function withPart(part: Part, text: string, entries: HookEntries): string {
  if (part === 'settings') return withOwnHooks(text, entries);
  return withSection(text, part === 'contract' ? contractLines() : IMPORT_LINES);
}

function withoutPart(part: Part, text: string, before: string): string {
  return part === 'settings' ? withoutOwnHooks(text, before) : withoutSection(text);
}

/** Whether nothing is left of a file but white space and empty braces. */
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
      `${place}: ${read.message}. Fix it there, then run this again. The file was not changed.`,
    );
  }
  const fault = sectionFault(text);
  if (!fault) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SECTION',
    `${path}:${fault.line}:1: ${fault.message}. Fix the markers, then run this again. The file was not changed.`,
  );
}
