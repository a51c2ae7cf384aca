import { bytesOf } from './bytes.ts';
import type { WantedText } from './wanted-text.ts';

/** Shorter ones stand in names that mean something else. */
const SHORTEST_SLUG = 4;

/**
 * Whether a name that was made of a branch or a title says a text: `walross-quixotes-tale` does for `Walross Quixote's`.
 * Names lose what may not stand in a path, so the text is compared as it would be written there, and as it is.
 */
export function isNamedFor(name: string, text: string, wanted: WantedText): boolean {
  const slugs = [text, text.replace(/['’]/g, '')].map(slugIn).filter((slug) => slug.length >= SHORTEST_SLUG);
  const words = `-${slugIn(name)}-`;
  return slugs.some((slug) => /[a-z]/.test(slug) && words.includes(`-${slug}-`)) || wanted.isIn(bytesOf(name));
}

/** Letters and digits of ASCII, with one dash for all between them. */
function slugIn(text: string): string {
  const slug = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-|-$/g, '');
}
