import { basename } from 'node:path';
import type { LayersChange } from '#src/setup/chosen-layers.ts';
import type { FileChange } from '#src/setup/file-change.ts';
import { displayedSettings } from '#src/setup/settings/displayed-settings.ts';
import type { SkillRemoval } from '#src/setup/skill-copy.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { counted } from '#src/lib/text/day.ts';

const PARTS: Record<(FileChange | LayersChange)['part'], string> = {
  settings: 'Hooks in Claude Code\'s settings (values of other settings are shown as "…")',
  contract: 'What the agent is told to log',
  import: 'A line that loads AGENTS.md',
  layers: 'What the agent writes',
};

/** The change of a file of others, as a diff under its path. */
export function formatChange({ part, path, before, after }: FileChange | LayersChange): string {
  const shown = (text: string | null) => (text === null || part !== 'settings' ? text : displayedSettings(text));
  return `${PARTS[part]}: ${path}\n${unifiedDiff(basename(path), shown(before), shown(after))}`;
}

/** The removal of a skill, and what stays there. */
export function formatSkillRemoval({ path, files, kept }: SkillRemoval): string {
  const left = kept.length > 0 ? `; keep files that chronicle did not write: ${kept.join(', ')}` : '';
  return `Delete the skill in ${path} (${counted(files.length, 'file')})${left}`;
}
