import { dirname } from 'node:path';
import type { InstallEntry } from '#src/install/record.ts';
import type { Layout } from '#src/project/paths.ts';
import { type FileChange, recordOf } from './file-change.ts';
import { missingAbove } from './made-directories.ts';
import type { TellingPlan } from './plan-telling.ts';

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
