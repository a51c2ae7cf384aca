import { otherHooksRemark } from '#src/setup/other-hooks.ts';
import type { InstallEntry } from '#src/setup/record.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { FileChange } from './file-change.ts';
import { readForeign } from '../lib/foreign-file.ts';
import { installedPlugins } from './plugins.ts';
import { readOwnHooks } from './settings/own-hooks.ts';
import { settingsFiles } from './settings-files.ts';
import type { SkillRemoval } from './skill-copy.ts';

/** Why hooks may not run, or may run twice, as sentences for whoever runs init. */
export function hookRemarks(layout: Layout, root: string | null, settings: FileChange): string[] {
  const files = settingsFiles(layout, root).map(({ path }) => path);
  return [
    ...stopRemarks(settings),
    ...files.flatMap((path) => otherHooksRemark(path, otherHooksIn(path))),
    ...(installedPlugins(layout, files).length > 0
      ? [
          'The plugin session-chronicle is enabled too. Each session is still recorded once, but one of the two is enough.',
        ]
      : []),
  ];
}

/** Why no hook in a settings file runs, as sentences. */
export function stopRemarks({ path, after }: FileChange): string[] {
  const read = readOwnHooks(after ?? '');
  if ('message' in read) return [];
  return read.areOff ? [`${path} has "disableAllHooks": true. No hook runs until you remove it.`] : [];
}

/** Why the contract is not added to a project. */
export function elsewhereRemark(path: string): string {
  return `${path} already has the contract for every project, so it is not added here. To add it anyway, use --contract agents or --contract claude.`;
}

/** The projects that have the contract which now applies to all projects. */
export function twiceRemarks(entries: readonly InstallEntry[]): string[] {
  return entries.flatMap(({ root, contract }) =>
    root === null || contract === null
      ? []
      : [`${contract.path} has the contract too. To remove it there: chronicle init --project ${root} --contract none`],
  );
}

/** Why files of skills that are not wanted any more stay. */
export function removalRemarks(removals: readonly SkillRemoval[]): string[] {
  return removals.flatMap(({ path, kept: [kept] }) =>
    kept === undefined
      ? []
      : [`${path}/${kept} was changed since chronicle init wrote it, so it stays. Delete it to remove the skill.`],
  );
}

/** What shared settings do for whom, and what they need on Windows. */
export function sharedRemarks(isShared: boolean): string[] {
  if (!isShared) return [];
  return [
    "The shared hooks name nobody's path: they run the copy of whoever starts Claude Code, and do nothing for teammates who have not run chronicle init.",
    ...(process.platform === 'win32'
      ? ['They need a POSIX shell: on Windows they run only if Claude Code uses Git Bash.']
      : []),
  ];
}

/** None in a file that cannot be read: init refuses its own, and Claude Code runs no hook of any other. */
function otherHooksIn(path: string): number[] {
  try {
    const read = readOwnHooks(readForeign(path) ?? '');
    return 'message' in read ? [] : read.others;
  } catch {
    return [];
  }
}
