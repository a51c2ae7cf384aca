/**
 * Who has a hook run: the plugin, Claude Code's settings, where `chronicle init` wrote it, or the settings that the people of
 * a project share.
 */
export type Installer = 'plugin' | 'settings' | 'shared';

/**
 * Tells by the environment, which holds the plugin's root for the plugin's hooks alone (Claude Code 2.1.329), and the word
 * that the line in shared settings puts there.
 */
export function installerOf(env: Record<string, string | undefined>): Installer {
  if (env.CLAUDE_PLUGIN_ROOT) return 'plugin';
  return env.CHRONICLE_INSTALL === 'shared' ? 'shared' : 'settings';
}
