import { type Layout, settingsPath } from '#src/lib/paths.ts';

/** A settings file that Claude Code reads. */
export interface SettingsFile {
  scope: 'user' | 'project' | 'local';
  path: string;
}

/** The settings files that apply in a project, or outside of one (`root` null); of two values, the last counts. */
export function settingsFiles(layout: Pick<Layout, 'config'>, root: string | null): SettingsFile[] {
  const own = { scope: 'user', path: settingsPath(layout, null, false) } as const;
  if (root === null) return [own];
  return [
    own,
    { scope: 'project', path: settingsPath(layout, root, true) },
    { scope: 'local', path: settingsPath(layout, root, false) },
  ];
}
