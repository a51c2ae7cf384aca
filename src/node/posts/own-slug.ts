import { ChronicleError } from '#src/project/chronicle-error.ts';
import { isOwnSlug } from '#src/project/slug.ts';

/** Refuses (CHRONICLE_BAD_SLUG) a text that cannot name a draft or series. */
export function requireOwnSlug(text: string): void {
  if (isOwnSlug(text)) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SLUG',
    'A slug has letters, digits, dots, dashes and underscores only, starts with a letter or digit, and is at most 80 characters long. Nothing was changed.',
  );
}
