import { TAG_WORDS, TAGS } from '../chronicle/tags.ts';

/** The tags with their boundaries, one a line, as `chronicle tags` prints them. */
export function tagList(): string {
  const width = Math.max(...TAGS.map((tag) => tag.length));
  return `${TAGS.map((tag) => `${tag.padEnd(width)}  ${TAG_WORDS[tag].boundary}`).join('\n')}\n`;
}
