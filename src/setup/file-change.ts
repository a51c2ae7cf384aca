/** A change of one file of others: our part is added or removed, and nothing else. */
import { lstatSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { type Edit, readForeign, requireFits, requireWritable } from '#src/lib/foreign-file.ts';
import type { Paths } from '#src/lib/paths.ts';
import { parseJson } from '#src/lib/json-object.ts';
import { unmarked } from '#src/lib/settings-text.ts';
import { contractLines, mayHoldSection, sectionFault, withoutSection, withSection } from './contract.ts';
import { type HookEntries, mayHoldOwnHook } from './hook-entries.ts';
import { backupPath, type FileRecord, type Part, readBackup } from './install-record.ts';
import { readOwnHooks, withOwnHooks, withoutOwnHooks } from './settings-hooks.ts';

/** The result for a file's current text, and the edit for whatever text it has when it is made. */
export interface FileChange {
  /** `layers` is the choice in the owner's own settings, which stays after an uninstall. */
  part: Part | 'layers';
  path: string;
  before: string | null;
  after: string | null;
  edit: Edit;
}

/** The change that an edit makes. Refuses a file that cannot be written. */
export function changeBy(part: FileChange['part'], path: string, edit: Edit): FileChange {
  const before = readForeign(path);
  const after = edit(before);
  if (after !== before) requireWritable(path);
  requireFits(path, before, after);
  return { part, path, before, after, edit };
}

/** Adds hooks to settings. Refuses (CHRONICLE_BAD_SETTINGS) a file that is not valid JSON, or has other hooks than a list. */
export function addHooks(path: string, entries: HookEntries): FileChange {
  return changeBy('settings', path, (text) => {
    requireSound('settings', path, text);
    return withOwnHooks(text ?? '', entries);
  });
}

/** Adds the contract to an instruction file. Refuses (CHRONICLE_BAD_SECTION) one with broken markers. */
export function addContract(path: string): FileChange {
  return changeBy('contract', path, (text) => {
    requireSound('contract', path, text);
    return withSection(text ?? '', contractLines());
  });
}

/**
 * Writes a file of a skill. Null if something of others is there: a link, or a text that is neither the wanted one nor the one
 * that init wrote.
 */
export function addSkillFile(path: string, text: string, old: FileRecord | undefined): FileChange | null {
  if (isBehindLink(path)) return null;
  const before = readForeign(path);
  const isOurs = before === null || before === text || sha256Of(before) === old?.after;
  return isOurs ? changeBy('skill', path, () => text) : null;
}

/** Whether a file of a skill, or a directory from that of the skill down to it, is a link or the like. */
function isBehindLink(path: string): boolean {
  const [top = path] = /^.*\/skills\/[^/]+/.exec(path) ?? [];
  for (let above = dirname(path); above.length >= top.length; above = dirname(above))
    if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory() === false) return true;
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

/**
 * The change that removes our part from a file. If nothing else changed since init, every byte is as before it. A file that
 * init created is deleted if nothing else is in it; a file of a skill that was changed since stays.
 */
export function removal(part: Part, path: string, record: FileRecord | null): FileChange {
  if (part === 'skill' && isBehindLink(path)) return { part, path, before: null, after: null, edit: (text) => text };
  return changeBy(part, path, (text) => {
    if (text === null) return null;
    const kept = record ? readBackup(record) : null;
    if (record && sha256Of(text) === record.after && (record.before === null || kept !== null)) return kept;
    requireSound(part, path, text);
    return textWithout(part, text, record);
  });
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
export function recordOf(change: FileChange & { part: Part }, old: FileRecord | undefined, paths: Paths) {
  const { part, path, before, after } = change;
  const left = sha256Of(after ?? '');
  if (old && before !== null && sha256Of(before) === old.after)
    return { record: { ...old, part, after: left }, keeps: [] };
  const keep = before === null || part === 'skill' ? null : textWithout(part, before, old ?? null);
  const base = keep === null ? null : { digest: sha256Of(keep), backup: backupPath(paths, keep) };
  const record: FileRecord = { part, path, before: base?.digest ?? null, after: left, backup: base?.backup ?? null };
  return { record, keeps: keep === null || before === null ? [] : [...new Set([keep, before])] };
}

/** A valid text without our part, no matter which init added it; null if no file should remain. */
function textWithout(part: Part, text: string, record: FileRecord | null): string | null {
  const kept = record ? readBackup(record) : null;
  const left = withoutPart(part, text, kept ?? '');
  if (record?.before === null && isNothing(left)) return null;
  // Adding and removing our part can change white space.
  return kept !== null && isSame(part, left, kept) ? kept : left;
}

function isSame(part: Part, text: string, other: string): boolean {
  if (part !== 'settings') return text.trimEnd() === other.trimEnd();
  const [value, otherValue] = [text, other].map((each) => JSON.stringify(parseJson(unmarked(each))));
  return value !== undefined && value === otherValue;
}

function withoutPart(part: Part, text: string, before: string): string {
  if (part === 'skill') return text;
  return part === 'settings' ? withoutOwnHooks(text, before) : withoutSection(text);
}

/** Whether nothing is left of a file but white space and empty braces. */
export function isNothing(text: string): boolean {
  return /^\ufeff?\s*(?:\{\s*\}\s*)?$/.test(text);
}

function requireSound(part: Part, path: string, text: string | null): void {
  if (text === null || part === 'skill') return;
  const read = part === 'settings' ? readOwnHooks(text) : sectionFault(text);
  if (read === null || !('message' in read)) return;
  const place = `${path}:${read.line}:${'column' in read ? read.column : 1}`;
  const advice = part === 'settings' ? 'Fix it there' : 'Fix the markers';
  throw new ChronicleError(
    part === 'settings' ? 'CHRONICLE_BAD_SETTINGS' : 'CHRONICLE_BAD_SECTION',
    `${place}: ${read.message}. ${advice}, then run this again. The file was not changed.`,
  );
}
