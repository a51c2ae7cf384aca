import { dirname } from 'node:path';
import type { InstallEntry } from '#src/install/record.ts';
import type { Layout } from '#src/project/paths.ts';
import { type ContractChoice, contractPath, importPath } from './contract-place.ts';
import { addition, type FileChange, recordOf, removal } from './file-change.ts';
import { missingAbove } from './made-directories.ts';

/** What an init puts in. */
interface Added extends Pick<InstallEntry, 'root' | 'version' | 'at' | 'skill'> {
  settings: FileChange;
  telling: TellingPlan;
}

/** What `install.json` is to say of an init, and the texts that have to be kept to come back. */
export interface EntryPlan {
  entry: InstallEntry;
  keeps: string[];
}

/** Works out the record of an init, which goes on from that of an earlier one about the same settings file. */
export function planEntry(
  layout: Layout,
  { root, version, at, settings, skill, telling }: Added,
  old: InstallEntry | undefined,
): EntryPlan {
  // By path, as a contract may become an import.
  const oldAt = (path: string) => [old?.settings, old?.contract, old?.import].find((each) => each?.path === path);
  const recorded = (change: FileChange) => recordOf(change, oldAt(change.path) ?? null, layout);
  const inSettings = recorded(settings);
  const inContract = telling.contract && recorded(telling.contract);
  const inImport = telling.import && recorded(telling.import);
  const places = [settings, telling.contract, telling.import, skill].flatMap((place) => place?.path ?? []);
  const made = places.flatMap((path) => missingAbove(dirname(path)));
  return {
    entry: {
      scope: root === null ? 'user' : 'project',
      root,
      version,
      at,
      settings: inSettings.record,
      skill,
      contract: inContract?.record ?? null,
      import: inImport?.record ?? (telling.keepsImport ? old?.import : null) ?? null,
      made: [...new Set([...(old?.made ?? []), ...made])],
    },
    keeps: [inSettings, inContract, inImport].flatMap((each) => each?.keeps ?? []),
  };
}

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
