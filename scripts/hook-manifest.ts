import { pluginHookEntries } from '#src/install/hook-entries.ts';

const DESCRIPTION =
  'Keeps the session chronicle: a file for each session, a summary at its end, no prompt for logging, and a question before memory is changed.';

/** The text of `hooks/hooks.json`. */
export function hookManifest(): string {
  const text = JSON.stringify({ description: DESCRIPTION, hooks: pluginHookEntries() }, null, 2);
  // Arguments are on one line, as Biome formats them.
  return `${text.replace(/"args": \[\s+(".*"),\s+(".*")\s+\]/g, '"args": [$1, $2]')}\n`;
}
