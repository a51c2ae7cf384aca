import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { isDeviceName, isOwnSlug } from '#src/lib/slug.ts';

/** Refuses (CHRONICLE_BAD_SLUG) a text that cannot name a draft or series. */
export function requireOwnSlug(text: string): void {
  if (isOwnSlug(text)) {
    if (!isDeviceName(text)) return;
    throw new ChronicleError(
      'CHRONICLE_BAD_SLUG',
      `Windows keeps the name ${text} for a device, so no blog with such a post could be checked out there. Choose another slug. Nothing was changed.`,
    );
  }
  throw new ChronicleError(
    'CHRONICLE_BAD_SLUG',
    'A slug has letters, digits, dots, dashes and underscores only, starts with a letter or digit, and is at most 80 characters long. Nothing was changed.',
  );
}
