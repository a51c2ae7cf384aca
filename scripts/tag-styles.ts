import { TAG_LOOKS, TAG_ORDER, type Tag, tagWord } from '#src/chronicle/tags.ts';

/** The text of `site/styles/tags.generated.css`: a rule for each tag. */
export function tagStyles(): string {
  const hidden = (tag: Tag) =>
    `body:has(#show-${tag}:not(:checked)) :is(.event:not(:target), .lane, .strip a)[data-tag="${tag}"]`;
  const chosen = (tag: Tag) => `  body:has(#show-${tag}:checked) :has([data-tag="${tag}"])`;
  return `/* Generated from src/chronicle/tags.ts by \`npm run bundle\`. Edit the tables there. */
:root {
${TAG_ORDER.map((tag) => `  --${tagWord(tag)}: light-dark(${TAG_LOOKS[tag].light}, ${TAG_LOOKS[tag].dark});\n`).join('')}}
${TAG_ORDER.map((tag) => `\n[data-tag="${tag}"] {\n  --tag: var(--${tagWord(tag)});\n}\n`).join('')}
/* Unchecking a tag's chip hides its events in lists, strip and lanes. */
${TAG_ORDER.map(hidden).join(',\n')} {
  display: none;
}

/* A day without visible events is hidden. */
body:has([name="tag"])
.day:not(
${TAG_ORDER.map(chosen).join(',\n')}
) {
  display: none;
}
`;
}
