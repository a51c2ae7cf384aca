/**
 * The other systems that can be imported, in the order in which they are listed. The name is typed after `chronicle import`
 * and written to `imported_from`; `src/import/source.ts` says how each is read.
 */
export const IMPORT_KINDS = [
  { name: 'claude-mem', label: 'claude-mem', about: "import claude-mem's database or its JSON export" },
  { name: 'chronicles', label: 'chronicles of another folder', about: 'import chronicles from any folder' },
  { name: 'archive', label: 'an exported archive', about: 'bring in an archive that export --json wrote' },
] as const satisfies readonly ImportKindName[];

interface ImportKindName {
  name: string;
  /** For people, in running text. */
  label: string;
  /** For the list of commands. */
  about: string;
}

/** What `imported_from` says of chronicles that came from another folder. */
export const FOREIGN_CHRONICLE = 'chronicle';

export type ImportSystem = (typeof IMPORT_KINDS)[number]['name'];

/** What people call a system; its own name if it is not in the table, as in a chronicle of a later version. */
export function systemLabel(name: string): string {
  if (name === FOREIGN_CHRONICLE) return 'another folder';
  return IMPORT_KINDS.find((kind) => kind.name === name)?.label ?? name;
}
