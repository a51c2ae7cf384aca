/** Who has a hook run: Claude Code's settings, where `chronicle init` wrote it, or the plugin. */
export type Installer = 'plugin' | 'settings';

/** Tells by the environment, which holds the plugin's root for the plugin's hooks alone (Claude Code 2.1.329). */
export function installerOf(env: Record<string, string | undefined>): Installer {
  return env.CLAUDE_PLUGIN_ROOT ? 'plugin' : 'settings';
}
