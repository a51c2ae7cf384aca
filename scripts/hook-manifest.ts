import { pluginHookEntries } from '#src/install/hook-entries.ts';

const DESCRIPTION =
  'Keeps the session chronicle: a file for each session, a summary at its end, no prompt for logging, and a question before memory is changed.';

/** The hooks of the plugin, as `hooks/hooks.json` has them. */
export function hookManifest(): string {
  const text = JSON.stringify({ description: DESCRIPTION, hooks: pluginHookEntries() }, null, 2);
  // Arguments are a line, as Biome formats them.
  return `${text.replace(/"args": \[\s+(".*"),\s+(".*")\s+\]/g, '"args": [$1, $2]')}\n`;
}
