import { pluginHookEntries } from '../src/setup/hook-entries.ts';
import { TAG_LOOKS, TAG_ORDER, tagWord } from '#src/format/tags.ts';
import { type LaneKind, OBSERVATION } from '#src/archive/lane-kind.ts';

/** The committed files generated from tables in the sources, by path from the repository root. */
export const GENERATED_FILES: Readonly<Record<string, () => string>> = {
  'hooks/hooks.json': hookManifest,
  'site/styles/tags.generated.css': tagStyles,
};

const DESCRIPTION =
  'Records each session in a chronicle with a summary, lets the agent log without permission prompts, and asks before memory changes.';

/** The text of `hooks/hooks.json`. */
function hookManifest(): string {
  const text = JSON.stringify({ description: DESCRIPTION, hooks: pluginHookEntries() }, null, 2);
  // Arguments are on one line, as Biome formats them.
  return `${text.replace(/"args": \[\s+(".*"),\s+(".*")\s+\]/g, '"args": [$1, $2]')}\n`;
}

/** The text of `site/styles/tags.generated.css`: a rule for each tag, and for observations, which are shown with them. */
function tagStyles(): string {
  const kinds: readonly LaneKind[] = [...TAG_ORDER, OBSERVATION];
  const hidden = (tag: LaneKind) => `  &:not(:has(#show-${tag}:checked)) [data-tag="${tag}"]`;
  return `/* Generated from src/format/tags.ts by \`npm run bundle\`. Edit the tables there. */
:root {
${TAG_ORDER.map((tag) => `  --${tagWord(tag)}: light-dark(${TAG_LOOKS[tag].light}, ${TAG_LOOKS[tag].dark});\n`).join('')}}

${TAG_ORDER.map((tag) => `[data-tag="${tag}"] {\n  --tag: var(--${tagWord(tag)});\n}\n`).join('')}[data-tag="${OBSERVATION}"] {
  --tag: var(--ink-2);
}

/* With other tags chosen, a tag's events are hidden in lists and in the session chart. */
body:has([name="tag"]:checked) {
${kinds.map(hidden).join(',\n')} {
    &:is(.event:not(:target), .session-chart a) {
      display: none;
    }
  }
}
`;
}
