import { isOwnSlug } from '../../project/slug.ts';
import { ChronicleError } from '../chronicle-error.ts';

/** Whether a text may name the directory of a draft. */
export function isDraftSlug(text: string): boolean {
  return isOwnSlug(text);
}

/** Refuses (CHRONICLE_BAD_SLUG) what names no directory of a draft. */
export function requireDraftSlug(text: string): void {
  if (isDraftSlug(text)) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SLUG',
    "A draft's name is of letters, digits, dots, dashes and underscores, begins with a letter or digit, and has at most 80 characters. Nothing was written.",
  );
}
