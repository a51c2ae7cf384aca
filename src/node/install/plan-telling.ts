import type { InstallEntry } from '#src/install/record.ts';
import type { Layout } from '#src/project/paths.ts';
import { type ContractChoice, contractPath, importPath } from './contract-place.ts';
import { addition, type FileChange, removal } from './file-change.ts';

/** How an agent is told what to log. */
export interface TellingPlan {
  contract: FileChange | null;
  /** Null also where the file with the contract is loaded without it, or with what an earlier init put in. */
  import: FileChange | null;
  /** Takes out what an earlier init told elsewhere. */
  drops: FileChange[];
  /** Whether a line of an earlier init that loads the file with the contract is still of use. */
  keepsImport: boolean;
}

/** Works out where the agent of a project, or of all (`root` null), is told what to log. */
export function planTelling(
  layout: Layout,
  root: string | null,
  choice: ContractChoice | null,
  old: InstallEntry | undefined,
): TellingPlan {
  const contractFile = contractPath({ root, config: layout.config }, choice, old);
  const importFile = root === null || contractFile === null ? null : importPath(root, contractFile);
  const keepsImport = contractFile === `${root}/AGENTS.md`;
  const isTold = (path: string) => path === contractFile || path === importFile;
  const [told, line] = [old?.contract, old?.import];
  return {
    contract: contractFile === null ? null : addition('contract', contractFile, layout),
    import: importFile === null ? null : addition('import', importFile, layout),
    drops: [
      ...(told && !isTold(told.path) ? [removal('contract', told.path, told)] : []),
      ...(line && !keepsImport && !isTold(line.path) ? [removal('import', line.path, line)] : []),
    ].filter(({ before, after }) => before !== after),
    keepsImport,
  };
}
