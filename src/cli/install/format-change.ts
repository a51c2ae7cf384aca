import { unifiedDiff } from '../../node/diff/unified-diff.ts';
import type { FileChange } from '../../node/install/file-change.ts';
import { shownSettings } from '../../node/settings/shown-settings.ts';

const PARTS: Record<FileChange['part'], string> = {
  settings: 'Hooks in the settings of Claude Code (texts of other settings are shown as "…")',
  contract: 'What an agent is told',
  import: 'The line that loads AGENTS.md',
};

/** What becomes of a file of others, as a diff under its path. */
export function formatChange({ part, path, before, after }: FileChange): string {
  const shown = (text: string | null) => (text === null || part !== 'settings' ? text : shownSettings(text));
  const name = path.replaceAll('\\', '/').split('/').at(-1) ?? path;
  return `${PARTS[part]}: ${path}\n${unifiedDiff(name, shown(before), shown(after))}`;
}
