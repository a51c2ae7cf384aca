/** Where a hook is configured: in the plugin, in the user's settings (by `chronicle init`), or in a project's shared settings. */
export type Installer = 'plugin' | 'settings' | 'shared';

/**
 * Finds out from the environment: only the plugin's hooks get CLAUDE_PLUGIN_ROOT (Claude Code 2.1.329), and the command in
 * shared settings sets CHRONICLE_INSTALL.
 */
export function installerOf(env: Record<string, string | undefined>): Installer {
  if (env.CLAUDE_PLUGIN_ROOT) return 'plugin';
  return env.CHRONICLE_INSTALL === 'shared' ? 'shared' : 'settings';
}
