import { isOwnSlug, slugOf } from '../../project/slug.ts';
import { ChronicleError } from '../chronicle-error.ts';

const LONGEST = 80;

/** The slug of a title: `Teaching a machine` is `teaching-a-machine`. */
export function seriesSlugOf(title: string): string {
  return slugOf(title.toLowerCase().replace(/['’]/g, ''), 'series')
    .slice(0, LONGEST)
    .replace(/^[-._]+|[-._]+$/g, '');
}

/** Refuses (CHRONICLE_BAD_SLUG) what names no file of a series. */
export function requireSeriesSlug(text: string): void {
  if (isOwnSlug(text)) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SLUG',
    'A slug is of letters, digits, dots, dashes and underscores, begins with a letter or digit, and has at most 80 characters. Nothing was written.',
  );
}
