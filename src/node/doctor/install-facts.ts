import { existsSync } from 'node:fs';
import type { SectionFact, UnfinishedFact } from '#src/doctor/installation-findings.ts';
import type { InstallEntry } from '#src/install/record.ts';
import { sectionFault } from '#src/install/section.ts';
import type { Layout } from '#src/project/paths.ts';
import { readForeign } from '../install/foreign-file.ts';
import type { Installation } from '../install/installations.ts';
import { readSoundRecord } from '../install/record-file.ts';
import { type OwnHooks, readOwnHooks } from '../install/settings/own-hooks.ts';

/** An installation, and whether it is idle until this user runs `chronicle init`. */
export type FoundInstallation = Installation & { isWaiting: boolean };

/** Marks the shared hooks of a project that are idle because this user has no copy yet; they are not broken. */
export function withWaiting(layout: Layout, installations: readonly Installation[]): FoundInstallation[] {
  const hasCopy = existsSync(layout.app);
  return installations.map((each) => ({ ...each, isWaiting: !hasCopy && each.kind === 'settings' && isShared(each) }));
}

function isShared({ path }: Installation): boolean {
  const programs = hooksIn(path)?.programs ?? [];
  return programs.length > 0 && programs.every((program) => program === 'shared');
}

/** The settings file, of the user or this project, that lost the hooks in `install.json`; null if none did. */
export function unfinishedFact(layout: Layout, root: string | null): UnfinishedFact | null {
  const lost = entriesFor(layout, root).find(({ settings }) => hooksIn(settings.path)?.lines.length === 0);
  return lost ? { settings: lost.settings.path, record: layout.install } : null;
}

/** The instruction files, of the user or this project, with a broken marker of the contract. */
export function sectionFacts(layout: Layout, root: string | null): SectionFact[] {
  const usual = [`${layout.config}/CLAUDE.md`, ...(root === null ? [] : [`${root}/AGENTS.md`, `${root}/CLAUDE.md`])];
  const recorded = entriesFor(layout, root).flatMap(({ contract }) => contract?.path ?? []);
  return [...new Set([...usual, ...recorded])].flatMap((path) => {
    const fault = sectionFault(textIn(path) ?? '');
    return fault ? [{ path, ...fault }] : [];
  });
}

function entriesFor(layout: Layout, root: string | null): InstallEntry[] {
  try {
    return (readSoundRecord(layout) ?? []).filter((entry) => entry.root === null || entry.root === root);
  } catch {
    return [];
  }
}

/** The hooks in a file, none if there is no file; null if it cannot be read. */
function hooksIn(path: string): OwnHooks | null {
  const text = textIn(path);
  const read = text === undefined ? null : readOwnHooks(text ?? '');
  return read && 'lines' in read ? read : null;
}

/** The text of a file; null if there is none, undefined if it cannot be read. */
function textIn(path: string): string | null | undefined {
  try {
    return readForeign(path);
  } catch {
    return undefined;
  }
}
