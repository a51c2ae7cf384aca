import { otherHooksRemark } from '#src/install/other-hooks.ts';
import type { InstallEntry } from '#src/install/record.ts';
import type { Layout } from '#src/project/paths.ts';
import type { FileChange } from './file-change.ts';
import { readForeign } from './foreign-file.ts';
import { installedPlugins } from './plugins.ts';
import { readOwnHooks } from './settings/own-hooks.ts';
import { settingsFiles } from './settings-files.ts';
import type { SkillRemoval } from './skill-copy.ts';

/** What may keep hooks from recording, or do their work twice, in sentences for whoever runs init. */
export function hookRemarks(layout: Layout, root: string | null, settings: FileChange): string[] {
  const files = settingsFiles(layout, root).map(({ path }) => path);
  return [
    ...stopRemarks(settings),
    ...files.flatMap((path) => otherHooksRemark(path, otherHooksIn(path))),
    ...(installedPlugins(layout, files).length > 0
      ? [
          'The plugin session-chronicle is enabled as well. A session is recorded once all the same; one of the two is enough.',
        ]
      : []),
  ];
}

/** What keeps every hook of a settings file from running, in sentences. */
export function stopRemarks({ path, after }: FileChange): string[] {
  const read = readOwnHooks(after ?? '');
  if ('message' in read) return [];
  return read.areOff ? [`${path} has "disableAllHooks": true. No hook runs until you remove it.`] : [];
}

/** Why the agent of a project is not told again what to log. */
export function elsewhereRemark(path: string): string {
  return `${path} tells the agent of every project what to log already, so nothing more is written about it here. --contract agents or claude does so all the same.`;
}

/** Which projects tell the agent what all are to be told. */
export function twiceRemarks(entries: readonly InstallEntry[]): string[] {
  return entries.flatMap(({ root, contract }) =>
    root === null || contract === null
      ? []
      : [
          `${contract.path} tells the agent what to log as well; chronicle init --project ${root} --contract none takes it out there.`,
        ],
  );
}

/** What of a declined skill stays, in a sentence. */
export function removalRemarks(removal: SkillRemoval | null): string[] {
  const [kept] = removal?.kept ?? [];
  if (!removal || kept === undefined) return [];
  return [
    `${removal.path}/${kept} is not as chronicle init leaves it, so it stays. Remove it to be without the skill.`,
  ];
}

/** On Windows, what the settings that a project shares need there. */
export function sharedRemarks(isShared: boolean): string[] {
  if (!isShared || process.platform !== 'win32') return [];
  return ['What --shared writes is for POSIX shells: on Windows it runs where Claude Code uses Git Bash.'];
}

/** None in a file that cannot be read: of one that init would write, it says why, and the host runs no hook of any other. */
function otherHooksIn(path: string): number[] {
  try {
    const read = readOwnHooks(readForeign(path) ?? '');
    return 'message' in read ? [] : read.others;
  } catch {
    return [];
  }
}
