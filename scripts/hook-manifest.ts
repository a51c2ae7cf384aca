import { pluginHookEntries } from '#src/setup/hook-entries.ts';

const DESCRIPTION =
  'Records each session in a chronicle with a summary, lets the agent log without permission prompts, and asks before memory changes.';

/** The text of `hooks/hooks.json`. */
export function hookManifest(): string {
  const text = JSON.stringify({ description: DESCRIPTION, hooks: pluginHookEntries() }, null, 2);
  // Arguments are on one line, as Biome formats them.
  return `${text.replace(/"args": \[\s+(".*"),\s+(".*")\s+\]/g, '"args": [$1, $2]')}\n`;
}
