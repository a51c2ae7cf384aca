/**
 * `install.json`: what `chronicle init` did, an entry for each settings file, so that `chronicle uninstall` takes out exactly
 * that. Digests are SHA-256 in hex.
 */
import * as z from 'zod/mini';

const fileSchema = z.object({
  path: z.string(),
  /** The bytes that come back; null if there was no file. */
  before: z.nullable(z.string()),
  /** The bytes that init left. */
  after: z.string(),
  /** Where the bytes of `before` are kept. */
  backup: z.nullable(z.string()),
});

const entrySchema = z.object({
  scope: z.enum(['user', 'project']),
  /** The directory of a project; null for the user's own settings. */
  root: z.nullable(z.string()),
  /** Of the package that did it last. */
  version: z.string(),
  at: z.string(),
  settings: fileSchema,
  /** File names with digests, as init left them. */
  skill: z.nullable(z.object({ path: z.string(), files: z.record(z.string(), z.string()) })),
  contract: z.nullable(fileSchema),
  /** CLAUDE.md, where it imports the file with the contract. */
  import: z.nullable(fileSchema),
  /** Directories that were not there before, outermost first. */
  made: z.array(z.string()),
});

const recordSchema = z.array(entrySchema);

export type FileRecord = z.infer<typeof fileSchema>;
export type InstallEntry = z.infer<typeof entrySchema>;

/** The entries in the text of an `install.json`, or null if it is none. */
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

/** The entries with this one in place of that for the same settings file, or at the end. */
export function withEntry(entries: readonly InstallEntry[], entry: InstallEntry): InstallEntry[] {
  const isSame = ({ settings }: InstallEntry) => settings.path === entry.settings.path;
  return entries.some(isSame) ? entries.map((each) => (isSame(each) ? entry : each)) : [...entries, entry];
}
