/**
 * `install.json`: what `chronicle init` did, one entry for each settings file, so that `chronicle uninstall` can undo exactly
 * that. Digests are SHA-256 in hex.
 */
import * as z from 'zod/mini';
import { isRecord } from '../lib/is-record.ts';

const fileSchema = z.object({
  path: z.string(),
  /** The digest of the bytes to restore; null if there was no file. */
  before: z.nullable(z.string()),
  /** The digest of what init wrote. */
  after: z.string(),
  /** The path of a backup of `before`. */
  backup: z.nullable(z.string()),
});

const skillSchema = z.object({
  path: z.string(),
  /** File names with their digests, as init wrote them. */
  files: z.record(z.string(), z.string()),
});

const entrySchema = z.object({
  scope: z.enum(['user', 'project']),
  /** The project's directory; null for the user's settings. */
  root: z.nullable(z.string()),
  /** The version of the package that wrote it last. */
  version: z.string(),
  at: z.string(),
  settings: fileSchema,
  skills: z.array(skillSchema),
  contract: z.nullable(fileSchema),
  /** CLAUDE.md, if a line in it imports the file with the contract. */
  import: z.nullable(fileSchema),
  /** Directories that init created, outermost first. */
  made: z.array(z.string()),
});

/** Entries that were written when there was one skill have it in `skill`. */
const anyEntrySchema = z.pipe(
  z.transform((entry: unknown) => {
    if (!isRecord(entry) || entry.skills !== undefined) return entry;
    const { skill, ...rest } = entry;
    return { ...rest, skills: skill === null ? [] : [skill] };
  }),
  entrySchema,
);

const recordSchema = z.array(anyEntrySchema);

export type FileRecord = z.infer<typeof fileSchema>;
export type SkillRecord = z.infer<typeof skillSchema>;
export type InstallEntry = z.infer<typeof entrySchema>;

/** The entries of an `install.json`; null if it cannot be parsed. */
export function parseRecord(text: string): InstallEntry[] | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function serializeRecord(entries: readonly InstallEntry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** The entries with this one added, in place of an older one for the same settings file. */
export function withEntry(entries: readonly InstallEntry[], entry: InstallEntry): InstallEntry[] {
  const isSame = ({ settings }: InstallEntry) => settings.path === entry.settings.path;
  return entries.some(isSame) ? entries.map((each) => (isSame(each) ? entry : each)) : [...entries, entry];
}
