import { ChronicleError } from '#src/project/chronicle-error.ts';
import { isOwnSlug } from '#src/project/slug.ts';

/** Refuses (CHRONICLE_BAD_SLUG) what names no draft and no series of the owner's. */
export function requireOwnSlug(text: string): void {
  if (isOwnSlug(text)) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SLUG',
    'A slug is of letters, digits, dots, dashes and underscores, begins with a letter or digit, and has at most 80 characters. Nothing was written.',
  );
}
