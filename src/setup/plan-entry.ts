import { dirname } from 'node:path';
import type { InstallEntry } from '#src/setup/record.ts';
import type { Layout } from '#src/lib/paths.ts';
import { type ContractChoice, contractPath, importPath } from './contract-place.ts';
import { addition, type FileChange, recordOf, removal } from './file-change.ts';
import { missingAbove } from './made-directories.ts';

/** What an init adds. */
interface Added extends Pick<InstallEntry, 'root' | 'version' | 'at' | 'skills'> {
  settings: FileChange;
  contractPlan: ContractPlan;
}

/** The entry of an init in `install.json`, and the texts to back up. */
export interface EntryPlan {
  entry: InstallEntry;
  keeps: string[];
}

/** Plans the entry of an init. It continues an earlier entry for the same settings file. */
export function planEntry(
  layout: Layout,
  { root, version, at, settings, skills, contractPlan }: Added,
  old: InstallEntry | undefined,
): EntryPlan {
  // By path, because a contract may become an import.
  const oldAt = (path: string) => [old?.settings, old?.contract, old?.import].find((each) => each?.path === path);
  const recorded = (change: FileChange) => recordOf(change, oldAt(change.path) ?? null, layout);
  const inSettings = recorded(settings);
  const inContract = contractPlan.contract && recorded(contractPlan.contract);
  const inImport = contractPlan.import && recorded(contractPlan.import);
  const places = [settings, contractPlan.contract, contractPlan.import, ...skills].flatMap(
    (place) => place?.path ?? [],
  );
  const made = places.flatMap((path) => missingAbove(dirname(path)));
  return {
    entry: {
      scope: root === null ? 'user' : 'project',
      root,
      version,
      at,
      settings: inSettings.record,
      skills,
      contract: inContract?.record ?? null,
      import: inImport?.record ?? (contractPlan.keepsImport ? old?.import : null) ?? null,
      made: [...new Set([...(old?.made ?? []), ...made])],
    },
    keeps: [inSettings, inContract, inImport].flatMap((each) => each?.keeps ?? []),
  };
}

/** The changes that tell the agent what to log. */
export interface ContractPlan {
  contract: FileChange | null;
  /** Null if the file with the contract is loaded anyway. */
  import: FileChange | null;
  /** Remove what an earlier init added elsewhere. */
  drops: FileChange[];
  /** Whether the import line of an earlier init is still needed. */
  keepsImport: boolean;
}

/** Plans the contract for a project, or for all projects (`root` null). */
export function planContract(
  layout: Layout,
  root: string | null,
  choice: ContractChoice | null,
  old: InstallEntry | undefined,
): ContractPlan {
  const contractFile = contractPath({ root, config: layout.config }, choice, old);
  const importFile = root === null || contractFile === null ? null : importPath(root, contractFile);
  const keepsImport = contractFile === `${root}/AGENTS.md`;
  const isPlanned = (path: string) => path === contractFile || path === importFile;
  const [section, line] = [old?.contract, old?.import];
  return {
    contract: contractFile === null ? null : addition('contract', contractFile, layout),
    import: importFile === null ? null : addition('import', importFile, layout),
    drops: [
      ...(section && !isPlanned(section.path) ? [removal('contract', section.path, section)] : []),
      ...(line && !keepsImport && !isPlanned(line.path) ? [removal('import', line.path, line)] : []),
    ].filter(({ before, after }) => before !== after),
    keepsImport,
  };
}
